//! The nodes below some formulas, and the place that each has among them.

use super::formula::{Formula, Formulas, Node};
use super::met::Met;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The nodes below some formulas, operands before what uses them.
#[derive(Debug)]
pub(crate) struct Below {
    nodes: Vec<usize>,
    places: Places,
}

#[derive(Debug)]
enum Places {
    /// For each word of bits, one for each node that there is, how many there are in the words before.
    Counted(SmallVec<[(u64, u32); 8]>),
    Hashed(FxHashMap<usize, usize>),
}

/// The numbers of the nodes below these roots. Linear in them, up to sorting, and what [`Met`] takes.
pub(super) fn met(formulas: &Formulas, roots: impl IntoIterator<Item = Formula>) -> Met {
    let roots = roots.into_iter().inspect(|&root| formulas.check(root)).map(Formula::node);
    let mut open: SmallVec<[usize; 64]> = roots.collect();
    let mut met = Met::none_of(open.iter().copied().max().unwrap_or_default());
    while let Some(node) = open.pop() {
        if met.insert(node)
            && let Node::And(a, b) = formulas.node(node)
        {
            open.extend([a.node(), b.node()]);
        }
    }
    met
}

impl Below {
    /// Those of the graph below these roots.
    pub(super) fn of(formulas: &Formulas, roots: impl IntoIterator<Item = Formula>) -> Below {
        let met = met(formulas, roots);
        let nodes = met.sorted();
        let places = match met {
            Met::Bits(words) => {
                let before = words.iter().scan(0, |before, &word| {
                    let counted = (word, *before);
                    *before += word.count_ones();
                    Some(counted)
                });
                Places::Counted(before.collect())
            }
            Met::Hashed(_) => Places::Hashed(nodes.iter().copied().zip(0..).collect()),
        };
        Below { nodes, places }
    }

    /// The indices of the nodes, in order.
    pub(crate) fn nodes(&self) -> &[usize] {
        &self.nodes
    }

    /// How many of the nodes stand before one of them.
    pub(crate) fn place(&self, node: usize) -> usize {
        match &self.places {
            Places::Counted(words) => {
                let (word, before) = words[node / 64];
                debug_assert!(word >> (node % 64) & 1 == 1, "one of the nodes");
                before as usize + (word & ((1 << (node % 64)) - 1)).count_ones() as usize
            }
            Places::Hashed(places) => places[&node],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::formula::Input;
    use std::collections::BTreeSet;

    /// The same by an ordered set, for roots of low and of high numbers.
    #[test]
    fn few_and_many_nodes_have_the_same_places() {
        let mut f = Formulas::default();
        let mut some: Vec<Formula> = (0..8).map(|input| f.input(Input(input))).chain([Formula::TRUE]).collect();
        let mut at = 0;
        while f.len() < 40_000 {
            at += 1;
            let (a, b) = (some[at * 7_919 % some.len()], some[some.len() - 1 - at * at % 9]);
            some.push(f.and(if at % 3 == 0 { !a } else { a }, !b));
        }
        let (mut counted, mut hashed) = (0, 0);
        for roots in some.windows(2).step_by(some.len() / 100) {
            let mut expected = BTreeSet::new();
            let mut open: Vec<usize> = roots.iter().map(|root| root.node()).collect();
            while let Some(node) = open.pop() {
                if expected.insert(node)
                    && let Node::And(a, b) = f.node(node)
                {
                    open.extend([a.node(), b.node()]);
                }
            }
            let below = Below::of(&f, roots.iter().copied());
            assert!(below.nodes().iter().eq(&expected));
            assert!(below.nodes().iter().map(|&node| below.place(node)).eq(0..expected.len()));
            match below.places {
                Places::Counted(_) => counted += 1,
                Places::Hashed(_) => hashed += 1,
            }
        }
        assert!(counted > 10 && hashed > 10, "{counted} {hashed}");
    }
}

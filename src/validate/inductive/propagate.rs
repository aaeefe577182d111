//! Formulas that contradict themselves as soon as one looks what has to hold: what unit propagation refutes needs no solver.

use crate::logic::formula::{Formula, Formulas, Node};
use rustc_hash::FxHashMap;

/// Whether propagation alone shows that the formula has no model. Linear in its nodes.
pub(super) fn refutes(formulas: &Formulas, root: Formula) -> bool {
    let cone = formulas.cone([root]);
    let index: FxHashMap<usize, usize> = cone.iter().zip(0..).map(|(&node, index)| (node, index)).collect();
    let edge = |f: Formula| Edge { node: index[&f.node()], negated: f.is_negated() };
    let mut gates: Vec<Option<[Edge; 2]>> = Vec::with_capacity(cone.len());
    let mut uses: Vec<Vec<usize>> = vec![Vec::new(); cone.len()];
    let mut state = Propagation { values: vec![None; cone.len()], open: Vec::new() };
    for (at, &node) in cone.iter().enumerate() {
        gates.push(match formulas.node(node) {
            Node::And(a, b) => {
                let operands = [edge(a), edge(b)];
                operands.iter().for_each(|operand| uses[operand.node].push(at));
                Some(operands)
            }
            Node::False if !state.set(Edge { node: at, negated: true }) => return true,
            _ => None,
        });
    }
    if !state.set(edge(root)) {
        return true;
    }
    while let Some(node) = state.open.pop() {
        let touched = uses[node].iter().copied().chain([node]);
        for at in touched {
            let Some([a, b]) = gates[at] else { continue };
            let whole = Edge { node: at, negated: false };
            let fine = match (state.values[at], state.value(a), state.value(b)) {
                (Some(true), ..) => state.set(a) && state.set(b),
                (_, Some(false), _) | (_, _, Some(false)) => state.set(!whole),
                (_, Some(true), Some(true)) => state.set(whole),
                (Some(false), Some(true), None) => state.set(!b),
                (Some(false), None, Some(true)) => state.set(!a),
                _ => true,
            };
            if !fine {
                return true;
            }
        }
    }
    false
}

/// A node, or its negation.
#[derive(Clone, Copy)]
struct Edge {
    node: usize,
    negated: bool,
}

impl std::ops::Not for Edge {
    type Output = Edge;
    fn not(self) -> Edge {
        Edge { negated: !self.negated, ..self }
    }
}

struct Propagation {
    values: Vec<Option<bool>>,
    /// Nodes whose value is new.
    open: Vec<usize>,
}

impl Propagation {
    fn value(&self, edge: Edge) -> Option<bool> {
        self.values[edge.node].map(|value| value != edge.negated)
    }

    /// It holds; false if it is known not to.
    fn set(&mut self, edge: Edge) -> bool {
        match self.value(edge) {
            Some(value) => value,
            None => {
                self.values[edge.node] = Some(!edge.negated);
                self.open.push(edge.node);
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::formula::Input;

    /// All formulas of two operators over three inputs: what is refuted has no model.
    #[test]
    fn what_is_refuted_has_no_model() {
        let mut f = Formulas::default();
        let mut all: Vec<(Formula, u8)> = vec![(Formula::TRUE, 0xff)];
        for (index, table) in [0b1010_1010u8, 0b1100_1100, 0b1111_0000].into_iter().enumerate() {
            all.push((f.input(Input(index as u32)), table));
        }
        for _ in 0..2 {
            let known = all.clone();
            for &(a, ta) in &known {
                for &(b, tb) in &known {
                    all.extend([(f.and(a, b), ta & tb), (f.and(a, !b), ta & !tb), (f.and(!a, !b), !ta & !tb)]);
                }
            }
            all.sort_unstable();
            all.dedup();
        }
        let mut refuted = 0;
        for (formula, table) in all {
            for (formula, table) in [(formula, table), (!formula, !table)] {
                let is_refuted = refutes(&f, formula);
                assert!(!is_refuted || table == 0, "{formula:?} {table:08b}");
                refuted += usize::from(is_refuted);
            }
        }
        assert!(refuted > 1, "{refuted}");
    }
}

//! A second way from a formula to an automaton, as plain as can be: it is there to be believed.
//!
//! It takes the formula as it is written, or its negation, and simplifies nothing. A state is a set of *claims*, subformulas said to be
//! true or false from here on, and a number: which eventuality the run waits for. From there each claim is unfolded by the laws of its
//! operator, such as `f U g = g | f & X (f U g)`, in every way. An edge has not yet fulfilled an eventuality if it was unfolded to the
//! next position. When the last one was waited for, the run is at an accepting state, and waits for the first again. States from which
//! no run is accepting are left out.
//!
//! It has nothing but the formula in common with the automata of [`super::automaton`], whose type it uses.

use super::automaton::{Automaton, Edge, Guard, State, TooLarge};
use super::formula::{Binary, Ltl, LtlGraph, Node, Unary};
use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};

/// A formula said to be true, or false.
type Claim = (Ltl, bool);

/// One way to unfold a set of claims.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Unfolded {
    open: Vec<Claim>,
    done: BTreeSet<Claim>,
    guard: Guard,
    next: BTreeSet<Claim>,
    waiting: BTreeSet<Claim>,
}

/// The plain automaton of the formula, or of its negation: it accepts the words on which that holds.
///
/// # Errors
/// If more than `most` claims have to be unfolded, or if there are more edges. What is copied on the way counts, too.
pub fn build(graph: &LtlGraph, formula: Ltl, is_negated: bool, most: usize) -> Result<Automaton, TooLarge> {
    let mut left = most;
    let mut rows: BTreeMap<BTreeSet<Claim>, Vec<Unfolded>> = BTreeMap::new();
    let start = BTreeSet::from([(formula, !is_negated)]);
    let mut open = vec![start.clone()];
    while let Some(claims) = open.pop() {
        if let Entry::Vacant(place) = rows.entry(claims) {
            let row = unfold(graph, place.key(), &mut left).ok_or(TooLarge { most })?;
            open.extend(row.iter().map(|way| way.next.clone()));
            place.insert(row);
        }
    }
    let waited: BTreeSet<Claim> = rows.values().flatten().flat_map(|way| way.waiting.iter().copied()).collect();
    let eventualities: Vec<Claim> = waited.into_iter().collect();
    let mut numbers = BTreeMap::from([((&start, 0), 0)]);
    let mut order = vec![(&start, 0)];
    let mut states = Vec::new();
    while let Some(&(claims, level)) = order.get(states.len()) {
        let mut edges = Vec::new();
        for way in &rows[claims] {
            left = left.checked_sub(1).ok_or(TooLarge { most })?;
            let behind = match eventualities.get(level) {
                None => 0,
                Some(eventuality) => level + usize::from(!way.waiting.contains(eventuality)),
            };
            let to = *numbers.entry((&way.next, behind)).or_insert_with(|| {
                order.push((&way.next, behind));
                order.len() - 1
            });
            edges.push(Edge { to, guard: way.guard.clone() });
        }
        states.push(State { is_accepting: level == eventualities.len(), edges });
    }
    Ok(pruned(Automaton { atoms: graph.atoms().to_vec(), states }))
}

/// All ways to unfold these claims; nothing if there are too many.
fn unfold(graph: &LtlGraph, claims: &BTreeSet<Claim>, left: &mut usize) -> Option<Vec<Unfolded>> {
    let mut ways = BTreeSet::new();
    let mut open = vec![Unfolded { open: claims.iter().copied().collect(), ..Unfolded::default() }];
    while let Some(mut way) = open.pop() {
        *left = left.checked_sub(1)?;
        let Some(claim) = way.open.pop() else {
            ways.insert(Unfolded { done: BTreeSet::new(), ..way });
            continue;
        };
        if !way.done.insert(claim) {
            open.push(way);
            continue;
        }
        let (formula, truth) = claim;
        match graph.node(formula) {
            Node::Constant(value) => open.extend((value == truth).then_some(way)),
            Node::Atom(atom) => {
                open.extend(way.guard.clone().with(atom, truth).map(|guard| Unfolded { guard, ..way }));
            }
            Node::Unary(Unary::Next, operand) => {
                way.next.insert((operand, truth));
                open.push(way);
            }
            node => {
                let ways = laws(node, truth);
                *left = left.checked_sub((ways.len() - 1) * (way.done.len() / 8))?;
                open.extend(ways.into_iter().map(|(now, later)| way.go(claim, now, later)));
            }
        }
    }
    Some(ways.into_iter().collect())
}

/// Whether a claim has to be made again at the next position, and whether one waits for it to come true otherwise.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Later {
    Nothing,
    Again,
    Waiting,
}

impl Unfolded {
    fn go(&self, claim: Claim, now: Vec<Claim>, later: Later) -> Unfolded {
        let mut way = self.clone();
        way.open.extend(now);
        way.next.extend((later != Later::Nothing).then_some(claim));
        way.waiting.extend((later == Later::Waiting).then_some(claim));
        way
    }
}

/// The ways in which an operator is true, or false: what is claimed of its operands, and what of the next position.
fn laws(node: Node, truth: bool) -> Vec<(Vec<Claim>, Later)> {
    use Later::{Again, Nothing, Waiting};
    // What is strong and true must come, and so must the end of what is weak and false.
    let later = |is_strong: bool| if is_strong == truth { Waiting } else { Again };
    match node {
        Node::Constant(_) | Node::Atom(_) | Node::Unary(Unary::Next, _) => Vec::new(),
        Node::Unary(Unary::Not, f) => vec![(vec![(f, !truth)], Nothing)],
        Node::Unary(Unary::Finally | Unary::Globally, f) => match (node, truth) {
            (Node::Unary(Unary::Finally, _), true) | (Node::Unary(Unary::Globally, _), false) => {
                vec![(vec![(f, truth)], Nothing), (vec![], Waiting)]
            }
            _ => vec![(vec![(f, truth)], Again)],
        },
        Node::Binary(Binary::And | Binary::Or, f, g) => match matches!(node, Node::Binary(Binary::And, ..)) == truth {
            true => vec![(vec![(f, truth), (g, truth)], Nothing)],
            false => vec![(vec![(f, truth)], Nothing), (vec![(g, truth)], Nothing)],
        },
        Node::Binary(Binary::Implies, f, g) => match truth {
            true => vec![(vec![(f, false)], Nothing), (vec![(g, true)], Nothing)],
            false => vec![(vec![(f, true), (g, false)], Nothing)],
        },
        Node::Binary(operator @ (Binary::Xor | Binary::Iff), f, g) => {
            let is_same = (operator == Binary::Iff) == truth;
            [true, false].map(|value| (vec![(f, value), (g, value == is_same)], Nothing)).to_vec()
        }
        Node::Binary(operator @ (Binary::Until | Binary::WeakUntil), f, g) => {
            let later = later(operator == Binary::Until);
            match truth {
                true => vec![(vec![(g, true)], Nothing), (vec![(f, true)], later)],
                false => vec![(vec![(g, false), (f, false)], Nothing), (vec![(g, false)], later)],
            }
        }
        Node::Binary(operator @ (Binary::Release | Binary::StrongRelease), f, g) => {
            let later = later(operator == Binary::StrongRelease);
            match truth {
                true => vec![(vec![(g, true), (f, true)], Nothing), (vec![(g, true)], later)],
                false => vec![(vec![(g, false)], Nothing), (vec![(f, false)], later)],
            }
        }
    }
}

/// The same without states from which no run is accepting: what is left can come to an accepting state that is left, again and again.
fn pruned(mut automaton: Automaton) -> Automaton {
    loop {
        let edges = |state: &State| state.edges.iter().map(|edge| edge.to).collect::<Vec<usize>>();
        let successors: Vec<Vec<usize>> = automaton.states.iter().map(edges).collect();
        let mut before = vec![Vec::new(); successors.len()];
        for (state, behind) in successors.iter().enumerate() {
            behind.iter().for_each(|&to| before[to].push(state));
        }
        let accepting = (0..successors.len()).filter(|&state| automaton.states[state].is_accepting);
        let mut open: Vec<usize> = accepting.flat_map(|state| before[state].iter().copied()).collect();
        let mut is_left = vec![false; successors.len()];
        while let Some(state) = open.pop() {
            if !std::mem::replace(&mut is_left[state], true) {
                open.extend(&before[state]);
            }
        }
        let count = |automaton: &Automaton| automaton.states.iter().map(|state| state.edges.len()).sum::<usize>();
        let edges_before = count(&automaton);
        for (state, &is_left_here) in automaton.states.iter_mut().zip(&is_left) {
            state.edges.retain(|edge| is_left_here && is_left[edge.to]);
            state.is_accepting &= is_left_here;
        }
        if count(&automaton) == edges_before {
            return automaton;
        }
    }
}

//! Which accepted configuration of a set is the nearest: a shortest path in the product of two automata (E. Dijkstra).

use super::Saturated;
use crate::engine::saturation::automaton::TransitionId;
use crate::pds::control::Control;
use crate::pds::explicit::{Configuration, Nfa, Pattern};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// An accepting path through the automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The control state in which it begins.
    pub state: u32,
    /// Its transitions.
    pub transitions: Vec<TransitionId>,
    /// The sum of their weights: with lengths, the length of a shortest run.
    pub length: BigUint,
}

/// A state of the automaton and one of the regular expression's.
type Node = (u32, u32);

impl Saturated<BigUint> {
    /// The nearest accepted configuration of a set, if there is one: with the least sum of weights.
    pub fn shortest(&self, pattern: &Pattern) -> Option<Path> {
        let nfa = Nfa::new(pattern.stack());
        let mut search = ShortestPaths::default();
        // Control states that only engines know are no configurations.
        let begins = (0..self.lowered.control().states()).filter_map(|state| self.lowered.state(state));
        for state in begins.filter(|&state| pattern.state().is_none_or(|own| own == state)) {
            search.reach((state.0, nfa.initial()), BigUint::ZERO, None);
        }
        while let Some(Reverse((length, node))) = search.queue.pop() {
            if search.best[&node].0 < length {
                continue;
            }
            let (state, own) = node;
            if self.automaton.is_final(state) && nfa.is_final(own) {
                return Some(search.path(node));
            }
            for &next in nfa.silent(own) {
                search.reach((state, next), length.clone(), Some((node, None)));
            }
            for &id in self.automaton.leaving(state) {
                let transition = self.automaton.transition(id);
                let to = transition.edge.to;
                let next = match transition.edge.symbol {
                    None => Some(own),
                    Some(symbol) => nfa.reading(own).and_then(|(read, next)| {
                        let symbol = self.lowered.symbol(symbol)?;
                        read.is_none_or(|read| read == symbol).then_some(next)
                    }),
                };
                if let Some(next) = next {
                    search.reach((to, next), &length + &transition.weight, Some((node, Some(id))));
                }
            }
        }
        None
    }

    /// The weight with which a configuration is accepted: with lengths, how far away it is.
    pub fn length(&self, configuration: &Configuration) -> Option<BigUint> {
        let mut states = BTreeMap::from([(configuration.state.0, BigUint::ZERO)]);
        self.spread(&mut states, &[(configuration.state.0, BigUint::ZERO)], None);
        for symbol in &configuration.stack {
            let before: Vec<(u32, BigUint)> = std::mem::take(&mut states).into_iter().collect();
            self.spread(&mut states, &before, Some(symbol.0));
        }
        states.into_iter().filter(|&(state, _)| self.automaton.is_final(state)).map(|(_, length)| length).min()
    }

    fn spread(&self, states: &mut BTreeMap<u32, BigUint>, before: &[(u32, BigUint)], symbol: Option<u32>) {
        for (from, length) in before {
            for &id in self.automaton.leaving(*from) {
                let transition = self.automaton.transition(id);
                if transition.edge.symbol == symbol {
                    let new = length + &transition.weight;
                    let best = states.entry(transition.edge.to).or_insert_with(|| new.clone());
                    *best = new.min(best.clone());
                }
            }
        }
    }
}

/// The node before, and the transition taken from there, if one was.
type Before = (Node, Option<TransitionId>);

#[derive(Default)]
struct ShortestPaths {
    /// How far each node is, and from where.
    best: FxHashMap<Node, (BigUint, Option<Before>)>,
    queue: BinaryHeap<Reverse<(BigUint, Node)>>,
}

impl ShortestPaths {
    fn reach(&mut self, node: Node, length: BigUint, from: Option<Before>) {
        if self.best.get(&node).is_none_or(|(known, _)| length < *known) {
            self.best.insert(node, (length.clone(), from));
            self.queue.push(Reverse((length, node)));
        }
    }

    fn path(&self, end: Node) -> Path {
        let length = self.best[&end].0.clone();
        let mut transitions = Vec::new();
        let mut node = end;
        while let Some((before, transition)) = self.best[&node].1 {
            transitions.extend(transition);
            node = before;
        }
        transitions.reverse();
        Path { state: node.0, transitions, length }
    }
}

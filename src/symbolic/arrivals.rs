//! What arrives at locations, and how it is merged.

use super::graph::{Graph, Round};
use super::machine::State;
use crate::lang::cfg::LocId;
use crate::logic::formula::Formula;
use rustc_hash::FxHashMap;

/// For each visit the conditions and states that lead to it; any two conditions exclude each other.
#[derive(Default)]
pub struct Arrivals {
    waiting: FxHashMap<(LocId, Round), Vec<(Formula, State)>>,
}

impl Arrivals {
    /// Something arrives.
    pub fn add(&mut self, at: (LocId, Round), taken: Formula, state: State) {
        if taken != Formula::FALSE {
            self.waiting.entry(at).or_default().push((taken, state));
        }
    }

    /// What [`Arrivals::merge`] will give.
    pub fn peek(&mut self, graph: &mut Graph, at: (LocId, Round)) -> Option<(Formula, State)> {
        let merged = self.merge(graph, at)?;
        self.waiting.insert(at, vec![merged.clone()]);
        Some(merged)
    }

    /// All that arrived, as one.
    pub fn merge(&mut self, graph: &mut Graph, at: (LocId, Round)) -> Option<(Formula, State)> {
        join(graph, self.waiting.remove(&at)?)
    }
}

/// Some condition holds, with its state.
pub fn join(graph: &mut Graph, arrivals: Vec<(Formula, State)>) -> Option<(Formula, State)> {
    arrivals.into_iter().reduce(|(a, left), (b, right)| {
        let state = left.into_iter().zip(right).map(|(l, r)| graph.formulas.ite(a, l, r)).collect();
        (graph.formulas.or(a, b), state)
    })
}

//! What waits to be known, the shortest first.

use crate::engine::saturation::automaton::{Cause, Edge};
use crate::logic::bdd::BddId;
use std::collections::BTreeMap;

/// When something is known: after so many steps, and among what is known then in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Due {
    /// The number of steps.
    pub length: u128,
    /// What goes first after the same number of steps.
    pub rank: u32,
    /// The transition.
    pub edge: Edge,
}

/// A weight of a transition, and where it comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    pub weight: BddId,
    pub cause: Cause,
}

/// All that waits.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: BTreeMap<Due, Vec<Arrival>>,
}

impl Queue {
    /// Adds something.
    pub fn push(&mut self, at: Due, arrival: Arrival) {
        self.waiting.entry(at).or_default().push(arrival);
    }

    /// The first transition, with all that arrives at it then.
    pub fn pop(&mut self) -> Option<(Due, Vec<Arrival>)> {
        self.waiting.pop_first()
    }

    /// The weights of all that waits.
    pub fn weights(&self) -> impl Iterator<Item = BddId> + '_ {
        self.waiting.values().flatten().map(|arrival| arrival.weight)
    }
}

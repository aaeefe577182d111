//! What waits to be known, the shortest first.

use crate::engine::saturation::automaton::{Cause, Edge};
use crate::logic::bdd::BddId;
use crate::relational::ranks::Ranks;
use rustc_hash::FxHashMap;
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
#[derive(Debug)]
pub(super) struct Queue {
    waiting: BTreeMap<Due, Vec<Arrival>>,
    ranks: Ranks,
    /// The symbols with which callees begin, by their states.
    entries: FxHashMap<u32, u32>,
}

impl Queue {
    /// Nothing waits.
    pub fn new(ranks: Ranks) -> Queue {
        Queue { waiting: BTreeMap::new(), ranks, entries: FxHashMap::default() }
    }

    /// A state belongs to the callee that begins with a symbol.
    pub fn belongs(&mut self, state: u32, symbol: u32) {
        self.entries.insert(state, symbol);
    }

    /// Adds something that is known after so many steps.
    pub fn push(&mut self, length: u128, edge: Edge, weight: BddId, cause: Cause) {
        let rank = match edge.symbol {
            Some(symbol) => self.ranks.symbols.get(symbol as usize),
            None => self.entries.get(&edge.to).and_then(|symbol| self.ranks.returns.get(symbol)),
        };
        let due = Due { length, rank: rank.copied().unwrap_or(0), edge };
        self.waiting.entry(due).or_default().push(Arrival { weight, cause });
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

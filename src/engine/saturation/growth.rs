//! What post* and pre* have in common: an automaton that grows, and a queue of what grew.

use super::automaton::{Automaton, Cause, Edge, Premise, TransitionId};
use super::weights::Weights;
use crate::budget::StopReason;
use crate::relational::ranks::Ranks;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The part of a transition's weight that has not been propagated yet.
#[derive(Clone, Debug)]
struct Pending<W> {
    weight: W,
    /// The first of its increments.
    first: u32,
}

/// An automaton that grows by differences.
pub(super) struct Growth<W> {
    pub(super) automaton: Automaton<W>,
    /// For each transition what waits.
    pending: Vec<Option<Pending<W>>>,
    /// What grew, by urgency or rank, then by age.
    queue: BinaryHeap<Reverse<(u64, TransitionId)>>,
    ranks: Ranks,
    /// The symbols with which callees begin, by their states.
    entries: FxHashMap<u32, u32>,
}

impl<W: Clone> Growth<W> {
    /// Begins with an automaton that has no transitions.
    pub(super) fn new(automaton: Automaton<W>, ranks: Ranks) -> Growth<W> {
        Growth { automaton, pending: Vec::new(), queue: BinaryHeap::new(), ranks, entries: FxHashMap::default() }
    }

    /// A state belongs to the callee that begins with a symbol.
    pub(super) fn belongs(&mut self, state: u32, symbol: u32) {
        self.entries.insert(state, symbol);
    }

    fn rank(&self, edge: Edge) -> u32 {
        let rank = match edge.symbol {
            Some(symbol) => self.ranks.symbols.get(symbol as usize),
            None => self.entries.get(&edge.to).and_then(|symbol| self.ranks.returns.get(symbol)),
        };
        rank.copied().unwrap_or(0)
    }

    /// Adds a weight to a transition; whether it grew.
    pub(super) fn add<D>(&mut self, domain: &mut D, edge: Edge, weight: W, cause: Cause) -> Result<bool, StopReason>
    where
        D: Weights<Weight = W> + ?Sized,
    {
        let first = self.automaton.increments().len() as u32;
        let (id, news) = match self.automaton.find(edge) {
            None => {
                self.pending.push(None);
                (self.automaton.add(edge, weight.clone(), cause), weight)
            }
            Some(id) => {
                let old = self.automaton.transition(id).weight.clone();
                let Some(news) = domain.news(&old, &weight)? else { return Ok(false) };
                let total = domain.join(&old, &news)?;
                self.automaton.grow(id, news.clone(), total, cause);
                (id, news)
            }
        };
        let slot = &mut self.pending[id.index()];
        match slot {
            Some(pending) => {
                pending.weight = domain.join(&pending.weight, &news)?;
                // It may be its turn earlier now; its old place in the queue will be found empty.
                if let Some(urgency) = domain.urgency(&news) {
                    self.queue.push(Reverse((urgency, id)));
                }
            }
            None => {
                let urgency = domain.urgency(&news).unwrap_or_else(|| self.rank(edge).into());
                self.pending[id.index()] = Some(Pending { weight: news, first });
                self.queue.push(Reverse((urgency, id)));
            }
        }
        Ok(true)
    }

    /// All weights that are still needed.
    pub(super) fn weights(&self) -> impl Iterator<Item = W> + '_ {
        let totals = self.automaton.transitions().iter().map(|transition| transition.weight.clone());
        let increments = self.automaton.increments().iter().map(|increment| increment.weight.clone());
        let pending = self.pending.iter().flatten().map(|pending| pending.weight.clone());
        totals.chain(increments).chain(pending)
    }

    /// The next transition that grew, by what, and which increments that is.
    pub(super) fn next(&mut self) -> Option<(Edge, W, Premise)> {
        while let Some(Reverse((_, id))) = self.queue.pop() {
            if let Some(Pending { weight, first }) = self.pending[id.index()].take() {
                let last = self.automaton.so_far(id).last;
                return Some((self.automaton.transition(id).edge, weight, Premise { first, last }));
            }
        }
        None
    }
}

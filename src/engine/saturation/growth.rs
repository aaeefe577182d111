//! What post* and pre* have in common: an automaton that grows, and a queue of what grew.

use super::automaton::{Automaton, Cause, Edge, Premise, TransitionId};
use super::weights::Weights;
use crate::budget::StopReason;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The part of a transition's weight that has not been propagated yet.
#[derive(Clone, Debug)]
struct Pending<W> {
    weight: W,
    /// Its first increment, as an index of the transition's increments.
    first: u32,
}

/// An automaton that grows by differences.
pub(super) struct Growth<W> {
    pub(super) automaton: Automaton<W>,
    /// For each transition what waits.
    pending: Vec<Option<Pending<W>>>,
    /// What grew, by rank, then by age.
    queue: BinaryHeap<Reverse<(u32, TransitionId)>>,
    /// The rank of each symbol: small ones first.
    ranks: Vec<u32>,
}

impl<W: Clone> Growth<W> {
    /// Begins with an automaton that has no transitions. A symbol without rank comes first.
    pub(super) fn new(automaton: Automaton<W>, ranks: Vec<u32>) -> Growth<W> {
        Growth { automaton, pending: Vec::new(), queue: BinaryHeap::new(), ranks }
    }

    /// Adds a weight to a transition; whether it grew.
    pub(super) fn add<D>(&mut self, domain: &mut D, edge: Edge, weight: W, cause: Cause) -> Result<bool, StopReason>
    where
        D: Weights<Weight = W> + ?Sized,
    {
        let known = self.automaton.find(edge);
        let (news, total) = match known {
            None => (weight.clone(), weight),
            Some(id) => {
                let old = self.automaton.transition(id).weight.clone();
                let Some(news) = domain.news(&old, &weight)? else { return Ok(false) };
                let total = domain.join(&old, &news)?;
                (news, total)
            }
        };
        let id = self.automaton.grow(edge, news.clone(), total, cause);
        if known.is_none() {
            self.pending.push(None);
        }
        let slot = &mut self.pending[id.index()];
        match slot {
            Some(pending) => pending.weight = domain.join(&pending.weight, &news)?,
            None => {
                let first = self.automaton.transition(id).increments.len() as u32 - 1;
                *slot = Some(Pending { weight: news, first });
                let rank = edge.symbol.and_then(|symbol| self.ranks.get(symbol as usize).copied()).unwrap_or(0);
                self.queue.push(Reverse((rank, id)));
            }
        }
        Ok(true)
    }

    /// The next transition that grew, by what, and which increments that is.
    pub(super) fn next(&mut self) -> Option<(Edge, W, Premise)> {
        while let Some(Reverse((_, id))) = self.queue.pop() {
            if let Some(Pending { weight, first }) = self.pending[id.index()].take() {
                let transition = self.automaton.transition(id);
                let end = transition.increments.len() as u32;
                return Some((transition.edge, weight, Premise { transition: id, first, end }));
            }
        }
        None
    }
}

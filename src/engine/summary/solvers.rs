//! The solvers of one check: one for each body that is asked about, because each question pays for all variables there ever were.

use super::SummaryStats;
use super::graph::{Graph, UnitId};
use super::query::{Found, Query};
use crate::budget::{Budget, StopReason};
use crate::logic::formula::Formula;
use crate::logic::sat::Backend;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// A solver with so many times the variables that are needed is given up.
const STALE: usize = 2;
/// The most solvers at a time: each has a thread.
const MOST: usize = 256;

/// The solvers of bodies.
pub(super) struct Solvers {
    backend: Backend,
    queries: FxHashMap<UnitId, Query>,
    /// The bodies that have solvers, those first that got one first; some have theirs no longer.
    asked: VecDeque<UnitId>,
}

impl Solvers {
    /// None yet.
    pub fn new(backend: Backend) -> Solvers {
        Solvers { backend, queries: FxHashMap::default(), asked: VecDeque::new() }
    }

    /// A question about a body.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn ask(
        &mut self,
        id: UnitId,
        graph: &Graph,
        formulas: &[Formula],
        budget: &Budget,
        stats: &mut SummaryStats,
    ) -> Result<Option<Found>, StopReason> {
        if formulas.contains(&Formula::FALSE) {
            return Ok(None);
        }
        if !self.queries.contains_key(&id) {
            self.make_room(stats);
            self.asked.push_back(id);
        }
        let query = self.queries.entry(id).or_insert_with(|| Query::new(self.backend));
        query.ask(graph, formulas, budget)
    }

    /// Gives the solver up that was begun first, if there are many.
    fn make_room(&mut self, stats: &mut SummaryStats) {
        while self.queries.len() >= MOST {
            let Some(first) = self.asked.pop_front() else { return };
            self.give_up(first, stats);
        }
    }

    /// Gives a body's solver up if most of its variables are of earlier executions: this many are needed.
    pub fn renew(&mut self, id: UnitId, needed: impl FnOnce() -> usize, stats: &mut SummaryStats) {
        let Some(query) = self.queries.get(&id) else { return };
        if query.stats().variables > STALE * needed() {
            self.give_up(id, stats);
        }
    }

    fn give_up(&mut self, id: UnitId, stats: &mut SummaryStats) {
        if let Some(query) = self.queries.remove(&id) {
            stats.spend(&query.stats());
        }
    }

    /// Counts what those that are left have done; those given up were counted then.
    pub fn count(&self, stats: &mut SummaryStats) {
        self.queries.values().for_each(|query| stats.spend(&query.stats()));
    }
}

//! A solver for each thing that is asked about, because each question pays for all variables there ever were.

use crate::budget::{Budget, StopReason};
use crate::logic::formula::{Formula, Formulas};
use crate::logic::query::{Assignment, Query};
use crate::logic::sat::{Backend, SatStats};
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// A solver with so many times the variables that are needed is given up.
const STALE: usize = 2;
/// The most solvers at a time: those with many variables have a thread each.
const MOST: usize = 64;

/// Solvers by what they are asked about, each with what somebody has to remember of it.
pub struct Solvers<K, S = ()> {
    backend: Backend,
    queries: FxHashMap<K, Used<S>>,
    /// The number of questions.
    asked: u64,
    /// What those have done that were given up.
    spent: SatStats,
}

/// A solver, and the number of its last question.
struct Used<S> {
    query: Query,
    memory: S,
    last: u64,
}

impl<K: Copy + Eq + Hash, S: Default> Solvers<K, S> {
    /// None yet.
    pub fn new(backend: Backend) -> Solvers<K, S> {
        Solvers { backend, queries: FxHashMap::default(), asked: 0, spent: SatStats::default() }
    }

    /// A question about something.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn ask(
        &mut self,
        about: K,
        formulas: &Formulas,
        asked: &[Formula],
        budget: &Budget,
    ) -> Result<Option<Assignment>, StopReason> {
        if asked.contains(&Formula::FALSE) {
            return Ok(None);
        }
        self.of(about).0.ask(formulas, asked, budget)
    }

    /// The solver of something, which is to be asked now.
    pub fn of(&mut self, about: K) -> (&mut Query, &mut S) {
        if !self.queries.contains_key(&about) {
            self.evict_oldest();
        }
        self.asked += 1;
        let fresh = || Used { query: Query::new(self.backend), memory: S::default(), last: 0 };
        let used = self.queries.entry(about).or_insert_with(fresh);
        used.last = self.asked;
        (&mut used.query, &mut used.memory)
    }

    /// Gives the solver up that was not asked for longest, if there are many.
    fn evict_oldest(&mut self) {
        if self.queries.len() >= MOST {
            let oldest = self.queries.iter().min_by_key(|(_, used)| used.last).map(|(&about, _)| about);
            oldest.into_iter().for_each(|about| self.retire(about));
        }
    }

    /// Gives a solver up if most of its variables are of what is no longer asked about: this many are needed.
    pub fn retire_if_stale(&mut self, about: K, needed: impl FnOnce() -> usize) {
        let Some(used) = self.queries.get(&about) else { return };
        if used.query.stats().variables > STALE * needed() {
            self.retire(about);
        }
    }

    fn retire(&mut self, about: K) {
        if let Some(used) = self.queries.remove(&about) {
            self.spent += used.query.stats();
        }
    }

    /// What all of them have done.
    pub fn stats(&self) -> SatStats {
        self.queries.values().fold(self.spent, |mut sum, used| {
            sum += used.query.stats();
            sum
        })
    }
}

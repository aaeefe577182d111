//! The solvers that there are, one a predicate that is asked about, and which of them go when they are too many.

use super::oracle::Oracle;
use crate::logic::sat::SatStats;
use crate::summaries::predicate::PredicateId;
use std::collections::BTreeSet;

/// At most so many solvers at a time.
const MOST_SOLVERS: usize = 1_000;
/// At most so many with so many variables, which have a thread each.
const MOST_LARGE: usize = 16;
const LARGE: usize = 10_000;

/// The solvers. To find the one that was not asked for longest takes the logarithm of their number.
#[derive(Default)]
pub struct Pool {
    /// For each predicate.
    of: Vec<Option<Used>>,
    /// Those that there are, by when they were asked last.
    by_use: BTreeSet<(u64, PredicateId)>,
    /// The large ones of these.
    large: BTreeSet<(u64, PredicateId)>,
    /// How many questions there were.
    asked: u64,
    /// How many solvers were made again.
    renewed: u64,
    /// What those have done that are gone.
    gone: SatStats,
}

/// A solver, and when it was asked last.
struct Used {
    oracle: Box<Oracle>,
    last: u64,
}

impl Pool {
    /// A predicate more.
    pub fn add(&mut self) {
        self.of.push(None);
    }

    /// Lets the solver of a predicate be asked. It is made if there is none, or none that is any good.
    pub fn ask<R>(
        &mut self,
        predicate: PredicateId,
        new: impl FnOnce() -> Oracle,
        ask: impl FnOnce(&mut Oracle) -> R,
    ) -> R {
        self.asked += 1;
        let index = predicate.index();
        if self.of[index].as_ref().is_some_and(|used| used.oracle.is_stale()) {
            self.retire(predicate);
            self.renewed += 1;
        }
        match &self.of[index] {
            Some(used) => {
                self.by_use.remove(&(used.last, predicate));
                self.large.remove(&(used.last, predicate));
            }
            None => self.make_room(),
        }
        let used = self.of[index].get_or_insert_with(|| Used { oracle: Box::new(new()), last: 0 });
        used.last = self.asked;
        let reply = ask(&mut used.oracle);
        self.by_use.insert((self.asked, predicate));
        if used.oracle.variables() >= LARGE {
            self.large.insert((self.asked, predicate));
        }
        reply
    }

    /// Room for a solver more: those go that were not asked for longest.
    fn make_room(&mut self) {
        let oldest = [(&self.by_use, MOST_SOLVERS), (&self.large, MOST_LARGE)]
            .map(|(uses, most)| uses.first().filter(|_| uses.len() >= most).map(|&(_, predicate)| predicate));
        oldest.into_iter().flatten().for_each(|predicate| self.retire(predicate));
    }

    /// The solver of a predicate goes, if there is one.
    pub fn retire(&mut self, predicate: PredicateId) {
        if let Some(used) = self.of[predicate.index()].take() {
            self.gone += used.oracle.stats();
            self.by_use.remove(&(used.last, predicate));
            self.large.remove(&(used.last, predicate));
        }
    }

    /// How many solvers were made again, since they had seen too much.
    pub fn renewed(&self) -> u64 {
        self.renewed
    }

    /// What all solvers have done.
    pub fn stats(&self) -> SatStats {
        let mut stats = self.gone;
        self.of.iter().flatten().for_each(|used| stats += used.oracle.stats());
        stats
    }
}

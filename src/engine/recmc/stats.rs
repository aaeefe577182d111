//! What the engine counts.

use super::clauses::{ALWAYS, Clauses};
use crate::logic::sat::SatStats;
use serde::{Deserialize, Serialize};

/// Counters of the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecmcStats {
    /// Predicates.
    pub predicates: usize,
    /// The highest bound that was asked about, but for probes.
    pub level: u32,
    /// Questions about predicates.
    pub obligations: u64,
    /// Questions to solvers whether facts alone give a point.
    pub must: u64,
    /// Whether clauses exclude all.
    pub may: u64,
    /// Whether some atoms can be real and others obey clauses.
    pub mixed: u64,
    /// Questions by which clauses are made stronger, or raised.
    pub generalising: u64,
    /// Those of these that raise clauses between bounds.
    pub pushing: u64,
    /// Clauses that were learnt.
    pub lemmas: u64,
    /// Those that hold of all derivations.
    pub always: u64,
    /// Those that a stronger one has replaced.
    pub dead: u64,
    /// Facts.
    pub facts: u64,
    /// Those that were too large, and are cubes.
    pub cubes: u64,
    /// Deep bounds that were tried.
    pub probes: u64,
    /// Those that were answered.
    pub probed: u64,
    /// Solvers that were made again.
    pub renewed: u64,
    /// What solvers have done.
    #[serde(flatten)]
    pub sat: SatStats,
}

impl RecmcStats {
    /// The clauses of a predicate, too.
    pub(super) fn count(&mut self, clauses: &Clauses) {
        for clause in clauses.all() {
            self.lemmas += 1;
            self.dead += u64::from(clause.is_dead);
            self.always += u64::from(!clause.is_dead && clause.level == ALWAYS);
        }
    }
}

//! What the engine counts.

use crate::logic::sat::SatStats;
use crate::summaries::instances::counts::Counts;
use serde::{Deserialize, Serialize};

/// Counters of the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InterpolationStats {
    /// Targets that were begun.
    pub properties: u64,
    /// Those of these that summaries answered: nothing was expanded.
    pub answered_by_summaries: u64,
    /// Refinements: each expands some leaves, or stores summaries.
    pub rounds: u64,
    /// What was done with trees and lemmas.
    #[serde(flatten)]
    pub instances: Counts,
    /// What solvers have done.
    #[serde(flatten)]
    pub sat: SatStats,
}

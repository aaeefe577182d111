//! What a run of the engine has cost.

use super::precision::Amount;
use serde::{Deserialize, Serialize};

/// What was counted on the way.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub rounds: usize,
    pub increments: usize,
    pub merged: usize,
    pub kept: usize,
    pub dropped: usize,
    pub table_hits: usize,
    pub entered: usize,
    pub sat_calls: usize,
    pub core_size: usize,
    pub inner_runs: usize,
    pub shared: usize,
    pub unshared: usize,
    pub path_steps: usize,
}

/// Counters of the engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BamStats {
    /// Rounds: searches, each with more tracked than the one before.
    pub rounds: usize,
    /// The variables that are tracked somewhere at the end.
    pub variables: usize,
    /// All variables that are live somewhere.
    pub all_variables: usize,
    /// The names of those that are tracked, in order.
    pub names: Vec<String>,
    /// The pairs of a place and a variable that is tracked there.
    pub tracked: usize,
    /// The pairs of a place and a variable that is live there.
    pub live: usize,
    /// Increments that were found.
    pub increments: usize,
    /// How often several were looked at as one.
    pub merged: usize,
    /// Increments that were kept from one round to the next.
    pub kept: usize,
    /// Increments that were dropped.
    pub dropped: usize,
    /// Calls whose entries were all in the table of the block.
    pub table_hits: usize,
    /// Calls that brought new entries.
    pub entered: usize,
    /// Questions to the SAT solver.
    pub sat_calls: usize,
    /// Selectors in all cores together.
    pub core_size: usize,
    /// Runs of calls that were written into path formulas.
    pub inner_runs: usize,
    /// Calls that had the run of an equal one.
    pub shared: usize,
    /// Calls that got one of their own after all.
    pub unshared: usize,
    /// Steps of the longest path formula.
    pub path_steps: usize,
    /// The size of the largest set.
    pub largest_set: usize,
    /// The most nodes, or pairs, that there were at a time.
    pub nodes: usize,
    /// How often the order of variables was made anew.
    pub orders: usize,
}

impl BamStats {
    /// All counters.
    pub(super) fn of(counts: &Counts, amount: Amount, names: Vec<String>, cost: super::domain::Cost) -> BamStats {
        BamStats {
            rounds: counts.rounds,
            variables: amount.variables,
            all_variables: amount.all_variables,
            names,
            tracked: amount.pairs,
            live: amount.all_pairs,
            increments: counts.increments,
            merged: counts.merged,
            kept: counts.kept,
            dropped: counts.dropped,
            table_hits: counts.table_hits,
            entered: counts.entered,
            sat_calls: counts.sat_calls,
            core_size: counts.core_size,
            inner_runs: counts.inner_runs,
            shared: counts.shared,
            unshared: counts.unshared,
            path_steps: counts.path_steps,
            largest_set: cost.largest_set,
            nodes: cost.nodes,
            orders: cost.orders,
        }
    }
}

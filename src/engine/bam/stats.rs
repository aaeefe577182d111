//! What a run of the engine has cost.

use serde::{Deserialize, Serialize};

/// What is counted on the way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Rounds: searches, each with more tracked than the one before.
    pub rounds: usize,
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
}

/// How much is tracked at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amount {
    /// The variables that are tracked somewhere.
    pub variables: usize,
    /// Those that are live somewhere.
    pub all_variables: usize,
    /// The pairs of a place and a slot that is tracked there.
    pub tracked: usize,
    /// The pairs of a place and a slot that is live there.
    pub live: usize,
}

/// What a domain has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// The size of the largest set: nodes of its diagram, or pairs.
    pub largest_set: usize,
    /// The most that was kept at a time: nodes, or pairs.
    pub nodes: usize,
    /// How often the order of variables was made anew.
    pub orders: usize,
}

/// Counters of the engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BamStats {
    /// What was counted on the way.
    #[serde(flatten)]
    pub counts: Counts,
    /// How much is tracked at the end.
    #[serde(flatten)]
    pub amount: Amount,
    /// The names of the variables that are tracked, in order.
    pub names: Vec<String>,
    /// What the domain has cost.
    #[serde(flatten)]
    pub cost: Cost,
}

//! How an engine says that a target is reached: the rules that were applied, as a graph of runs.
//!
//! It has the shape of a trace (see `verdict::trace`), in terms of rules; `verdict::lift` translates it.

use super::RuleId;
use crate::lang::program::ProcId;
use crate::lang::program::semantics::Bits;

/// A reached target.
#[derive(Clone, Debug)]
pub struct Derivation {
    /// All runs: a run that returned comes before the runs that use it, those of the final stack come last,
    /// the entry procedure's first among them.
    pub runs: Vec<Run>,
    /// The number of runs on the final stack; the last one is at the target.
    pub stack: usize,
}

/// What one activation does.
#[derive(Clone, Debug)]
pub struct Run {
    /// Of which procedure.
    pub procedure: ProcId,
    /// The globals at its entry.
    pub globals: Bits,
    /// The parameters and locals at its entry.
    pub locals: Bits,
    /// Rules in order. An expansion that returned is followed by the neutration that stores the results. Of a run
    /// that returned the last rule is the contraction; of one that waits, the expansion.
    pub steps: Vec<Step>,
}

/// A rule that was applied.
#[derive(Clone, Debug)]
pub struct Step {
    /// Which.
    pub rule: RuleId,
    /// Its choices, as many as the transfer has; those that occur in no formula are 0.
    pub choices: Bits,
    /// For an expansion that returned: the index of the callee's run.
    pub run: Option<usize>,
}

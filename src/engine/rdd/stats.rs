//! What the engine counts.

use crate::logic::sat::SatStats;
use crate::summaries::instances::counts::Counts;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Counters of the engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RddStats {
    /// Iterations of the loop (2015-fedyukovich, Algorithm 1, line 3).
    pub iterations: u64,
    /// The paper's ν: the longest chain of calls of one recursive component that were unwound in a tree. It is a figure of the search, not of the
    /// program, and no depth.
    pub nu: u32,
    /// Instances that were unwound, heads of loops not counted.
    pub instances: u64,
    /// Instances of heads of loops that were unwound.
    pub heads: u64,
    /// Leaves that were left at the end of trees.
    pub leaves: u64,
    /// Helper assertions that were tried.
    pub helpers: u64,
    /// Those of these that hold.
    pub helped: u64,
    /// Lemmas of bounded runs that are new, which were tried.
    pub candidates: u64,
    /// Iterations that ended with lemmas that follow from themselves, and unwound nothing.
    pub completed: u64,
    /// The work of questions about trees, in units of the budget.
    pub work_tree: u64,
    /// The work of induction and helper assertions.
    pub work_lemmas: u64,
    /// Questions to bodies about points that the rest of a tree allows, and by which cores are made smaller.
    pub queries_body: u64,
    /// Clauses that exclude equal calls within each other.
    pub nested: u64,
    /// Of which procedures, by their numbers from 0 in the order of the text, something was unwound.
    pub procedures: BTreeMap<String, Nu>,
    /// What was done with trees and lemmas.
    #[serde(flatten)]
    pub counts: Counts,
    /// What solvers have done.
    #[serde(flatten)]
    pub sat: SatStats,
}

/// How far calls of a procedure were unwound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nu {
    /// The longest chain of its instances that were unwound.
    pub nu: u32,
    /// How many were unwound.
    pub instances: u64,
}

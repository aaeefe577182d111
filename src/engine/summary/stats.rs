//! What the engine counts.

use crate::logic::sat::SatStats;
use crate::summaries::project::ProjectionStats;
use serde::{Deserialize, Serialize};

/// Counters of the summary engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummaryStats {
    /// Procedures.
    pub functions: usize,
    /// Called procedures that were never looked into, for whatever target.
    pub star_left: usize,
    /// Refinements.
    pub refinements: u64,
    /// Labels of calls that were decided.
    pub settled: u64,
    /// Rounds of loops that were added.
    pub unrollings: u64,
    /// Components of the control flow whose rounds were closed as a relation.
    pub closures: u64,
    /// The deepest nesting of a recursive component.
    pub nesting: u32,
    /// Tests whether a deeper nesting adds nothing.
    pub fixpoint_tests: u64,
    /// Questions whether labels can be nested deeper.
    pub chain_queries: u64,
    /// Executions that were projected on their interface.
    #[serde(flatten)]
    pub projections: ProjectionStats,
    /// Executions that would have been projected, but are copied for each call.
    pub copied: u64,
    /// Bodies that were executed.
    pub executions: u64,
    /// Lemmas of proofs.
    pub lemmas: u64,
    /// What solvers did for proofs, beside those of the search.
    pub proof: SatStats,
    /// Questions to solvers.
    pub solver_calls: u64,
    /// Variables of all solvers.
    pub variables: usize,
    /// Clauses of all solvers.
    pub clauses: usize,
    /// Conflicts of all solvers.
    pub conflicts: u64,
}

impl SummaryStats {
    /// Adds what a solver has done.
    pub(super) fn spend(&mut self, solver: &SatStats) {
        self.solver_calls += solver.calls;
        self.variables += solver.variables;
        self.clauses += solver.clauses;
        self.conflicts += solver.conflicts;
    }

    /// Adds what another check has done.
    pub(super) fn add(&mut self, other: &SummaryStats) {
        self.refinements += other.refinements;
        self.settled += other.settled;
        self.unrollings += other.unrollings;
        self.closures += other.closures;
        self.nesting = self.nesting.max(other.nesting);
        self.fixpoint_tests += other.fixpoint_tests;
        self.chain_queries += other.chain_queries;
        self.projections += other.projections;
        self.lemmas += other.lemmas;
        self.proof += other.proof;
        self.copied += other.copied;
        self.executions += other.executions;
        self.solver_calls += other.solver_calls;
        self.variables += other.variables;
        self.clauses += other.clauses;
        self.conflicts += other.conflicts;
    }
}

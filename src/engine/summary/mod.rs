#![doc = include_str!("README.md")]

mod calls;
mod checker;
mod closure;
mod complete;
mod exec;
mod flow;
mod graph;
mod interface;
mod options;
mod project;
mod query;
mod refine;
mod settle;
mod solvers;
mod summaries;
mod trace;
mod units;

use super::{Engine, Event, Extent, Finding, Findings, Observer, Stats};
use crate::budget::{Budget, StopReason};
use crate::logic::sat::SatStats;
use crate::pds::Target;
use crate::pds::passes::Prepared;
use crate::verdict::Evidence;
use checker::Checker;
pub use options::{Bound, Mode, Projection, Refine, SummaryEngine, Way};
use serde::Serialize;
use settle::{Undecided, Verdict};

/// The work of a check before the next target has its turn: some tenths of a second mostly. A violation is to be found though another
/// target is hard.
const EFFORT: u64 = 20_000;
/// A check that was not over in its turn begins again later, and then may take so many times as long.
const GROWTH: u64 = 8;

/// Counters of the summary engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SummaryStats {
    /// Procedures.
    pub functions: usize,
    /// Called procedures that were never looked into.
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
    /// Executions that were projected on their interface by decision diagrams.
    pub projected_bdd: u64,
    /// By cubes.
    pub projected_cubes: u64,
    /// By cases.
    pub projected_cases: u64,
    /// Executions that would have been projected, but are copied for each call.
    pub copied: u64,
    /// Bodies that were executed.
    pub executions: u64,
    /// Questions to solvers.
    pub solver_calls: u64,
    /// Variables of all solvers.
    pub variables: usize,
    /// Clauses of all solvers.
    pub clauses: usize,
    /// Conflicts of all solvers.
    pub conflicts: u64,
}

impl Engine for SummaryEngine {
    fn name(&self) -> &'static str {
        match self.mode {
            Mode::Lazy => "summary:lazy",
            Mode::Eager => "summary:eager",
        }
    }

    fn run(
        &mut self,
        system: &Prepared,
        targets: &[Target],
        extent: Extent,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Findings {
        let mut stats = SummaryStats::default();
        let mut findings: Vec<Option<Finding>> = targets.iter().map(|_| None).collect();
        let mut open: Vec<usize> = (0..targets.len()).collect();
        let mut effort = EFFORT;
        while !open.is_empty() {
            let is_alone = open.len() == 1;
            for index in std::mem::take(&mut open) {
                let turn = if is_alone { budget.clone() } else { budget.clone().with_effort(effort) };
                let mut checker = Checker::new(&system.pds, &system.modref, &targets[index], *self, &turn, observer);
                let finding = find(&mut checker);
                let is_over = matches!(finding, Finding::Unknown(StopReason::Effort)) && budget.effort() != Some(0);
                checker.count();
                if is_over {
                    stats.add(&SummaryStats { star_left: 0, ..checker.stats });
                    open.push(index);
                    continue;
                }
                stats.add(&checker.stats);
                let is_reached = matches!(finding, Finding::Reached(_));
                findings[index] = Some(finding);
                if is_reached {
                    observer.event(&Event::Reached { target: index });
                    if extent == Extent::First {
                        open.clear();
                        break;
                    }
                }
            }
            effort = effort.saturating_mul(GROWTH);
        }
        let findings = findings.into_iter().map(|finding| finding.unwrap_or(Finding::Unknown(StopReason::NotDecided)));
        Findings { targets: findings.collect(), stats: Stats::Summary(stats) }
    }
}

fn find(checker: &mut Checker<'_, '_>) -> Finding {
    let found = checker.decide().and_then(|verdict| match verdict {
        Verdict::Refuted => {
            Ok(Finding::Unreachable(Evidence::None("the summary engine writes no certificate yet".into())))
        }
        Verdict::Confirmed(label) => Ok(Finding::Reached(Box::new(checker.derivation(label)?))),
    });
    match found {
        Ok(finding) => finding,
        Err(Undecided::Stopped(reason)) => Finding::Unknown(reason),
        Err(Undecided::Stuck) => Finding::Lost("a run that nothing over-approximates is not real".into()),
    }
}

impl SummaryStats {
    /// The projections by this way.
    fn projected(&mut self, way: Way) -> &mut u64 {
        match way {
            Way::Diagrams => &mut self.projected_bdd,
            Way::Cubes => &mut self.projected_cubes,
            Way::Cases => &mut self.projected_cases,
        }
    }

    /// Adds what a solver has done.
    fn spend(&mut self, solver: &SatStats) {
        self.solver_calls += solver.calls;
        self.variables += solver.variables;
        self.clauses += solver.clauses;
        self.conflicts += solver.conflicts;
    }

    fn add(&mut self, other: &SummaryStats) {
        self.functions = self.functions.max(other.functions);
        self.star_left += other.star_left;
        self.refinements += other.refinements;
        self.settled += other.settled;
        self.unrollings += other.unrollings;
        self.closures += other.closures;
        self.nesting = self.nesting.max(other.nesting);
        self.fixpoint_tests += other.fixpoint_tests;
        self.chain_queries += other.chain_queries;
        self.projected_bdd += other.projected_bdd;
        self.projected_cubes += other.projected_cubes;
        self.projected_cases += other.projected_cases;
        self.copied += other.copied;
        self.executions += other.executions;
        self.solver_calls += other.solver_calls;
        self.variables += other.variables;
        self.clauses += other.clauses;
        self.conflicts += other.conflicts;
    }
}

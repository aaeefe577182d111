#![doc = include_str!("README.md")]

mod ahead;
mod counter;
mod derive;
mod heads;
mod kept;
mod prove;
mod relevant;
mod row;
mod tables;
mod tabulate;
mod tape;
mod ternary;
mod work;

use super::{Engine, Extent, Finding, Findings, Observer, Question, Silent, Stats};
use crate::budget::{Budget, StopReason};
use crate::lang::cfg::LocId;
use crate::lang::program::semantics::Bits;
use crate::pds::{SymbolicPds, Target};
use ahead::Ahead;
use relevant::Relevant;
pub use row::ROW;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Tabulation over concrete states.
#[derive(Clone, Copy, Debug, Default)]
pub struct Explicit;

/// Counters of the explicit engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplicitStats {
    /// Procedures with values of globals and parameters in which they are entered.
    pub entries: u64,
    /// Path edges (entry, location, state).
    pub path_edges: u64,
    /// Summaries (entry, exit).
    pub summaries: u64,
    /// Rules tried with one value of their choices.
    pub steps: u64,
}

/// All locations with the states in which an activation on top of the stack can be there: globals, then
/// locals, and, where a call has just returned, then results.
///
/// # Errors
/// The limit that was hit.
pub fn reachable(pds: &SymbolicPds, budget: &Budget) -> Result<BTreeSet<(LocId, Bits)>, StopReason> {
    let mut tabulation =
        tabulate::Tabulation::new(pds, &[Target { locations: Vec::new() }], Ahead::blind(), Relevant::everything());
    match tabulation.run(Extent::All, budget, &mut Silent) {
        Some(reason) => Err(reason),
        None => Ok(tabulation.heads().map(|(location, state)| (location, state.to_bitvec())).collect()),
    }
}

impl Engine for Explicit {
    fn name(&self) -> &'static str {
        ROW.name
    }

    fn run(&mut self, question: &Question<'_>, budget: &Budget, observer: &mut dyn Observer) -> Findings {
        let Question { system, targets, extent, wants_proof, .. } = *question;
        let mut tabulation =
            tabulate::Tabulation::new(&system.pds, targets, Ahead::new(system, targets), Relevant::of(system));
        let stopped = tabulation.run(extent, budget, observer);
        let targets = tabulation.findings(stopped);
        let is_proved = wants_proof && targets.iter().any(|finding| matches!(finding, Finding::Unreachable));
        let proof = is_proved.then(|| Ok(tabulation.prove(system)));
        Findings { targets, proof, learnt: None, stats: Stats::of(ROW.name, &tabulation.stats()) }
    }
}

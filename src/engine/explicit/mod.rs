#![doc = include_str!("README.md")]

mod counter;
mod derive;
mod tables;
mod tabulate;
mod tape;

use super::{Engine, Extent, Findings, Observer, Stats};
use crate::budget::Budget;
use crate::pds::{SymbolicPds, Target};
use serde::Serialize;

/// Tabulation over concrete states.
#[derive(Clone, Copy, Debug, Default)]
pub struct Explicit;

/// Counters of the explicit engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
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

impl Engine for Explicit {
    fn name(&self) -> &'static str {
        "explicit"
    }

    fn run(
        &mut self,
        pds: &SymbolicPds,
        targets: &[Target],
        extent: Extent,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Findings {
        let mut tabulation = tabulate::Tabulation::new(pds, targets);
        let stopped = tabulation.run(extent, budget, observer);
        Findings { targets: tabulation.findings(stopped), stats: Stats::Explicit(tabulation.stats()) }
    }
}

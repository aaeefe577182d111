#![doc = include_str!("README.md")]

mod calls;
mod checker;
mod closure;
mod complete;
mod exact;
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
mod stats;
mod summaries;
mod trace;
mod turns;
mod units;

use super::{Engine, Extent, Finding, Findings, NoProof, Observer, Stats};
use crate::budget::Budget;
use crate::pds::Target;
use crate::pds::passes::Prepared;
pub use options::{Bound, Mode, Projection, Refine, SummaryEngine, Way};
pub use stats::SummaryStats;
use std::cell::RefCell;
use turns::{EFFORT, Run};

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
        let observer: RefCell<&mut dyn Observer> = RefCell::new(&mut *observer);
        let run = Run { engine: *self, system, targets, extent, budget, effort: EFFORT, observer: &observer };
        let (targets, stats) = run.run();
        let is_proved = targets.iter().any(|finding| matches!(finding, Finding::Unreachable));
        let proof = is_proved.then_some(Err(NoProof::Unable));
        Findings { targets, proof, stats: Stats::Summary(stats) }
    }
}

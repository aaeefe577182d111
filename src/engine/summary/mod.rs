#![doc = include_str!("README.md")]

pub mod account;
mod checker;
mod closure;
mod complete;
pub mod event;
mod exact;
mod options;
mod prove;
mod reachability;
mod refine;
mod run;
mod stats;
mod trace;
mod units;
mod visits;

use super::turns::{Together, Turns};
use super::{Engine, Findings, Observer, Question, Setup, Stats};
use crate::budget::Budget;
pub use crate::summaries::project::Way;
use event::Teller;
pub use options::{Bound, Mode, Projection, ROW, Refine, SummaryEngine};
use run::Run;
pub use stats::SummaryStats;
use std::cell::RefCell;

/// The work of the first turn of all targets together: some seconds mostly.
const EFFORT: u64 = 400_000;

impl Engine for SummaryEngine {
    fn name(&self) -> &'static str {
        Setup::name(self)
    }

    fn run(&mut self, question: &Question<'_>, budget: &Budget, observer: &mut dyn Observer) -> Findings {
        let mut teller = Teller::new(observer);
        let observer: RefCell<&mut dyn Observer> = RefCell::new(&mut teller);
        let turns = Turns {
            targets: question.targets,
            extent: question.extent,
            budget,
            effort: EFFORT,
            together: Together::First,
        };
        let mut run = Run::new(*self, question, &observer);
        let (targets, proof) = turns.run(&mut run);
        Findings { targets, proof, learnt: None, stats: Stats::of(ROW.name, &run.stats()) }
    }
}

#![doc = include_str!("README.md")]

pub mod account;
mod check;
mod event;
mod options;
mod recall;
mod run;
mod stats;

use super::turns::{Together, Turns};
use super::{Engine, Findings, Observer, Question, Setup, Stats};
use crate::budget::Budget;
pub use options::{Block, InterpolationEngine, ROW, Refine, Substitution};
use run::Run;
pub use stats::InterpolationStats;
use std::cell::RefCell;

/// The work of the first turn of a target: some seconds mostly.
const EFFORT: u64 = 400_000;

impl Engine for InterpolationEngine {
    fn name(&self) -> &'static str {
        Setup::name(self)
    }

    fn run(&mut self, question: &Question<'_>, budget: &Budget, observer: &mut dyn Observer) -> Findings {
        let observer: RefCell<&mut dyn Observer> = RefCell::new(observer);
        let turns = Turns {
            targets: question.targets,
            extent: question.extent,
            budget,
            effort: EFFORT,
            together: Together::Never,
        };
        let mut run = Run::new(*self, question, budget, &observer);
        let (targets, _) = turns.run(&mut run);
        let proof = run.proof().filter(|_| question.wants_proof).map(Ok);
        let stats = Stats::of(ROW.name, &run.stats()).with_took("interpolation", run.interpolation());
        Findings { targets, proof, learnt: run.learnt(), stats }
    }
}

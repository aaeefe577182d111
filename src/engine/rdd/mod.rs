#![doc = include_str!("README.md")]

pub mod account;
mod chains;
mod context;
mod cores;
mod event;
mod functions;
mod helpers;
mod induct;
mod nest;
mod options;
mod premise;
mod run;
mod search;
mod shallow;
mod stacks;
mod stats;

use super::turns::{Together, Turns};
use super::{Engine, Findings, Observer, Question, Setup, Stats};
use crate::budget::Budget;
pub use options::{Mode, Query, ROW, RddEngine};
use run::Run;
pub use stats::{Nu, RddStats};
use std::cell::RefCell;

/// The work of the first turn of a target: some seconds mostly.
const EFFORT: u64 = 400_000;

impl Engine for RddEngine {
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
        let proof = run.proof().filter(|_| question.wants_proof);
        Findings { targets, proof, learnt: None, stats: Stats::of(ROW.name, &run.stats()) }
    }
}

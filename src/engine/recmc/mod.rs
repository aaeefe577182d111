#![doc = include_str!("README.md")]

pub mod account;
mod child;
mod clauses;
mod cube;
mod event;
mod fact;
mod gpdr;
mod knowledge;
mod learn;
mod options;
mod oracle;
mod pool;
mod prove;
mod run;
mod search;
mod stats;
mod trace;

use super::turns::{Together, Turns};
use super::{Engine, Findings, Observer, Question, Setup, Stats};
use crate::budget::Budget;
pub use options::{Must, Order, ROW, RecmcEngine};
use run::Run;
pub use stats::RecmcStats;
use std::cell::RefCell;

/// The work of the first turn of all targets together: some seconds mostly.
const EFFORT: u64 = 400_000;

impl Engine for RecmcEngine {
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
            together: Together::First,
        };
        let mut run = Run::new(*self, question, budget, &observer);
        let (targets, proof) = turns.run(&mut run);
        Findings { targets, proof, learnt: None, stats: Stats::of(ROW.name, &run.stats()) }
    }
}

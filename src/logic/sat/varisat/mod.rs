//! varisat, a solver in Rust, made so that it can be stopped.
//!
//! varisat has no way to be interrupted, and its solver cannot go from one thread to another. So each solver has a thread
//! of its own (a [`Worker`](worker::Worker)), which starts with the first question, and is asked through a channel. While it
//! works, we look at the budget. Two things end a search early, and both cost the library's solver its life:
//!
//! - varisat writes a proof while it learns. The writer is ours: it keeps nothing, but counts the conflicts
//!   ([`tally`]); and it returns an error, upon which the search ends, when they are too many, or when nobody
//!   waits for the answer any more. It is asked once in 8 KiB of proof.
//! - A search that learns nothing writes nothing: millions of variables can be assigned before the first conflict. So a
//!   worker whose budget is spent is not waited for. It ends when it next writes, or when it is done, and nobody hears of it.
//!
//! Either way the worker is gone (asking takes it away, and only an answer gives it back), and the next question starts
//! a new one with all clauses. What was learnt is lost: a question that may well run out of conflicts is better asked of a
//! solver of its own.
//!
//! One mistake of the library, in cores, is kept from happening: see [`refuted`].
//!
//! Measured with `benches/sat.rs` on a loaded two-core machine: to ask costs 10 to 15 µs (two messages, two changes of thread). A
//! trivial question that is satisfiable takes 85 µs with 1,000 variables, 0.7 ms with 10,000, 7 ms with 100,000, and a
//! trivial refutation a third of that; CaDiCaL takes 3 µs with few variables, and hardly less than varisat with many.

mod refuted;
mod tally;
mod worker;

use super::backend::Decider;
use super::cnf::Cnf;
use super::literal::Lit;
use super::solver::{Answer, Limits};
use crate::budget::StopReason;
pub(super) use worker::drat;
use worker::{Question, Worker};

/// The clauses as varisat knows them.
#[derive(Default)]
pub(super) struct Varisat {
    worker: Option<Worker>,
    conflicts: u64,
}

impl Decider for Varisat {
    fn decide(&mut self, cnf: &Cnf, assumptions: &[Lit], limits: &Limits) -> Answer {
        let Some(worker) = self.worker.take().or_else(Worker::start) else {
            return Answer::Stopped(StopReason::Unsupported("no thread for the solver".into()));
        };
        let question = Question { assumptions: assumptions.to_vec(), conflicts: limits.conflicts };
        match worker.ask(cnf, question, &limits.budget) {
            Ok((worker, reply)) => {
                self.conflicts += reply.conflicts;
                self.worker = worker;
                reply.answer
            }
            Err(reason) => Answer::Stopped(reason),
        }
    }

    fn conflicts(&self) -> u64 {
        self.conflicts
    }
}

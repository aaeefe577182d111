//! varisat, a solver in Rust, made so that it can be stopped.
//!
//! varisat has no way to be interrupted. But it writes a proof while it learns, and the writer is ours ([`library`]): it keeps nothing, but
//! counts the conflicts ([`tally`]), and it returns an error, upon which the search ends, when they are too many, or when the budget is
//! spent. It is asked once in 8 KiB of proof, and at the end of each question.
//!
//! A search that learns nothing writes nothing: millions of variables can be assigned before the first conflict. So a solver whose first question
//! has many variables, [`FEW`] or more, has a thread of its own (a [`Worker`](worker::Worker)), and is asked through a channel. While it
//! works, we look at the budget, and it tells its work, so that it waits, too, if others are to have their turn. A worker whose budget is spent is not waited for: it ends when it next writes, or when it is done, and nobody
//! hears of it. A solver stays where it began: the library's cannot go from one thread to another, and a new one would have learnt nothing.
//!
//! To end a search early costs the library's solver its life: the next question starts a new one with all clauses. What was learnt is
//! lost: a question that may well run out of conflicts is better asked of a solver of its own.
//!
//! A refutation that is to be kept in memory is asked of a solver of its own, whose steps are [recorded](mod@record); the recording is its brake.
//!
//! One mistake of the library, in cores, is kept from happening: see [`refuted`].
//!
//! Measured with `benches/sat.rs` on a loaded two-core machine: a
//! trivial question that is satisfiable takes 85 µs with 1,000 variables, 0.7 ms with 10,000, 7 ms with 100,000, and a
//! trivial refutation a third of that; CaDiCaL takes 3 µs with few variables, and hardly less than varisat with many. To ask a thread costs 10 to
//! 150 µs (two messages, two changes of thread), as the system has it.

mod library;
mod record;
mod refuted;
mod tally;
mod worker;

use super::backend::Decider;
use super::cnf::Cnf;
use super::literal::Lit;
use super::solver::{Answer, Limits};
use crate::budget::StopReason;
pub(super) use library::drat;
use library::{Library, Question, Watch};
pub(super) use record::record;
use worker::Worker;

/// With so many variables a solver begins in a thread of its own: with fewer, to look at all of them takes less than a millisecond.
const FEW: usize = 10_000;

/// The clauses as varisat knows them.
#[derive(Default)]
pub(super) struct Varisat {
    home: Home,
    conflicts: u64,
}

/// Where the library's solver lives.
#[derive(Default)]
enum Home {
    /// There is none yet, or none any more.
    #[default]
    Nowhere,
    /// With whoever asks.
    Here(Box<Library>),
    /// In its thread.
    Apart(Worker),
}

impl Decider for Varisat {
    fn decide(&mut self, cnf: &Cnf, assumptions: &[Lit], limits: &Limits) -> Answer {
        let question = Question { assumptions: assumptions.to_vec(), conflicts: limits.conflicts };
        let reply = match std::mem::take(&mut self.home) {
            Home::Nowhere if cnf.variables() >= FEW => match Worker::start() {
                Some(worker) => self.apart(worker, cnf, question, limits),
                // Limits are heard later then, but the question has its answer.
                None => self.here(Box::default(), cnf, &question, limits),
            },
            Home::Nowhere => self.here(Box::default(), cnf, &question, limits),
            Home::Here(library) => self.here(library, cnf, &question, limits),
            Home::Apart(worker) => self.apart(worker, cnf, question, limits),
        };
        reply.unwrap_or_else(Answer::Stopped)
    }

    fn conflicts(&self) -> u64 {
        self.conflicts
    }
}

impl Varisat {
    fn here(
        &mut self,
        mut library: Box<Library>,
        cnf: &Cnf,
        question: &Question,
        limits: &Limits,
    ) -> Result<Answer, StopReason> {
        library.load(cnf, library.loaded(), &Watch::Off)?;
        let reply = library.ask(question, Watch::Budget(limits.budget.clone()));
        self.conflicts += reply.conflicts;
        if !reply.is_last() {
            self.home = Home::Here(library);
        }
        Ok(reply.answer)
    }

    fn apart(&mut self, worker: Worker, cnf: &Cnf, question: Question, limits: &Limits) -> Result<Answer, StopReason> {
        let (worker, reply) = worker.ask(cnf, question, &limits.budget)?;
        self.conflicts += reply.conflicts;
        if let Some(worker) = worker {
            self.home = Home::Apart(worker);
        }
        Ok(reply.answer)
    }
}

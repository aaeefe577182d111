//! The thread that a solver of the library lives in, and one without a thread that keeps its proof: the only file that names varisat.

use super::refuted::Refuted;
use super::tally::Tally;
use crate::budget::{Budget, StopReason};
use crate::logic::sat::cnf::Cnf;
use crate::logic::sat::literal::{Lit, Model};
use crate::logic::sat::refutation::NotRefuted;
use crate::logic::sat::solver::Answer;
use bitvec::vec::BitVec;
use std::cell::Cell;
use std::io::{Error, Write};
use std::panic::resume_unwind;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;
use varisat::{ExtendFormula, ProofFormat, Solver};

/// How often the budget is looked at while an answer is awaited.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// A question for the worker.
pub(super) struct Question {
    /// What is to be assumed.
    pub(crate) assumptions: Vec<Lit>,
    /// The most conflicts.
    pub(crate) conflicts: Option<u64>,
}

/// The worker's answer.
pub(super) struct Reply {
    /// Anything but stopped.
    pub(crate) answer: Answer,
    /// The conflicts of this question.
    pub(crate) conflicts: u64,
}

/// A solver in its thread, waiting for a question.
pub(super) struct Worker {
    orders: Sender<Order>,
    replies: Receiver<Reply>,
    thread: JoinHandle<()>,
    /// How many clauses it has.
    loaded: usize,
    _brake: Brake,
}

/// Clauses that are new, and then a question about all.
struct Order {
    clauses: Cnf,
    question: Question,
}

/// A flag that is raised when this is dropped: nobody waits for replies any more.
struct Brake(Arc<AtomicBool>);

impl Drop for Brake {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Worker {
    /// A solver without clauses, if the system has a thread for it.
    pub(crate) fn start() -> Option<Worker> {
        let (orders, inbox) = channel();
        let (outbox, replies) = channel();
        let brake = Brake(Arc::default());
        let raised = Arc::clone(&brake.0);
        let thread = Builder::new().name("varisat".into()).spawn(move || serve(&inbox, &outbox, &raised)).ok()?;
        Some(Worker { orders, replies, thread, loaded: 0, _brake: brake })
    }

    /// Asks about all of these clauses. The worker comes back with the reply, unless it ran out of conflicts: it cannot
    /// be asked again then.
    ///
    /// # Errors
    /// Why the reply was not waited for. The thread ends as soon as it can.
    ///
    /// # Panics
    /// If the library does.
    pub(crate) fn ask(
        mut self,
        cnf: &Cnf,
        question: Question,
        budget: &Budget,
    ) -> Result<(Option<Worker>, Reply), StopReason> {
        let order = Order { clauses: cnf.tail(self.loaded), question };
        self.loaded = cnf.len();
        // If nobody is there to take it, no reply will come either.
        let _ = self.orders.send(order);
        loop {
            match self.replies.recv_timeout(LOOK_EVERY) {
                Ok(reply) if reply.answer == Answer::Conflicts => return Ok((None, reply)),
                Ok(reply) => return Ok((Some(self), reply)),
                Err(RecvTimeoutError::Timeout) => budget.check()?,
                Err(RecvTimeoutError::Disconnected) => match self.thread.join() {
                    Err(panic) => resume_unwind(panic),
                    Ok(()) => unreachable!("a thread whose brake is not raised replies before it ends"),
                },
            }
        }
    }
}

/// The life of the thread: it ends when nobody waits for replies, or when the solver has become useless.
fn serve(orders: &Receiver<Order>, replies: &Sender<Reply>, brake: &Arc<AtomicBool>) {
    let gauge = Rc::new(Gauge::default());
    let mut solver = Solver::new();
    let writer = Writer { tally: Tally::default(), gauge: Rc::clone(&gauge), brake: Arc::clone(brake) };
    solver.write_proof(writer, ProofFormat::Varisat);
    let mut literals = Vec::new();
    let mut refuted = Refuted::default();
    for Order { clauses, question } in orders {
        for (clause, _) in clauses.clauses() {
            if brake.load(Ordering::Relaxed) {
                return;
            }
            literals.clear();
            literals.extend(clause.iter().map(to_varisat));
            solver.add_clause(&literals);
        }
        let before = gauge.conflicts.get();
        gauge.last.set(question.conflicts.map_or(u64::MAX, |more| before.saturating_add(more)));
        let answer = decide(&mut solver, &mut refuted, &question.assumptions, clauses.variables());
        let useless = answer == Answer::Conflicts;
        let sent = replies.send(Reply { answer, conflicts: gauge.conflicts.get() - before });
        if useless || sent.is_err() {
            return;
        }
    }
}

/// An answer, or that there were too many conflicts. After that the solver must not be asked again: the library panics.
fn decide(solver: &mut Solver, refuted: &mut Refuted, assumptions: &[Lit], variables: usize) -> Answer {
    if let Some(lit) = refuted.among(assumptions) {
        return Answer::Unsat(vec![lit]);
    }
    let assumptions: Vec<_> = refuted.instead_of(assumptions).iter().map(to_varisat).collect();
    solver.assume(&assumptions);
    match solver.solve() {
        Ok(true) => Answer::Sat(model(solver, variables)),
        Ok(false) => {
            let core: Vec<Lit> = solver.failed_core().unwrap_or_default().iter().map(from_varisat).collect();
            refuted.learn(&core);
            Answer::Unsat(core)
        }
        Err(_) => Answer::Conflicts,
    }
}

/// What the thread and its writer tell each other.
#[derive(Default)]
struct Gauge {
    /// Conflicts up to now.
    conflicts: Cell<u64>,
    /// The last one that is allowed.
    last: Cell<u64>,
}

/// The writer to which the solver gives its proof.
struct Writer {
    tally: Tally,
    gauge: Rc<Gauge>,
    brake: Arc<AtomicBool>,
}

impl Write for Writer {
    fn write(&mut self, proof: &[u8]) -> Result<usize, Error> {
        self.tally.read(proof);
        self.gauge.conflicts.set(self.tally.conflicts());
        let stop = self.tally.conflicts() > self.gauge.last.get() || self.brake.load(Ordering::Relaxed);
        if stop { Err(Error::other("enough")) } else { Ok(proof.len()) }
    }

    fn flush(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

/// What a fresh solver writes in the DRAT format until the clauses are refuted. The budget is looked at once in 8 KiB of that.
///
/// # Errors
/// That the clauses have a model, or the limit that was hit.
pub(in crate::logic::sat) fn drat(cnf: &Cnf, budget: &Budget) -> Result<Vec<u8>, NotRefuted> {
    let mut record = Record { proof: Vec::new(), budget, stopped: None };
    let mut solver = Solver::new();
    solver.write_proof(&mut record, ProofFormat::Drat);
    for (clause, _) in cnf.clauses() {
        solver.add_clause(&clause.iter().map(to_varisat).collect::<Vec<_>>());
    }
    let answer = solver.solve();
    drop(solver);
    match (answer, record.stopped) {
        (Ok(false), _) => Ok(record.proof),
        (Ok(true), _) => Err(NotRefuted::HasModel),
        (Err(_), reason) => Err(NotRefuted::Stopped(reason.unwrap_or(StopReason::Interrupted))),
    }
}

/// A proof that is kept.
struct Record<'a> {
    proof: Vec<u8>,
    budget: &'a Budget,
    stopped: Option<StopReason>,
}

impl Write for Record<'_> {
    fn write(&mut self, proof: &[u8]) -> Result<usize, Error> {
        if let Err(reason) = self.budget.check() {
            self.stopped = Some(reason);
            return Err(Error::other("enough"));
        }
        self.proof.extend_from_slice(proof);
        Ok(proof.len())
    }

    fn flush(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

fn model(solver: &Solver, variables: usize) -> Model {
    let mut values = BitVec::repeat(false, variables);
    for lit in solver.model().unwrap_or_default() {
        if lit.index() < variables {
            values.set(lit.index(), lit.is_positive());
        }
    }
    Model::new(values)
}

fn to_varisat(lit: &Lit) -> varisat::Lit {
    varisat::Lit::from_index(lit.variable(), !lit.is_negated())
}

fn from_varisat(lit: &varisat::Lit) -> Lit {
    let variable = Lit::of_variable(lit.index());
    if lit.is_negative() { !variable } else { variable }
}

//! The library's solver, and one that keeps its proof: the only file that names varisat, but for `record.rs`.

use super::refuted::Refuted;
use super::tally::Tally;
use crate::budget::{Budget, StopReason};
use crate::logic::sat::cnf::Cnf;
use crate::logic::sat::literal::{Lit, Model};
use crate::logic::sat::refutation::NotRefuted;
use crate::logic::sat::solver::Answer;
use std::cell::{Cell, RefCell};
use std::io::{Error, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use varisat::{ExtendFormula, ProofFormat};

/// Somebody looks whether the search is to go on once in so many bytes of proof. The library writes up to 8 KiB at a time, and what is left at the
/// end of a question.
const PAGE: usize = 1 << 12;

/// The work that was done since somebody looked, in units of [`Budget::spend`], roughly: some conflicts.
const A_LOOK: u64 = 16;

/// A question for the solver.
pub(super) struct Question {
    /// What is to be assumed.
    pub(super) assumptions: Vec<Lit>,
    /// The most conflicts.
    pub(super) conflicts: Option<u64>,
}

/// The solver's answer.
pub(super) struct Reply {
    /// What it found out.
    pub(super) answer: Answer,
    /// The conflicts of this question.
    pub(super) conflicts: u64,
}

impl Reply {
    /// Whether the solver can be asked again: after a search that was ended early it must not be, the library panics.
    pub(super) fn is_last(&self) -> bool {
        matches!(self.answer, Answer::Conflicts | Answer::Stopped(_))
    }
}

/// What can end a search before it knows.
#[derive(Default)]
pub(super) enum Watch {
    /// Nothing.
    #[default]
    Off,
    /// A limit.
    Budget(Budget),
    /// Nobody waits for the answer any more; whoever waits looks at the limits.
    Brake(Arc<AtomicBool>, Budget),
}

impl Watch {
    /// Tells the work of a search that goes on. It may be that others have their turn then.
    fn look(&self) -> Result<(), StopReason> {
        self.check()?;
        let (Watch::Budget(budget) | Watch::Brake(_, budget)) = self else { return Ok(()) };
        budget.linger(A_LOOK);
        self.check()
    }

    fn check(&self) -> Result<(), StopReason> {
        match self {
            Watch::Budget(budget) => budget.check(),
            Watch::Brake(brake, _) if brake.load(Ordering::Relaxed) => Err(StopReason::Interrupted),
            Watch::Off | Watch::Brake(..) => Ok(()),
        }
    }
}

/// A solver, and what is known about the clauses that it has.
pub(super) struct Library {
    solver: varisat::Solver<'static>,
    refuted: Refuted,
    /// How many clauses it has.
    loaded: usize,
    variables: usize,
    gauge: Rc<Gauge>,
}

impl Default for Library {
    fn default() -> Library {
        let gauge = Rc::new(Gauge::default());
        let mut solver = varisat::Solver::new();
        solver
            .write_proof(Writer { tally: Tally::default(), unseen: 0, gauge: Rc::clone(&gauge) }, ProofFormat::Varisat);
        Library { solver, refuted: Refuted::default(), loaded: 0, variables: 0, gauge }
    }
}

impl Library {
    /// How many clauses it was given.
    pub(super) fn loaded(&self) -> usize {
        self.loaded
    }

    /// Gives it clauses more.
    ///
    /// # Errors
    /// What the watch saw.
    pub(super) fn load(&mut self, clauses: &Cnf, first: usize, watch: &Watch) -> Result<(), StopReason> {
        let mut literals = Vec::new();
        for clause in clauses.clauses_from(first) {
            watch.check()?;
            literals.clear();
            literals.extend(clause.iter().map(to_varisat));
            self.solver.add_clause(&literals);
            self.loaded += 1;
        }
        self.variables = clauses.variables();
        Ok(())
    }

    /// Asks about all clauses that it has.
    pub(super) fn ask(&mut self, question: &Question, watch: Watch) -> Reply {
        let before = self.gauge.conflicts.get();
        self.gauge.last.set(question.conflicts.map_or(u64::MAX, |more| before.saturating_add(more)));
        self.gauge.watch.replace(watch);
        let answer = self.decide(&question.assumptions);
        self.gauge.watch.take();
        Reply { answer, conflicts: self.gauge.conflicts.get() - before }
    }

    fn decide(&mut self, assumptions: &[Lit]) -> Answer {
        if let Some(lit) = self.refuted.among(assumptions) {
            return Answer::Unsat(vec![lit]);
        }
        let assumptions: Vec<_> = self.refuted.instead_of(assumptions).iter().map(to_varisat).collect();
        self.solver.assume(&assumptions);
        match self.solver.solve() {
            Ok(true) => Answer::Sat(model(&self.solver, self.variables)),
            Ok(false) => {
                let core = self.solver.failed_core().unwrap_or_default();
                let core: Vec<Lit> = core.iter().map(from_varisat).collect();
                self.refuted.learn(&core);
                Answer::Unsat(core)
            }
            Err(_) => self.gauge.stopped.take().map_or(Answer::Conflicts, Answer::Stopped),
        }
    }
}

/// What a solver and its writer tell each other.
#[derive(Default)]
struct Gauge {
    /// Conflicts up to now.
    conflicts: Cell<u64>,
    /// The last one that is allowed.
    last: Cell<u64>,
    watch: RefCell<Watch>,
    /// What the watch saw.
    stopped: Cell<Option<StopReason>>,
}

/// The writer to which the solver gives its proof.
struct Writer {
    tally: Tally,
    /// How many bytes came since the last look.
    unseen: usize,
    gauge: Rc<Gauge>,
}

impl Write for Writer {
    fn write(&mut self, proof: &[u8]) -> Result<usize, Error> {
        self.tally.read(proof);
        self.gauge.conflicts.set(self.tally.conflicts());
        if self.tally.conflicts() > self.gauge.last.get() {
            return Err(Error::other("enough"));
        }
        self.unseen += proof.len();
        if self.unseen < PAGE {
            return Ok(proof.len());
        }
        self.unseen = 0;
        if let Err(reason) = self.gauge.watch.borrow().look() {
            self.gauge.stopped.set(Some(reason));
            return Err(Error::other("stopped"));
        }
        Ok(proof.len())
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
    let mut solver = varisat::Solver::new();
    solver.write_proof(&mut record, ProofFormat::Drat);
    for clause in cnf.clauses_from(0) {
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

/// The model that a solver has found, of so many variables.
pub(super) fn model(solver: &varisat::Solver<'_>, variables: usize) -> Model {
    let mut values = vec![false; variables];
    for lit in solver.model().unwrap_or_default() {
        if let Some(value) = values.get_mut(lit.index()) {
            *value = lit.is_positive();
        }
    }
    Model::new(values)
}

pub(super) fn to_varisat(lit: &Lit) -> varisat::Lit {
    varisat::Lit::from_index(lit.variable(), !lit.is_negated())
}

pub(super) fn from_varisat(lit: &varisat::Lit) -> Lit {
    let variable = Lit::of_variable(lit.index());
    if lit.is_negative() { !variable } else { variable }
}

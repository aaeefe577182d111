//! Questions and answers.

use super::backend::{Backend, Decider};
use super::cnf::{Cnf, Partition};
use super::literal::{Lit, Model};
use crate::budget::{Budget, StopReason};
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// The work of a conflict, in units of [`Budget::spend`], and more if there are many variables.
const EFFORT: u64 = 4;
/// Of a question, one unit for so many variables.
const VARIABLES: usize = 256;

/// The answer of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// All holds under this valuation.
    Sat(Model),
    /// The clauses refute these assumptions together; nothing is said of the others. In the order in which they were
    /// assumed, each once; not the fewest that there are. Without any, the clauses refute each other.
    Unsat(Vec<Lit>),
    /// Not known: [`Limits::conflicts`] were not enough.
    Conflicts,
    /// Not known: the budget is spent, or somebody asked to stop.
    Stopped(StopReason),
}

/// What one question may use.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Time, memory, and whether to go on.
    pub budget: Budget,
    /// About so many conflicts of the search: it may go on for some hundred until it sees that they are used up. The
    /// same question after the same questions ends the same way.
    pub conflicts: Option<u64>,
}

/// What a solver has, and has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SatStats {
    /// Variables.
    pub variables: usize,
    /// Clauses that were added; not those that it learnt.
    pub clauses: usize,
    /// Questions.
    pub calls: u64,
    /// Conflicts in them, perhaps without those of questions that were stopped.
    pub conflicts: u64,
}

impl AddAssign for SatStats {
    fn add_assign(&mut self, more: SatStats) {
        self.variables += more.variables;
        self.clauses += more.clauses;
        self.calls += more.calls;
        self.conflicts += more.conflicts;
    }
}

/// Clauses, and somebody who can be asked about them. See the [module](super).
pub struct Solver {
    cnf: Cnf,
    decider: Box<dyn Decider>,
    calls: u64,
}

impl Solver {
    /// A solver without clauses.
    pub fn new(backend: Backend) -> Solver {
        Solver { cnf: Cnf::new(), decider: backend.decider(), calls: 0 }
    }

    /// A fresh variable.
    pub fn new_var(&mut self) -> Lit {
        self.cnf.new_var()
    }

    /// From now on one of these literals, all of this solver, holds. Without any, nothing is satisfiable any more.
    pub fn add_clause(&mut self, clause: &[Lit], partition: Partition) {
        self.cnf.add_clause(clause, partition);
    }

    /// Is there a valuation under which all clauses and all of these literals hold?
    ///
    /// A request to stop, time and memory are seen within a tenth of a second, mostly. That an answer is [`Answer::Conflicts`] or
    /// [`Answer::Stopped`] says nothing about later questions: they are answered if their own limits allow.
    pub fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Answer {
        self.calls += 1;
        assumptions.iter().for_each(|lit| lit.check(self.cnf.owner()));
        if let Err(reason) = limits.budget.check() {
            return Answer::Stopped(reason);
        }
        let Limits { budget, conflicts } = limits;
        let size = (self.cnf.variables() / VARIABLES) as u64;
        let conflict = EFFORT + size / EFFORT;
        budget.spend(1 + size);
        // Nothing is left: not to be found out by the clock, while the solver works.
        if budget.effort() == Some(0) {
            return Answer::Stopped(StopReason::Effort);
        }
        let affordable = budget.effort().map(|left| left / conflict);
        let most = [*conflicts, affordable].into_iter().flatten().min();
        let before = self.decider.conflicts();
        let mut answer =
            self.decider.decide(&self.cnf, assumptions, &Limits { budget: budget.clone(), conflicts: most });
        budget.spend(conflict * (self.decider.conflicts() - before));
        if answer == Answer::Conflicts && most != *conflicts {
            answer = Answer::Stopped(StopReason::Effort);
        }
        match answer {
            Answer::Unsat(core) => Answer::Unsat(in_order(assumptions, &core)),
            Answer::Sat(model) => Answer::Sat(model.of(self.cnf.owner())),
            answer => answer,
        }
    }

    /// The clauses.
    pub fn cnf(&self) -> &Cnf {
        &self.cnf
    }

    /// What it has, and has done.
    pub fn stats(&self) -> SatStats {
        SatStats {
            variables: self.cnf.variables(),
            clauses: self.cnf.len(),
            calls: self.calls,
            conflicts: self.decider.conflicts(),
        }
    }
}

/// The assumptions that are in the core, each once.
fn in_order(assumptions: &[Lit], core: &[Lit]) -> Vec<Lit> {
    let mut left: rustc_hash::FxHashSet<Lit> = core.iter().copied().collect();
    assumptions.iter().copied().filter(|lit| left.remove(lit)).collect()
}

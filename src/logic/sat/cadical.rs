//! CaDiCaL, by way of rustsat: the only file that names either.
//!
//! It asks us often whether to go on, in searches that learn nothing as well, and a search that it gave up can be taken up
//! again. So it needs none of the care that [`varisat`](super::varisat) does.

use super::backend::Decider;
use super::cnf::Cnf;
use super::literal::{Lit, Model};
use super::solver::{Answer, Limits};
use crate::budget::StopReason;
use rustsat::solvers::{ControlSignal, GetInternalStats, Solve, SolveIncremental, SolverResult, Terminate};
use rustsat::types::{self, TernaryVal};
use rustsat_cadical::{CaDiCaL, Limit};
use std::error::Error;
use std::iter::successors;
use std::sync::{Arc, OnceLock};

/// The clauses as CaDiCaL knows them.
#[derive(Default)]
pub(super) struct Cadical {
    solver: CaDiCaL<'static, 'static>,
    loaded: usize,
}

/// What the interface calls an error: no memory is left, or it broke its own contract.
type Failure = Box<dyn Error + Send + Sync>;

impl Decider for Cadical {
    fn decide(&mut self, cnf: &Cnf, assumptions: &[Lit], limits: &Limits) -> Answer {
        self.search(cnf, assumptions, limits).unwrap_or_else(|failure| {
            let no_memory = successors(Some(&*failure as &dyn Error), |&error| error.source())
                .any(|error| error.is::<rustsat::OutOfMemory>());
            let reason = || StopReason::Unsupported(format!("cadical: {failure}"));
            Answer::Stopped(if no_memory { StopReason::Memory } else { reason() })
        })
    }

    fn conflicts(&self) -> u64 {
        self.solver.conflicts() as u64
    }
}

impl Cadical {
    fn search(&mut self, cnf: &Cnf, assumptions: &[Lit], limits: &Limits) -> Result<Answer, Failure> {
        for (clause, _) in cnf.tail(self.loaded).clauses() {
            self.solver.add_clause(clause.iter().copied().map(to_rustsat).collect())?;
            self.loaded += 1;
        }
        let assumptions: Vec<types::Lit> = assumptions.iter().copied().map(to_rustsat).collect();
        if let Some(conflicts) = limits.conflicts {
            self.solver.set_limit(Limit::Conflicts(i32::try_from(conflicts).unwrap_or(i32::MAX)))?;
        }
        let stopped = Arc::new(OnceLock::new());
        let (budget, reason) = (limits.budget.clone(), Arc::clone(&stopped));
        self.solver.attach_terminator(move || match budget.poll() {
            Ok(()) => ControlSignal::Continue,
            Err(stop) => {
                reason.get_or_init(|| stop);
                ControlSignal::Terminate
            }
        });
        let result = self.solver.solve_assumps(&assumptions)?;
        self.solver.detach_terminator();
        Ok(match result {
            SolverResult::Sat => Answer::Sat(self.model(cnf.variables())?),
            // Cores are clauses here: the complements of the assumptions.
            SolverResult::Unsat => {
                Answer::Unsat(self.solver.core()?.into_iter().map(|lit| from_rustsat(!lit)).collect())
            }
            SolverResult::Interrupted => stopped.get().cloned().map_or(Answer::Conflicts, Answer::Stopped),
        })
    }

    fn model(&self, variables: usize) -> Result<Model, Failure> {
        let value = |variable| Ok(self.solver.lit_val(to_rustsat(Lit::of_variable(variable)))? == TernaryVal::True);
        (0..variables).map(value).collect::<Result<_, Failure>>().map(Model::new)
    }
}

fn to_rustsat(lit: Lit) -> types::Lit {
    types::Lit::new(lit.variable() as u32, lit.is_negated())
}

fn from_rustsat(lit: types::Lit) -> Lit {
    let variable = Lit::of_variable(lit.vidx());
    if lit.is_neg() { !variable } else { variable }
}

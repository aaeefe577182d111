//! Why there is a violation: the choices, assignments and conditions of a trace on which it depends.
//!
//! A trace is walked backwards from its violation, with the set of variables whose values are *wanted*: at first those that decide the
//! violated condition. Walking over a step that gives a wanted variable its value, that variable is wanted no more, and the variables that
//! decide the new value are ([`justify`]); the step matters. A condition, or a `goto`, matters unless both hold: the trace comes to the place where
//! all ways from it meet again ([`graph`]) and nothing between them matters; and no way to that place writes a wanted variable, or may be blocked by
//! an `assume` that is no branch of a `goto` ([`regions`]). What does not matter could be anything: other values, another way, nothing at all.
//!
//! An `assert` that holds restricts nothing here, and neither does `constrain` where nothing is wanted of what is assigned.
//!
//! A run that returned is walked for each set that is wanted of what it leaves, so the work is linear in the trace but for that; after a number of them
//! everything is wanted.

mod assumes;
mod graph;
mod justify;
mod postdominators;
mod regions;
mod walk;

use super::trace::{RunId, Trace};
use crate::lang::program::semantics::Bits;
use crate::lang::program::{Program, Var};
use walk::Walk;

/// What of a trace its violation depends on.
#[derive(Clone, Debug)]
pub struct Why {
    /// For each run its steps.
    steps: Vec<Bits>,
    /// For each run its locals, of which the first value matters.
    locals: Vec<Bits>,
    /// The globals of which the first value matters.
    globals: Bits,
}

impl Why {
    /// Finds it out.
    ///
    /// # Panics
    /// If the trace is not one of the program: it has to be replayed before.
    pub fn of(program: &Program, trace: &Trace) -> Why {
        Walk::new(program, trace).whole()
    }

    /// Whether a step matters, for one of the calls that the run is named by.
    pub fn matters(&self, run: RunId, step: usize) -> bool {
        self.steps[run.index()][step]
    }

    /// Whether the value matters that a variable has when the run begins. Of globals it is the first run of the final stack that is meant, of parameters
    /// none.
    pub fn begins(&self, run: RunId, var: Var) -> bool {
        match var.scope() {
            crate::lang::program::VarScope::Global(index) => self.globals[index],
            crate::lang::program::VarScope::Local(index) => self.locals[run.index()][index],
        }
    }

    /// How many steps matter, those of a run counted once.
    pub fn count(&self) -> usize {
        self.steps.iter().map(|steps| steps.count_ones()).sum()
    }
}

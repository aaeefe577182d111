//! Traces: how a violation comes about.
//!
//! A trace is a graph of procedure runs, not a list of steps: written out, a run of 64 procedures that
//! call each other twice has 2^64 steps. A run that returned may be named by any number of calls, by the
//! same run or by others; so a trace is as small as the number of *different* runs in it.
//!
//! Invariants, which `validate::replay` checks:
//! - a call names a run with a smaller index, so there is no circle;
//! - the runs of the final stack, from the entry procedure's to the one that is at the violation, are
//!   the last ones, in that order;
//! - a choice that makes no difference to its step is 0, the target of a `goto` is the first of those that lead to
//!   the same point, and each step lists what it changed;
//! - no two runs that returned are the same, and each of them is called.
//!
//! The last two do not make a trace truer. But they leave one way to say a thing, so that a trace in which any
//! one bit is altered is no trace any more. Who makes a trace ([`super::lift()`], [`super::complete()`]) sees to all of them. Nor does it leave two runs that do the same for their callers, but
//! in a trace that is to go one way among others ([`super::Alike`]): there it says something which of them a call names.

use crate::lang::program::semantics::{Bits, State};
use crate::lang::program::{Point, ProcId, Var, property::Property};

/// The index of a run in [`Trace::runs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RunId(pub u32);

impl RunId {
    /// The index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A run of the program that violates a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The SHA-256 of the program's text, in hexadecimal.
    pub program: String,
    /// The property that is violated.
    pub property: Property,
    /// All runs; those of the final stack last.
    pub runs: Vec<Run>,
    /// How many activations are on the stack at the end: at least 1, the entry procedure's.
    pub stack: usize,
    /// How the run goes on for ever, if the property is a formula about runs that do: then the trace leads once round its loop.
    pub turn: Option<Turn>,
}

/// How a run goes on for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The last head is that before this step of this activation of the final stack, counted from the outermost one: what was done since can be done again and
    /// again. The activation does not return, and those below it do not matter.
    Again {
        /// Which activation, from 0.
        level: usize,
        /// Before which of its steps, from 0.
        step: usize,
    },
    /// The step at the property's place ends the run: the entry procedure returns, or an assertion is violated. The run stays there.
    Over {
        /// The choices of that step.
        choices: Bits,
    },
}

/// What one activation of a procedure does, from its entry to its return, or to the end of the trace.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    /// The procedure that is run.
    pub procedure: ProcId,
    /// The globals when it is entered, its parameters, and the first values of its locals.
    pub entry: State,
    /// What it does, beginning with the step at its entry.
    pub steps: Vec<Step>,
    /// The state before its return, or where it is when the trace ends.
    pub exit: State,
    /// How it ends.
    pub end: End,
}

/// One step of a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Where control is before it.
    pub point: Point,
    /// Its choices, as many as `semantics::choices_at` says.
    pub choices: Bits,
    /// Which target a `goto` takes; 0 for every other statement.
    pub target: usize,
    /// For a call that returned: the run of the callee.
    pub call: Option<RunId>,
    /// The variables that have another value afterwards, with that value; in the order of [`Var`].
    pub changes: Vec<(Var, bool)>,
}

/// How a run ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// It returns, by the step at this point with these choices, with these results.
    Returned {
        /// Where the `return` or `end` is.
        point: Point,
        /// Its choices.
        choices: Bits,
        /// The results.
        results: Bits,
    },
    /// It waits for the call at this point; the callee is the next run of the final stack.
    Calling {
        /// The point of the call.
        point: Point,
        /// The choices of the call; those of `enforce` are 0.
        choices: Bits,
    },
    /// The violation: control is at the property's place, and, unless the property is a label, the step there
    /// with these choices violates it.
    Violation {
        /// The choices of the `assert` or `abortif`; empty for a label.
        choices: Bits,
    },
}

impl Trace {
    /// The runs of the final stack, the entry procedure's first.
    pub fn final_stack(&self) -> impl DoubleEndedIterator<Item = RunId> + use<> {
        let all = self.runs.len() as u32;
        (all - self.stack as u32..all).map(RunId)
    }

    /// The run with this index.
    pub fn run(&self, id: RunId) -> &Run {
        &self.runs[id.index()]
    }
}

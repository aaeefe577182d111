//! What an engine has to say about a violation, before it is completed to a trace: which way it goes
//! and how each choice is resolved. What follows from that, [`super::execute`] or [`super::complete`] adds.

use super::trace::RunId;
use crate::lang::program::property::Property;
use crate::lang::program::semantics::{Bits, State};
use crate::lang::program::{Point, ProcId};

/// A trace without what follows from it. Runs are ordered as in [`super::Trace`]: a call names a run with a
/// smaller index, those of the final stack are the last, the entry procedure's first among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skeleton {
    /// The SHA-256 of the program's text, in hexadecimal.
    pub program: String,
    /// The property that is violated.
    pub property: Property,
    /// All runs.
    pub runs: Vec<SkeletonRun>,
    /// How many activations are on the stack at the end.
    pub stack: usize,
}

/// What one activation does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkeletonRun {
    /// The procedure that is run.
    pub procedure: ProcId,
    /// The globals when it is entered, its parameters, and the first values of its locals.
    pub entry: State,
    /// Its steps, in order.
    pub steps: Vec<SkeletonStep>,
    /// How it ends.
    pub end: SkeletonEnd,
}

/// One step. The choices are as many as `semantics::choices_at` says; those that do not matter may have any value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkeletonStep {
    /// Where control is before it.
    pub point: Point,
    /// Its choices.
    pub choices: Bits,
    /// Which target a `goto` takes.
    pub target: usize,
    /// For a call that returned: the run of the callee.
    pub call: Option<RunId>,
}

/// How a run ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SkeletonEnd {
    /// It returns, by the step at this point.
    Returned {
        /// Where the `return` or `end` is.
        point: Point,
        /// Its choices.
        choices: Bits,
    },
    /// It waits for the call at this point; the callee is the next run of the final stack.
    Calling {
        /// The point of the call.
        point: Point,
        /// Its choices, those of `enforce` included.
        choices: Bits,
    },
    /// The property is violated where control is now.
    Violation {
        /// The choices of the `assert` or `abortif`; empty for a label.
        choices: Bits,
    },
}

//! Why a trace is refused.

use crate::lang::program::{Place, Program};
use crate::lang::source::Source;
use std::fmt;

/// Where in a trace, and in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    /// The index of the run.
    pub(crate) run: usize,
    /// The index of the step in the run; that of the last step and 1 for the end of the run.
    pub(crate) step: usize,
    /// Where control is when the program is executed.
    pub(crate) place: Place,
    /// The same as `procedure#n`.
    pub(crate) shown: String,
}

/// The first thing in a trace that the program does not bear out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Refusal {
    /// Where; `None` if it is about the trace as a whole.
    pub(crate) position: Option<Position>,
    /// What is wrong, such as `the value of x`.
    pub(crate) what: String,
    /// The value that the program gives.
    pub(crate) expected: String,
    /// The value that the trace gives.
    pub(crate) found: String,
}

impl Refusal {
    /// `file:line:column` of the statement.
    pub fn locate(&self, program: &Program, source: &Source) -> Option<String> {
        self.position.as_ref().map(|position| source.locate(program.span(position.place)))
    }

    /// A refusal about the trace as a whole.
    pub(super) fn whole(what: &str, expected: impl fmt::Display, found: impl fmt::Display) -> Refusal {
        Refusal { position: None, what: what.into(), expected: expected.to_string(), found: found.to_string() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Position { run, step, shown, .. }) = &self.position {
            write!(f, "{shown} (run {run}, step {step}): ")?;
        }
        write!(f, "{}: expected {}, found {}", self.what, self.expected, self.found)
    }
}

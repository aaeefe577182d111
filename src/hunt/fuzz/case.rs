//! One input with what is asked about it.

use super::question::Question;
use crate::hunt::brute::Bounds;

/// An input.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its number in the plan.
    pub(crate) number: u64,
    /// Its text.
    pub text: String,
    /// What it is the text of.
    pub subject: Subject,
}

/// What a text is, and who is asked about it.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A program.
    Program {
        /// The procedure in which runs begin; `None`: `main`.
        entry: Option<String>,
        /// Who is asked, and how; the referee first.
        questions: Vec<Question>,
        /// If given, all runs are enumerated within these bounds, too.
        bounds: Option<Bounds>,
    },
    /// An explicit pushdown system.
    System,
}

//! What became of one input of a check: as [`text`] for people, as [`json`] and [`sarif`] for programs, as [`newton`] and [`moped`] for scripts
//! that were written for those.

pub mod json;
pub mod moped;
pub mod newton;
pub mod sarif;
mod tally;
pub mod text;

use crate::budget::StopReason;
use crate::lang::source::{Diagnostics, Source};
use crate::outcome::{Decision, Evidence, Outcome, Overall, Verdict};
use crate::pipeline::{Decided, Loaded};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
pub use tally::Tally;

/// What became of one input, and what it cost.
#[derive(Debug)]
pub struct FileReport {
    /// The name of the input, as the user wrote it.
    pub path: String,
    /// Its text, if that could be read.
    pub source: Option<Source>,
    /// The outcome, or why there is none.
    pub ending: Ending,
    /// The time and the memory that it took, if somebody wants to know.
    pub resources: Resources,
}

/// How the check of one input ended.
#[derive(Debug)]
pub enum Ending {
    /// With an answer.
    Decided(Arc<Loaded>, Box<Decided>),
    /// With a limit, before there was a program to decide anything about.
    Stopped(StopReason),
    /// The input is not a program, or is not to be accepted with its warnings.
    Rejected(Diagnostics),
    /// The input cannot be read.
    Unreadable(String),
    /// The program has no such entry procedure or label.
    Request(String),
    /// The tool's own evidence failed its check.
    SelfCheck(String),
    /// The tool has a bug and met it.
    Internal,
}

/// What a check cost; nothing where nobody has looked. It differs from run to run, and so never stands beside the results in a text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Resources {
    /// Time on the wall.
    pub wall: Duration,
    /// Processor time of the process so far, where the system tells.
    pub cpu: Option<Duration>,
    /// The most memory the process used so far, in bytes, where the system tells.
    pub peak_memory: Option<u64>,
}

impl FileReport {
    /// The answer; `None` if there is none because of an error.
    pub fn overall(&self) -> Option<Overall> {
        match &self.ending {
            Ending::Decided(_, decided) => Some(decided.outcome.overall()),
            Ending::Stopped(reason) => Some(Overall::Unknown(reason.clone())),
            _ => None,
        }
    }

    /// What is wrong, in one line; `None` if there is an answer.
    pub fn error(&self) -> Option<String> {
        Some(match &self.ending {
            Ending::Decided(..) | Ending::Stopped(_) => return None,
            Ending::Rejected(diagnostics) if !diagnostics.has_errors() => {
                let count = Count(0, diagnostics.warnings());
                format!("the input is rejected: {count}, and warnings are denied")
            }
            Ending::Rejected(diagnostics) => {
                format!("the input is rejected: {}", Count(diagnostics.errors(), diagnostics.warnings()))
            }
            Ending::Unreadable(why) => format!("cannot read {}: {why}", self.path),
            Ending::Request(what) => what.clone(),
            Ending::SelfCheck(what) => {
                format!("the self-check failed: {what}; this is a bug of bpcheck, please report it")
            }
            Ending::Internal => "internal error: this is a bug of bpcheck, please report it".to_string(),
        })
    }
}

/// `2 errors and 1 warning`, what is 0 left out.
struct Count(usize, usize);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |n| if n == 1 { "" } else { "s" };
        match *self {
            Count(errors, 0) => write!(f, "{errors} error{}", plural(errors)),
            Count(0, warnings) => write!(f, "{warnings} warning{}", plural(warnings)),
            Count(errors, warnings) => {
                write!(f, "{errors} error{} and {warnings} warning{}", plural(errors), plural(warnings))
            }
        }
    }
}

/// What vouches for the answer of a whole check: traces were replayed before anything was said, so UNSAFE is checked;
/// SAFE is if the evidence for each property was; UNKNOWN claims nothing. `Err` says why nothing vouches for it.
fn voucher(outcome: &Outcome) -> Result<(), &str> {
    match outcome.overall() {
        Overall::Unsafe => Ok(()),
        Overall::Unknown(_) => Err(outcome.decisions.iter().find_map(without_certificate).unwrap_or("no verdict")),
        Overall::Safe => outcome.decisions.iter().try_for_each(|decision| match &decision.verdict {
            Verdict::Safe(Evidence::None(why)) => Err(why.as_str()),
            _ => Ok(()),
        }),
    }
}

/// Why there is no certificate of a property, where one is required.
fn without_certificate(decision: &Decision) -> Option<&str> {
    match &decision.verdict {
        Verdict::Unknown(StopReason::NoCertificate(why)) => Some(why),
        _ => None,
    }
}

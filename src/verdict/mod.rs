//! Answers: what is said about each property, and the evidence for it.

mod outcome;
pub mod trace;

pub use outcome::{Decision, Evidence, Outcome, Overall, Verdict};
pub use trace::Trace;

//! Answers: what is said about each property, and the evidence for it.

pub mod canonical;
pub mod certificate;
mod certify;
mod complete;
mod execute;
pub mod json;
mod lift;
pub mod names;
mod outcome;
mod skeleton;
pub mod trace;

pub use certificate::Certificate;
pub use certify::certify;
pub use complete::{Flaw, complete};
pub use execute::NoTrace;
pub use lift::lift;
pub use outcome::{Decision, Evidence, Outcome, Overall, Verdict};
pub use skeleton::{Skeleton, SkeletonEnd, SkeletonRun, SkeletonStep};
pub use trace::Trace;

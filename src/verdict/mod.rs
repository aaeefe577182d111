//! Evidence: traces and certificates, how they are made of what engines find, and their JSON. Nothing here was checked yet: see
//! [`crate::validate`].

pub(crate) mod canonical;
pub mod certificate;
mod certify;
mod complete;
mod decisive;
mod execute;
mod gather;
pub mod json;
mod lift;
pub mod names;
mod skeleton;
pub mod summaries;
pub mod trace;
#[cfg(feature = "cli")]
pub mod why;

pub use certificate::Certificate;
pub(crate) use certify::certify;
pub use complete::{Flaw, complete};
pub use execute::NoTrace;
pub use gather::Alike;
pub use lift::lift;
pub use skeleton::{Skeleton, SkeletonEnd, SkeletonRun, SkeletonStep};
pub use trace::Trace;

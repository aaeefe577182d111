//! Refutations by resolution, kept in memory: what interpolants are read off.

mod proof;
mod record;
mod recycle;
mod refutation;
mod resolvent;
mod trim;
mod verify;

pub use proof::{ClauseId, Leaf, Link, Origin, Proof, Source};
pub(super) use record::Recording;
pub use refutation::{LITERALS, NoProof, refutation};
pub use verify::{Flaw, verify};

//! Evidence is believed when it was checked here: [`replay`] executes a trace on the program, [`inductive`] checks a certificate step by
//! step.
//!
//! Whoever has to trust an answer has to trust this room, and the meaning of programs in
//! [`crate::lang::program::semantics`]; nothing else. So it knows no engine, no pushdown system and no control-flow graph, and
//! what it is handed may be anything at all: it accepts or refuses, it does not panic.

mod claim;
pub mod inductive;
mod length;
mod property;
mod refusal;
mod replay;
mod run;

pub use claim::{Passage, Passages, replay_claim};
pub use length::Length;
pub use refusal::Refusal;
pub(crate) use replay::{NotReplayed, replay_within};
pub use replay::{Replayed, replay};

//! What an engine does, step by step.
//!
//! Engines tell events ([`crate::engine::Event`]) to whoever listens. [`system`] and [`program`] run an engine with somebody who keeps them, and write down a [`Log`]: the
//! input, the pushdown system with its rules, and the engine's own [account](crate::engine::account) of its steps, with all names resolved. Whatever is shown of an engine's work, as text, picture or page, is made
//! of a log and nothing else.

mod guards;
mod layout;
mod log;
mod program;
mod system;

pub use crate::engine::account::{Rule, State, StateKind, Symbol, System, Target};
pub(crate) use layout::{LINE, Layout, Place, Route};
pub use log::{Input, Log, schema};
pub(crate) use program::untold;
pub use program::{Explained, program};
pub use system::system;

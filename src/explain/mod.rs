//! What an engine does, step by step.
//!
//! Engines tell events ([`crate::engine::Event`]) to whoever listens. A [`Recorder`] keeps them; [`system`] and [`program`] run an engine with one and write down a
//! [`Log`]: the input, the pushdown system with its rules, and the events with all names resolved. Whatever is shown of an engine's work, as text, picture or page, is made
//! of a log and nothing else: [`Automaton`] and [`Summaries`] rebuild from it what the engine knew after any step.

mod automaton;
mod layout;
mod log;
mod program;
mod recorder;
mod summaries;
mod system;

pub use automaton::{Automaton, Premise, Transition};
pub use layout::Layout;
pub use log::*;
pub use program::{Explained, program};
pub use recorder::Recorder;
pub use summaries::{Calls, Summaries};
pub use system::{Direction, system};

#![doc = include_str!("README.md")]

pub mod account;
pub mod automaton;
mod engine;
pub mod explicit;
mod growth;
mod heads;
mod options;
pub mod post;
pub mod pre;
pub mod program;
mod relations;
mod repeat;
mod search;
mod shortest;
mod step;
mod tell;
mod tries;
mod variant;
pub mod weights;
mod whole;

pub use crate::relational::ranks::Ranks;
pub use engine::{DiagramStats, Direction, Saturation, SaturationStats};
pub use options::{Options, ROW};
pub use step::{Cube, Event, Weight, When};
pub use variant::Variant;

/// The control state of programs.
const CONTROL: u32 = 0;
/// In post* of a program, the state in which the entry procedure's activation is.
const BOTTOM: u32 = 1;

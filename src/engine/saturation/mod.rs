#![doc = include_str!("README.md")]

pub mod automaton;
mod engine;
pub mod explicit;
mod growth;
pub mod order;
pub mod post;
pub mod pre;
mod ranks;
pub mod relations;
mod search;
mod tries;
pub mod weights;

pub use engine::{DiagramStats, Saturation, SaturationStats};
pub use growth::Ranks;

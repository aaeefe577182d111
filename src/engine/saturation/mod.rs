//! Saturation: post* and pre* of pushdown systems, with weights.
//!
//! [`post`] and [`pre`] are written once, over the [`weights`] that transitions carry. What comes out is an
//! [`automaton`]: it accepts the configurations that can be reached, or from which a target can be.

pub mod automaton;
mod engine;
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

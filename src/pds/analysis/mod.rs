//! What can be told of a symbolic pushdown system without running it: analyses change nothing.
//!
//! - [`reach`](Reach): where runs can be, and where they still can come to a target;
//! - [`constants`](Constants): what has the same value in every run; [`liveness`](Liveness): which slots matter;
//! - [`modref`](ModRef): which globals a procedure can modify and read; [`influence`](Influence): which calls matter; [`steering`](Steering): which variables decide where control goes; [`functions`](Functions): of which procedures each call goes the only way it can;
//! - [`cuts`](cuts()): loop heads, and where else a proof has to say what holds; [`components`](components()) of whatever graph.
//!
//! A newcomer begins with [`liveness`](Liveness); [`sets`] and [`slots`] are what all count with.

mod components;
mod constants;
mod cuts;
pub(in crate::pds) mod flow;
mod functions;
mod influence;
mod liveness;
mod modref;
mod reach;
pub(crate) mod sets;
pub(crate) mod slots;
mod steering;
mod vertices;

#[cfg(test)]
pub(in crate::pds) mod fixture;

pub use components::components;
pub(crate) use constants::Constants;
pub(crate) use cuts::{Cuts, cuts};
pub(crate) use functions::Functions;
pub(crate) use influence::Influence;
pub use liveness::Liveness;
pub(crate) use modref::ModRef;
pub use reach::Reach;
pub(crate) use steering::Steering;
pub use vertices::Vertices;

//! Relations between states of an activation, as decision diagrams: what engines have in common that keep sets of states in these.
//!
//! A relation says, of an activation, from which entry it can come to which state now:
//!
//! - at a location: entered globals and parameters; globals, locals, and results now;
//! - when a procedure has returned: entered; globals and results now;
//! - of a caller that waits: entered; what it keeps, now; as *next*, the globals and parameters with which the callee begins.
//!
//! | room | |
//! |---|---|
//! | [`live`] | which slots are looked at where; all others are projected away |
//! | [`order`], [`variables`] | a static order of the variables, and those that get columns |
//! | [`ranks`] | in which order locations are looked at |
//! | [`frames`] | which column stands for what |
//! | [`compile`], `alike` | rules as images, those that do the same once |
//! | [`relations`] | the relations of one system: begin, step, wait, resume |
//! | [`states`], [`formulas`] | looking at them: as states, and as what a proof says |

mod alike;
pub(crate) mod compile;
mod formulas;
pub(crate) mod frames;
pub(crate) mod live;
pub mod order;
pub(crate) mod ranks;
mod relations;
pub(crate) mod states;
pub(crate) mod variables;

pub(crate) use relations::Relations;

//! Temporal logic of programs: what the atoms of a formula mean there, and the program in which an automaton reads along.
//!
//! A [`Claim`] is a formula about the runs of one program, or an automaton that shall accept none of them, or a monitor that shall come to no error. [`product`] is the program of which a run to a place exists
//! if and only if a run of the first one is accepted by an automaton, [`supervisor`] the same for monitors, and [`onlooker`] says which of these looks on for a claim.

mod claim;
mod cuts;
pub mod onlooker;
pub mod product;
mod silent;
pub mod supervisor;

pub use claim::{Claim, Monitored, Said, Says, Spoken};

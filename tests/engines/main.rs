//! The engines and what they stand on: each against the others, the enumeration of all runs, and the answers of real inputs.
//! One program for all of it, since each links the whole library.

mod agreement;
mod bam;
mod conformance;
mod depth;
mod engines;
mod exhaustive;
mod explicit;
mod interpolation;
mod metamorphic;
mod passes;
mod pds;
mod portfolio;
mod rdd;
mod recmc;
mod sat;
mod shortest;
mod summary;
#[path = "../support/mod.rs"]
mod support;
mod temporal;
mod transfers;

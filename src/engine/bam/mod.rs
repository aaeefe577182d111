#![doc = include_str!("README.md")]

pub mod account;
mod closed;
mod credit;
mod domain;
mod engine;
mod event;
mod judge;
mod options;
mod path;
mod places;
mod plan;
mod precision;
mod prove;
mod realise;
mod refine;
mod rounds;
mod search;
mod slice;
mod stats;
mod survive;
mod table;
mod walk;
mod ways;

pub use options::ROW;
pub use stats::{Amount, BamStats, Cost, Counts};

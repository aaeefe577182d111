#![doc = include_str!("README.md")]

pub mod account;
mod domain;
mod engine;
mod event;
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
mod stats;
mod survive;
mod table;
mod walk;

pub use options::ROW;
pub use stats::{Amount, BamStats, Cost, Counts};

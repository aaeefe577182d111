//! bpcheck decides reachability in Boolean programs (the language of SLAM's Bebop): can a run of a program with procedures,
//! recursion and Boolean data fail an `assert`, or come to a label? It answers SAFE, or UNSAFE with a trace that was replayed on
//! the program before anybody hears of it, or UNKNOWN with a reason.
//!
//! ```
//! use bpcheck::{Options, Source, check, outcome::Overall};
//!
//! let source = Source::new("example.bp", "decl a; void main() begin a := *; assert(a); end");
//! let outcome = check(&source, &Options::default())?;
//! assert_eq!(outcome.overall(), Overall::Unsafe);
//! # Ok::<(), bpcheck::Failure>(())
//! ```
//!
//! The road from text to answer is [`pipeline`], stage by stage; reading that file is reading the architecture. [`lang`] is the
//! language, [`lang::program::semantics`] the one place of its meaning; [`pds`] is what engines work on, [`engine`] the
//! engines; [`verdict`] is the evidence that they give, [`validate`] believes none of it before it was checked, and [`mod@outcome`] is
//! what is left to say. [`depth`] asks how deep stacks become. [`ltl`] has formulas about runs, and their automata; [`monitor`] automata that look on. With `step` a run is made by hand.
//!
//! The library opens no file, starts no process, reads no clock that it was not handed, keeps no global state, and does not
//! panic on any input. Everything is `Send + Sync`; a check is stopped from another thread by a
//! [`budget::CancelToken`]. One room is excepted, `campaign`, which runs other programs and measures them.
//!
//! What the command needs beyond that (reports, conversions, generators, campaigns, hunts) stands behind the feature `cli`, which is on by
//! default. With `default-features = false` there is what this page has spoken of up to here, and nothing else is built.

#![warn(clippy::disallowed_methods)]

pub mod budget;
pub mod depth;
pub mod engine;
pub mod lang;
pub mod logic;
pub mod ltl;
pub mod monitor;
pub mod outcome;
pub mod pds;
pub mod pipeline;
pub mod relational;
mod summaries;
mod symbolic;
pub mod temporal;
pub mod validate;
pub mod verdict;

#[cfg(feature = "cli")]
pub mod bench;
#[cfg(feature = "cli")]
#[allow(clippy::disallowed_methods, reason = "it starts processes, measures them, and reads files")]
pub mod campaign;
#[cfg(feature = "cli")]
pub mod convert;
#[cfg(feature = "cli")]
pub mod explain;
#[cfg(feature = "cli")]
pub mod generate;
#[cfg(feature = "cli")]
pub mod hunt;
#[cfg(feature = "cli")]
pub mod report;
#[cfg(feature = "cli")]
pub mod step;

pub use lang::source::{Diagnostics, Source};
pub use pipeline::{Failure, Options, check};

//! bpcheck decides reachability in Boolean programs (the language of SLAM's Bebop): can a run of a program with procedures,
//! recursion and Boolean data fail an `assert`, or come to a label? It answers SAFE, or UNSAFE with a trace that was replayed on
//! the program before anybody hears of it, or UNKNOWN with a reason.
//!
//! ```
//! use bpcheck::{Options, Source, check, verdict::Overall};
//!
//! let source = Source::new("example.bp", "decl a; void main() begin a := *; assert(a); end");
//! let outcome = check(&source, &Options::default())?;
//! assert_eq!(outcome.overall(), Overall::Unsafe);
//! # Ok::<(), bpcheck::Failure>(())
//! ```
//!
//! The road from text to answer is [`pipeline`], stage by stage; reading that file is reading the architecture. [`lang`] is the
//! language, [`lang::program::semantics`] the one place of its meaning; [`pds`] is what engines work on, [`engine`] the
//! engines; [`verdict`] is what they answer, and [`validate`] believes none of it. With [`step`] a run is made by hand.
//!
//! The library opens no file, reads no clock that it was not handed, keeps no global state, and does not
//! panic on any input. Everything is `Send + Sync`; a check is stopped from another thread by a
//! [`budget::CancelToken`].

pub mod bench;
pub mod budget;
pub mod campaign;
pub mod convert;
pub mod engine;
pub mod explain;
pub mod generate;
pub mod hunt;
pub mod lang;
pub mod logic;
pub mod pds;
pub mod pipeline;
pub mod report;
pub mod step;
pub mod validate;
pub mod verdict;

pub use lang::source::{Diagnostics, Source};
pub use pipeline::{Failure, Options, check};

//! Pushdown systems in Moped's text format: an initial configuration, then rules, all without regard to lines.
//!
//! ```text
//! # comment
//! (p <a b>)
//! atoms b ready, fresh
//! p <a> --> q <b c> "label"    q <b> --> q <>
//! ```
//!
//! Behind `atoms` stand words that hold where a symbol is on top, which formulas may name. It holds no question: Moped is told on the command line which *head*, a control state with a symbol on top, is to be reached. With variables (`global`,
//! `local`, relations behind rules) the same format is symbolic; that is not read.

mod read;
mod tokens;
mod write;

pub(crate) use read::is_one;
pub use read::read;
pub use write::{HEAD, text};

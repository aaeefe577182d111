//! Answers about explicit pushdown systems: [`automaton`] shows post* and pre*, [`heads`] what can be on top, [`run`] how a
//! configuration is reached, [`check`] whether a target is.
//!
//! As in [`dump`](super::dump), a document is a plain value with a `Display` for people and a `Serialize` for programs.

pub mod automaton;
pub mod check;
pub mod depth;
pub mod heads;
pub mod run;

use crate::lang::source::Source;
use serde::Serialize;

/// The version of the JSON formats. It grows when a field changes its meaning or goes away, not when one is added.
pub const SCHEMA_VERSION: u32 = 1;

/// Which text a document is about.
#[derive(Clone, Debug, Serialize)]
pub struct Input {
    path: String,
    /// Null if it could not be read in time.
    sha256: Option<String>,
}

impl Input {
    fn of(source: &Source) -> Input {
        Input { path: source.name().to_string(), sha256: Some(source.sha256().to_string()) }
    }
}

//! Traces as JSON, and what the JSON of traces and of certificates ([`super::certificate::json`]) have in common: how
//! they are laid out, how names are looked up, what can be wrong.
//!
//! The types of the document ([`TraceDocument`]) are not those in memory: names stand for ids, rows of `0` and `1` in
//! the order of declaration for states, and what is empty is left out. [`SCHEMA_VERSION`] counts the versions of
//! the document: it changes whenever a reader of the old one would refuse, or misread, the new one. The JSON Schema
//! of this version is `schema/trace.schema.json`.
//!
//! A variable is named as the procedure of the run sees it; a global that a local hides is written `::name` ([`super::names`]).

mod document;
mod error;
pub(in crate::verdict) mod layout;
mod lookup;
mod read;
mod row;
mod write;

pub(crate) use document::TraceDocument;
pub(in crate::verdict) use document::{KindPart, ProgramPart, PropertyPart, ToolPart};
pub use error::ReadError;
pub(in crate::verdict) use lookup::{Lookup, version};

use super::trace::Trace;
use crate::lang::program::Program;
use crate::lang::source::Source;
use std::io;

/// The version of the document that is written, and the only one that is read.
pub(crate) const SCHEMA_VERSION: u32 = 1;

/// Writes a trace: a line for each step.
///
/// # Errors
/// What the writer refuses.
///
/// # Panics
/// If it is not a trace of this program.
pub fn write_trace(out: &mut dyn io::Write, program: &Program, source: &Source, trace: &Trace) -> io::Result<()> {
    layout::write(out, &write::document(program, source, trace))
}

/// A trace as JSON text.
///
/// # Panics
/// If it is not a trace of this program.
pub fn trace_to_json(program: &Program, source: &Source, trace: &Trace) -> String {
    layout::text(&write::document(program, source, trace))
}

/// Reads a trace. Names are looked up in `program`; whether it is a trace of it, `validate::replay` says.
///
/// # Errors
/// The first thing that is not as the schema says, or names what the program does not have.
pub fn trace_from_json(program: &Program, text: &[u8]) -> Result<Trace, ReadError> {
    read::trace(program, text)
}

/// The JSON Schema of the document, as it is kept in `schema/trace.schema.json`.
pub fn trace_schema() -> String {
    layout::schema::<TraceDocument<'static>>()
}

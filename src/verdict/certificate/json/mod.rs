//! Certificates as JSON.
//!
//! Names stand for ids, places for points, and each contract has its formulas as a list of nodes in which what is shared stands once.
//! [`SCHEMA_VERSION`] counts the versions of the document; the JSON Schema of this version is `schema/certificate.schema.json`.

mod assurance;
mod document;
mod levels;
mod read;
mod write;

pub use assurance::{Assurance, Unread, assurance_schema, assurances_from_json, is_about_runs, write_assurances};
pub(crate) use document::{CertificateDocument, NodePart, Reference};

use super::Certificate;
use crate::lang::program::Program;
use crate::lang::source::Source;
use crate::verdict::json::{ReadError, layout};
use std::io;

/// The version of the document that is written, and the only one that is read.
pub(crate) const SCHEMA_VERSION: u32 = 1;

/// Writes a certificate.
///
/// # Errors
/// What the writer refuses.
///
/// # Panics
/// If it is not a certificate of this program.
pub fn write_certificate(
    out: &mut dyn io::Write,
    program: &Program,
    source: &Source,
    certificate: &Certificate,
) -> io::Result<()> {
    layout::write(out, &write::document(program, source, certificate))
}

/// A certificate as JSON text.
///
/// # Panics
/// If it is not a certificate of this program.
pub fn certificate_to_json(program: &Program, source: &Source, certificate: &Certificate) -> String {
    layout::text(&write::document(program, source, certificate))
}

/// Reads a certificate. Names are looked up in `program`; whether it is a certificate of it, `validate::inductive` says.
///
/// # Errors
/// The first thing that is not as the schema says, or names what the program does not have.
pub fn certificate_from_json(program: &Program, text: &[u8]) -> Result<Certificate, ReadError> {
    read::certificate(program, text)
}

/// The JSON Schema of the document, as it is kept in `schema/certificate.schema.json`.
pub fn certificate_schema() -> String {
    layout::schema::<CertificateDocument<'static>>()
}

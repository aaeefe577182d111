//! What is known of the procedures of one version of a program, in a file, for the next version (O. Sery, G. Fedyukovich, N. Sharygina, FMCAD 2012).
//!
//! Unlike a [certificate](super::certificate) it proves nothing: each lemma is tried on the program at hand, and what holds there is used. So a file may be of
//! another program, or forged, and costs time. A certificate can be read as such a file, too.
//!
//! Procedures and variables go by their names, loop heads by their order in the procedure, properties by their order among those of their kind in the
//! procedure. What has no counterpart is left away. [`SCHEMA_VERSION`] counts the versions of the document; its JSON Schema is `schema/summaries.schema.json`.

mod bodies;
mod document;
mod fit;
mod key;
mod read;
mod record;

pub use fit::{Carried, fit};
pub use record::record;

use super::json::{ReadError, layout};
use crate::lang::source::Source;
use document::{ProcedurePart, SummariesDocument};

/// The version of the document that is written, and the only one that is read.
const SCHEMA_VERSION: u32 = 1;

/// What is known of procedures, by their names.
#[derive(Clone, Debug, Default)]
pub struct Summaries {
    procedures: Vec<ProcedurePart<'static>>,
}

impl Summaries {
    /// Reads them. Whether the program at hand has what they name is not asked.
    ///
    /// # Errors
    /// The first thing that is not as the schema says.
    pub fn from_json(text: &[u8]) -> Result<Summaries, ReadError> {
        read::summaries(text)
    }

    /// What a certificate says of procedures, of whatever program it is: what an activation leaves that is entered as it says, what holds of it at
    /// loop heads, and that it violates nothing.
    ///
    /// # Errors
    /// The first thing that is not as the schema of certificates says.
    pub fn from_certificate(text: &[u8]) -> Result<Summaries, ReadError> {
        read::certificate(text)
    }

    /// Them as JSON text; `source` is the program that they are of.
    pub fn to_json(&self, source: &Source) -> String {
        let procedures = self.procedures.clone();
        layout::text(&SummariesDocument::of(source, procedures))
    }

    /// How many lemmas there are.
    pub fn count(&self) -> usize {
        self.procedures.iter().map(ProcedurePart::count).sum()
    }
}

/// The JSON Schema of the document, as it is kept in `schema/summaries.schema.json`.
pub fn summaries_schema() -> String {
    layout::schema::<SummariesDocument<'static>>()
}

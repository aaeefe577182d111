//! Why a text is not the document that it should be.

/// Why a text is not a trace, or not a certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// It is no JSON, or not as the schema says; the message names line and column.
    #[error("not a {what}: {error}")]
    Form {
        /// The document that it should be: a trace, or a certificate.
        what: &'static str,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// It is a document of another version.
    #[error("this is schema version {found}; only version {known} is understood")]
    Version {
        /// Its version.
        found: u64,
        /// The one that is understood.
        known: u32,
    },
    /// It names something that the program does not have.
    #[error("{at}: {what}")]
    Name {
        /// Where in the document, such as `runs[2].steps[5].at`.
        at: String,
        /// What is wrong.
        what: String,
    },
}

impl ReadError {
    /// What is wrong with the form of a document.
    pub(in crate::verdict) fn form(what: &'static str) -> impl Fn(serde_json::Error) -> ReadError {
        move |error| ReadError::Form { what, error }
    }

    /// What is wrong with a name.
    pub(in crate::verdict) fn name(at: &str, what: &str) -> ReadError {
        ReadError::Name { at: at.to_string(), what: what.to_string() }
    }
}

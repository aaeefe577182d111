//! Certificates: written, read, and offered for programs that they are not of.

mod support;

#[path = "certificates/attack.rs"]
mod attack;
#[path = "certificates/enumerate.rs"]
mod enumerate;
#[path = "certificates/json.rs"]
mod json;
#[path = "certificates/uses.rs"]
mod uses;

use bpcheck::lang::program::Program;
use bpcheck::verdict::{Certificate, Evidence, Verdict};
use bpcheck::{Options, Source, check};
use std::sync::Arc;

/// A program with its text.
struct Subject {
    source: Source,
    program: Program,
}

impl Subject {
    fn new(text: &str) -> Subject {
        Subject { source: Source::new("x.bp", text), program: support::program(text) }
    }

    /// The certificate that an engine gives of the properties that hold.
    fn certificate(&self, engine: &str) -> Option<Arc<Certificate>> {
        let engine = engine.parse().expect("an engine");
        let options = Options { engine, all: true, budget: support::ticks(300), ..Options::default() };
        let outcome = check(&self.source, &options).unwrap_or_else(|failure| panic!("{failure}\n{}", self.text()));
        outcome.decisions.into_iter().find_map(|decision| match decision.verdict {
            Verdict::Safe(Evidence::Certificate(certificate)) => Some(certificate),
            _ => None,
        })
    }

    fn text(&self) -> &str {
        std::str::from_utf8(self.source.bytes()).expect("text")
    }
}

//! Certificates: written, read, and offered for programs that they are not of.

mod support;

#[path = "certificates/about.rs"]
mod about;
#[path = "certificates/attack.rs"]
mod attack;
#[path = "certificates/enumerate.rs"]
mod enumerate;
#[path = "certificates/json.rs"]
mod json;
#[path = "certificates/uses.rs"]
mod uses;

use bpcheck::lang::program::Program;
use bpcheck::pds::passes::{Pass, PassSet};
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

/// What an engine knows depends on the passes before it; what is said of the program is true without them, too.
#[test]
fn regressions_are_certified_whatever_passes_run() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/bp-examples/regressions");
    let mut certified = 0;
    for entry in std::fs::read_dir(folder).expect("the examples") {
        let text = std::fs::read_to_string(entry.expect("an entry").path()).expect("text");
        for passes in (0..1u32 << Pass::ALL.len()).map(subset) {
            for engine in ["explicit", "saturation:post", "saturation:pre"] {
                let engine = engine.parse().expect("an engine");
                let options = Options { engine, passes, all: true, ..Options::default() };
                let outcome = check(&Source::new("x.bp", text.clone()), &options);
                let outcome = outcome.unwrap_or_else(|failure| panic!("{failure}\n{passes:?}\n{text}"));
                for decision in outcome.decisions {
                    certified += match decision.verdict {
                        Verdict::Safe(Evidence::Certificate(_)) => 1,
                        Verdict::Unsafe(_) => 0,
                        other => panic!("{other:?}\n{text}"),
                    };
                }
            }
        }
    }
    assert!(certified > 900, "{certified}");
}

fn subset(bits: u32) -> PassSet {
    (0..).zip(Pass::ALL).filter(|(index, _)| bits >> index & 1 == 1).map(|(_, pass)| pass).collect()
}

//! Certificates: written, read, and offered for programs that they are not of.

mod about;
mod attack;
mod enumerate;
mod json;
mod refutations;
mod uses;

use crate::support;
use bpcheck::budget::{Budget, StopReason};
use bpcheck::engine::registry::Registry;
use bpcheck::lang::program::Program;
use bpcheck::outcome::{Evidence, Verdict};
use bpcheck::pds::passes::{Pass, PassSet};
use bpcheck::validate::inductive::Accepted;
use bpcheck::verdict::Certificate;
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
    fn certificate(&self, engine: &str) -> Option<Certificate> {
        self.accepted(engine).map(|accepted| accepted.certificate().clone())
    }

    fn accepted(&self, engine: &str) -> Option<Arc<Accepted>> {
        let engine = engine.parse().expect("an engine");
        let options = Options::default().with_engine(engine).with_all(true).with_budget(support::ticks(300));
        let outcome = check(&self.source, &options).unwrap_or_else(|failure| panic!("{failure}\n{}", self.text()));
        outcome.decisions.into_iter().find_map(|decision| match decision.verdict {
            Verdict::Safe(Evidence::Certificate(accepted)) => Some(accepted),
            _ => None,
        })
    }

    fn text(&self) -> &str {
        std::str::from_utf8(self.source.bytes()).expect("text")
    }
}

/// The work of an engine that is slow.
const EFFORT: u64 = 20_000;

/// What an engine knows depends on the passes before it; what is said of the program is true without them, too.
#[test]
fn regressions_are_certified_whatever_passes_run() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/bp-examples/regressions");
    let mut certified = 0;
    for entry in std::fs::read_dir(folder).expect("the examples") {
        let text = std::fs::read_to_string(entry.expect("an entry").path()).expect("text");
        for passes in (0..1u32 << Pass::ALL.len()).map(subset) {
            for name in support::provers() {
                // Those that nobody compares unless asked to are made for something else; what they prove within some work is certified.
                let is_slow = Registry::standard().row(name).is_some_and(|row| row.compared.is_none());
                let budget = Budget::unlimited();
                let budget = if is_slow { budget.with_effort(EFFORT) } else { budget };
                let options = Options::default().with_engine(support::engine(name)).with_passes(passes).with_all(true);
                let outcome = check(&Source::new("x.bp", text.clone()), &options.with_budget(budget));
                let outcome = outcome.unwrap_or_else(|failure| panic!("{failure}\n{passes:?}\n{text}"));
                for decision in outcome.decisions {
                    certified += match decision.verdict {
                        Verdict::Safe(Evidence::Certificate(_)) => 1,
                        Verdict::Unsafe(_) => 0,
                        Verdict::Unknown(StopReason::Effort) if is_slow => 0,
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

//! The engine rdd: the traps of its specification, each way to run it against the referee, and what it counts.

mod counts;
mod helpers;
mod traps;
mod ways;

use crate::support;
use crate::support::{decided, verdicts};
use bpcheck::engine::Selection;
use bpcheck::engine::rdd::RddStats;
use bpcheck::generate::Variant;
use bpcheck::generate::words::{Size, catalogue, write};
use bpcheck::outcome::{Evidence, Verdict};
use bpcheck::pds::passes::PassSet;
use bpcheck::pipeline::Decided;

/// All ways to run the engine that end on any program.
fn engines() -> Vec<String> {
    let mut engines = Vec::new();
    for query in ["two", "one"] {
        engines.push(format!("rdd:query={query}"));
        engines.push(format!("rdd:query={query}:in=2"));
        for mode in ["plain", "helpers", "induction"] {
            engines.push(format!("rdd:{mode}:query={query}:nest=on"));
        }
    }
    engines
}

/// What an engine finds of all properties; each answer has its evidence.
fn run(text: &str, engine: &str, passes: PassSet) -> Decided {
    decided(text, support::engine(engine), passes)
}

/// The engine's counters.
fn counts(decided: &Decided) -> RddStats {
    decided.stats.as_ref().expect("counters").read().expect("the engine's counters")
}

/// Whether each property that is SAFE has a certificate that the engine has made.
fn is_proved(decided: &Decided) -> bool {
    let is_certified =
        |verdict: &Verdict| matches!(verdict, Verdict::Safe(Evidence::Certificate(_)) | Verdict::Unsafe(_));
    decided.prover.is_none() && decided.outcome.decisions.iter().all(|decision| is_certified(&decision.verdict))
}

/// A program over numbers.
fn words(name: &str, bits: u32, inputs: Option<u64>, variant: Variant) -> String {
    write(catalogue::find(name).expect("a program"), &Size { bits, inputs, variant })
}

//! The engine bam: the traps of its specification, each way to run it against the referee, and what it says of what matters.

mod many;
mod matters;
mod traps;
mod ways;

use crate::support;
use crate::support::{decided, verdicts};
use bpcheck::engine::Selection;
use bpcheck::engine::bam::BamStats;
use bpcheck::outcome::{Evidence, Verdict};
use bpcheck::pds::passes::PassSet;
use bpcheck::pipeline::Decided;

/// All ways to run the engine.
fn engines() -> Vec<String> {
    let mut engines = Vec::new();
    for domain in ["predicates", "values"] {
        for blocks in ["procedures", "loops"] {
            for precision in ["global", "procedure", "location"] {
                for cache in ["lazy", "block", "off"] {
                    engines.push(format!("bam:domain={domain}:blocks={blocks}:precision={precision}:cache={cache}"));
                }
            }
        }
    }
    engines
}

/// What an engine finds of all properties; each answer has its evidence.
fn run(text: &str, engine: &str, passes: PassSet) -> Decided {
    decided(text, support::engine(engine), passes)
}

/// The engine's counters.
fn counts(decided: &Decided) -> BamStats {
    decided.stats.as_ref().expect("counters").read().expect("the engine's counters")
}

/// Whether each property that is SAFE has a certificate that the engine has made.
fn is_proved(decided: &Decided) -> bool {
    let is_certified =
        |verdict: &Verdict| matches!(verdict, Verdict::Safe(Evidence::Certificate(_)) | Verdict::Unsafe(_));
    decided.prover.is_none() && decided.outcome.decisions.iter().all(|decision| is_certified(&decision.verdict))
}

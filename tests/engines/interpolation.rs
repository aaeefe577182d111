//! The interpolation engine: the traps of its specification, each way to run it against the referee, and what it counts.

mod counts;
mod traps;
mod upgrade;
mod ways;

use crate::support;
use crate::support::{decided, verdicts};
use bpcheck::engine::Selection;
use bpcheck::engine::interpolation::InterpolationStats;
use bpcheck::pds::passes::PassSet;
use bpcheck::pipeline::Decided;

/// All ways to run the engine without a bound that end on any program.
fn engines() -> Vec<String> {
    let mut engines = Vec::new();
    for itp in ["ps", "mcmillan", "pudlak", "dual", "ps-strong", "ps-weak"] {
        engines.push(format!("interpolation:itp={itp}"));
    }
    for option in ["substitution=eager", "substitution=none", "refine=greedy", "block=all", "reuse=off", "leaves=on"] {
        engines.push(format!("interpolation:{option}"));
        engines.push(format!("interpolation:itp=dual:{option}"));
    }
    engines.push("interpolation:itp=mcmillan:refine=greedy:block=all:reuse=off".into());
    engines
}

/// What an engine finds of all properties; each answer has its evidence.
fn run(text: &str, engine: &str, passes: PassSet) -> Decided {
    decided(text, support::engine(engine), passes)
}

/// The engine's counters.
fn counts(decided: &Decided) -> InterpolationStats {
    decided.stats.as_ref().expect("counters").read().expect("the engine's counters")
}

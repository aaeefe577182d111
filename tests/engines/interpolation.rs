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

/// All ways to run the engine without a bound that end on any program. Most begin with nothing, for else little would be left to learn.
fn engines() -> Vec<String> {
    let mut engines = vec!["interpolation".to_string(), "interpolation:reuse=off".to_string()];
    for itp in ["ps", "mcmillan", "pudlak", "dual", "ps-strong", "ps-weak"] {
        engines.push(format!("interpolation:seeds=off:itp={itp}"));
    }
    for option in ["substitution=eager", "substitution=none", "refine=greedy", "block=all", "reuse=off", "leaves=on"] {
        engines.push(format!("interpolation:seeds=off:{option}"));
        engines.push(format!("interpolation:seeds=off:itp=dual:{option}"));
        engines.push(format!("interpolation:itp=mcmillan:{option}"));
    }
    engines.push("interpolation:seeds=off:itp=mcmillan:refine=greedy:block=all:reuse=off".into());
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

//! The RecMC engine: the traps of its specification, each way to run it against the referee, and what it counts.

mod counts;
mod traps;
mod ways;

use crate::support;
use crate::support::{decided, verdicts};
use bpcheck::engine::Selection;
use bpcheck::engine::recmc::RecmcStats;
use bpcheck::pds::passes::PassSet;
use bpcheck::pipeline::Decided;

/// All ways to run the engine with its first solver.
fn engines() -> Vec<String> {
    let mut engines = Vec::new();
    for must in ["cases", "cubes", "points", "off"] {
        for order in ["forward", "backward"] {
            for probe in ["on", "off"] {
                engines.push(format!("recmc:must={must}:order={order}:probe={probe}"));
                engines.push(format!("recmc:must={must}:order={order}:probe={probe}:leaves=off"));
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
fn counts(decided: &Decided) -> RecmcStats {
    decided.stats.as_ref().expect("counters").read().expect("the engine's counters")
}

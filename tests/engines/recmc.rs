//! The RecMC engine: the traps of its specification, each way to run it against the referee, and what it counts.

mod counts;
mod traps;
mod ways;

use crate::support;
use bpcheck::engine::recmc::RecmcStats;
use bpcheck::engine::{Selection, Silent};
use bpcheck::pds::passes::PassSet;
use bpcheck::pipeline::{Decided, decide, load};
use bpcheck::{Options, Source};

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
    asked(text, support::engine(engine), passes)
}

fn asked(text: &str, engine: Selection, passes: PassSet) -> Decided {
    let source = Source::new("x.bp", text);
    let loaded = load(&source, &Options::default()).unwrap_or_else(|failure| panic!("{failure}\n{text}"));
    let options = Options::default().with_all(true).with_engine(engine).with_passes(passes);
    decide(&loaded, &options, &mut Silent).unwrap_or_else(|failure| panic!("{}: {failure}\n{text}", options.engine))
}

/// The verdicts, each as text.
fn verdicts(decided: &Decided) -> Vec<String> {
    decided.outcome.decisions.iter().map(|decision| decision.verdict.to_string()).collect()
}

/// The engine's counters.
fn counts(decided: &Decided) -> RecmcStats {
    decided.stats.as_ref().expect("counters").read().expect("the engine's counters")
}

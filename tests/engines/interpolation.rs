//! The interpolation engine: the traps of its specification, each way to run it against the referee, and what it counts.

mod counts;
mod traps;
mod upgrade;
mod ways;

use crate::support;
use bpcheck::engine::interpolation::InterpolationStats;
use bpcheck::engine::{Selection, Silent};
use bpcheck::pds::passes::PassSet;
use bpcheck::pipeline::{Decided, decide, load};
use bpcheck::{Options, Source};

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
fn counts(decided: &Decided) -> InterpolationStats {
    decided.stats.as_ref().expect("counters").read().expect("the engine's counters")
}

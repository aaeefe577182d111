//! The summary engine: the paper's examples, random and small programs against the referee, what it tells, when it stops.

mod backends;
#[cfg(feature = "cadical")]
mod cadical;
mod cycles;
mod examples;
mod exhaustive;
mod paper;
mod random;
mod stops;
mod table;

use crate::support;
use bpcheck::engine::summary::SummaryStats;
use bpcheck::engine::{Observer, Selection, Silent};
use bpcheck::logic::sat::Backend;
use bpcheck::pds::passes::{Pass, PassSet};
use bpcheck::pipeline::{Decided, decide, load};
use bpcheck::{Failure, Options, Source};

/// All 45 ways to run the engine with its first solver: each mode, place to refine, bound and projection. Where all is refined at once
/// it does not matter where.
fn engines() -> Vec<Selection> {
    engines_by(Backend::default())
}

/// The same with a solver.
fn engines_by(solver: Backend) -> Vec<Selection> {
    let solver = solver.name();
    let mut engines = Vec::new();
    for mode in ["lazy", "lazy:refine=call", "eager"] {
        for bound in ["auto", "chain", "fixpoint"] {
            for project in ["auto", "bdd", "cubes", "cases", "none"] {
                engines.push(engine(&format!("{mode}:solver={solver}:bound={bound}:project={project}")));
            }
        }
    }
    engines
}

/// The engine with these options.
fn engine(options: &str) -> Selection {
    format!("summary:{options}").parse().expect("options")
}

/// How a text is to be checked: each property, by the passes that the engines want, without limits.
fn asked(engine: Selection) -> Options {
    Options::default().with_all(true).with_engine(engine)
}

/// Checks a text, and tells everything.
fn run(text: &str, options: &Options, observer: &mut dyn Observer) -> Result<Decided, Failure> {
    decide(&load(&Source::new("test.bp", text), options)?, options, observer)
}

/// The verdicts, each as text.
fn words(decided: &Decided) -> Vec<String> {
    decided.outcome.decisions.iter().map(|decision| decision.verdict.to_string()).collect()
}

/// Whether an answer is another one than expected, and not that there is none in time.
fn contradict(words: &[String], expected: &[String]) -> bool {
    words.len() != expected.len()
        || words.iter().zip(expected).any(|(word, expected)| word != expected && !is_limit(word))
}

/// Whether a limit was hit: that of the test on time, or the engine's own on the size of formulas.
fn is_limit(word: &str) -> bool {
    word == "UNKNOWN (time)" || word.starts_with("UNKNOWN (unsupported: formulas of more than ")
}

/// The engine's counters.
fn counters(decided: &Decided) -> SummaryStats {
    decided.stats.as_ref().expect("counters").read().expect("the summary engine's")
}

/// The passes before the engine, but for those that would find out themselves what is to be seen.
fn few_passes() -> PassSet {
    PassSet::default().without(Pass::Constants).without(Pass::Cone)
}

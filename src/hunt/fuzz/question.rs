//! One engine with the flags with which it is asked.

use crate::Options;
use crate::budget::{Budget, CancelToken};
use crate::engine::registry::{Registry, Row, Way};
use crate::engine::{AUTO, EngineSpec, Selection};
use crate::generate::choices::Choices;
use crate::pds::passes::{Pass, PassSet};
use crate::pipeline::Certificates;
use std::fmt;
use std::num::NonZeroUsize;

/// The work that an engine may do. Nearly all inputs need much less.
const EFFORT: u64 = 10_000;

/// So many engines of `auto` work at a time: programs are tried side by side as it is.
const AT_A_TIME: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1);

/// How an engine is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The engine that is asked.
    pub engine: Selection,
    /// The passes before it.
    pub(crate) passes: PassSet,
    /// Whether SAFE is to be certified.
    pub(crate) certificates: Certificates,
}

impl Question {
    /// All engines, each with flags of its own. The referees come first, without passes: as little as possible between the program
    /// and the answer.
    pub(crate) fn vector(choices: &mut dyn Choices) -> Vec<Question> {
        let registry = Registry::standard();
        let (referees, others): (Vec<&Row>, Vec<&Row>) = registry.rows().partition(|row| row.hunt.is_referee);
        let referee = |row: &&'static Row| Question::of(Selection::One(EngineSpec::of(row)));
        let mut questions: Vec<Question> = referees.iter().map(referee).collect();
        let rows = || referees.iter().chain(&others);
        questions.extend(rows().flat_map(|row| row.hunt.always).map(|way| drawn(&registry, way, choices)));
        let rarely: Vec<&Way> = rows().flat_map(|row| row.hunt.rarely).collect();
        let which = choices.below(16) as usize;
        if let Some(way) = rarely.get(which) {
            questions.push(drawn(&registry, way, choices));
        } else if which == rarely.len() {
            // Who wins, and with which evidence, may depend on the machine, but not what is said.
            let certificates = Certificates::Unwanted;
            questions.push(Question { passes: PassSet::default(), certificates, ..Question::of(Selection::Auto) });
        }
        questions
    }

    /// Without passes.
    fn of(engine: Selection) -> Question {
        Question { engine, passes: PassSet::NONE, certificates: Certificates::Wanted }
    }

    /// The options that ask like this, about runs that begin in `entry`.
    pub(crate) fn options(&self, entry: Option<&str>, cancel: &CancelToken) -> Options {
        let budget = Budget::unlimited().with_cancel(cancel.clone());
        // Engines at work at the same time would share the work that may be done as it happens.
        let is_alone = self.engine != Selection::Auto;
        Options::default()
            .with_entry(entry.map(str::to_string))
            .with_all(true)
            .with_engine(self.engine.clone())
            .with_passes(self.passes)
            .with_certificates(self.certificates)
            .with_budget(if is_alone { budget.with_effort(EFFORT) } else { budget.with_threads(AT_A_TIME) })
    }

    /// The engine without its options.
    pub fn who(&self) -> &'static str {
        match &self.engine {
            Selection::Auto => AUTO,
            Selection::One(engine) => engine.name(),
        }
    }
}

/// A way to ask, with what is drawn for it, and with passes.
fn drawn(registry: &Registry, way: &Way, choices: &mut dyn Choices) -> Question {
    let options: Vec<&str> = way.drawn.iter().map(|options| pick(choices, options)).collect();
    let engine = registry.engine(&[&[way.spec], &options[..]].concat().join(":")).expect("a row's ways are its own");
    let passes = match choices.below(4) {
        0 => PassSet::default(),
        1 => PassSet::NONE,
        _ => Pass::ALL.into_iter().filter(|_| choices.below(2) == 1).collect(),
    };
    Question { passes, ..Question::of(Selection::One(engine)) }
}

fn pick<T: Copy>(choices: &mut dyn Choices, all: &[T]) -> T {
    all[choices.below(all.len() as u32) as usize]
}

/// The flags of `bpcheck check` that ask like this, but for the limit on work.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--engine {}", self.engine)?;
        if self.certificates == Certificates::Unwanted {
            f.write_str(" --no-certificate")?;
        }
        let usual = PassSet::default();
        for (flag, is_on) in [("with", true), ("without", false)] {
            let other = |pass: &Pass| self.passes.contains(*pass) == is_on && usual.contains(*pass) != is_on;
            let names: Vec<&str> = Pass::ALL.into_iter().filter(other).map(Pass::name).collect();
            if !names.is_empty() {
                write!(f, " --{flag} {}", names.join(","))?;
            }
        }
        Ok(())
    }
}

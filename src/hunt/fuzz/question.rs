//! One engine with the flags with which it is asked.

use crate::Options;
use crate::budget::{Budget, CancelToken};
use crate::engine::saturation::Direction;
use crate::engine::saturation::order::Order;
use crate::engine::summary::{Bound, Mode, Projection, Refine, SummaryEngine, Way};
use crate::engine::{EngineSpec, Selection};
use crate::generate::choices::Choices;
use crate::pds::passes::{Pass, PassSet};
use crate::pipeline::Certificates;
use std::fmt;

/// The work that an engine may do. Nearly all inputs need much less.
const EFFORT: u64 = 10_000;

/// How an engine is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Which engine.
    pub engine: Selection,
    /// The passes before it.
    pub passes: PassSet,
    /// The order of columns that it tries first.
    pub order: Order,
    /// Whether SAFE is to be certified.
    pub certificates: Certificates,
}

/// The referee: as little as possible between the program and the answer.
const REFEREE: Question = Question {
    engine: Selection::One(EngineSpec::Explicit),
    passes: PassSet::NONE,
    order: Order::Hier,
    certificates: Certificates::Wanted,
};

impl Question {
    /// All engines, each with flags of its own.
    pub fn vector(choices: &mut dyn Choices) -> Vec<Question> {
        let mut questions = vec![REFEREE];
        for direction in [Direction::Post, Direction::Pre] {
            let order = pick(choices, &Order::ALL);
            questions.push(Question { order, ..one(EngineSpec::Saturation(direction), choices) });
        }
        for mode in [Mode::Lazy, Mode::Eager] {
            let engine = EngineSpec::Summary(summary(mode, choices));
            questions.push(one(engine, choices));
        }
        questions.extend(match choices.below(16) {
            0 => Some(one(EngineSpec::Explicit, choices)),
            // How deep it looks must not matter for what it says.
            1 => {
                let engine = SummaryEngine { depth: Some(1 + choices.below(4)), ..summary(Mode::Lazy, choices) };
                Some(one(EngineSpec::Summary(engine), choices))
            }
            // Who wins, and with which evidence, may depend on the machine, but not what is said.
            2 => {
                let certificates = Certificates::Unwanted;
                Some(Question { engine: Selection::Auto, passes: PassSet::default(), certificates, ..REFEREE })
            }
            _ => None,
        });
        questions
    }

    /// The options that ask like this, about runs that begin in `entry`.
    pub fn options(&self, entry: Option<&str>, cancel: &CancelToken) -> Options {
        let budget = Budget::unlimited().with_cancel(cancel.clone());
        // Engines at work at the same time would share the work that may be done as it happens.
        let is_alone = self.engine != Selection::Auto;
        Options {
            entry: entry.map(str::to_string),
            all: true,
            engine: self.engine,
            passes: self.passes,
            order: self.order,
            certificates: self.certificates,
            budget: if is_alone { budget.with_effort(EFFORT) } else { budget },
            ..Options::default()
        }
    }

    /// The engine without its options.
    pub fn who(&self) -> &'static str {
        match self.engine {
            Selection::Auto => "auto",
            Selection::One(EngineSpec::Explicit) => "explicit",
            Selection::One(EngineSpec::Saturation(Direction::Post)) => "saturation:post",
            Selection::One(EngineSpec::Saturation(Direction::Pre)) => "saturation:pre",
            Selection::One(EngineSpec::Summary(SummaryEngine { mode: Mode::Lazy, .. })) => "summary:lazy",
            Selection::One(EngineSpec::Summary(SummaryEngine { mode: Mode::Eager, .. })) => "summary:eager",
        }
    }
}

fn one(engine: EngineSpec, choices: &mut dyn Choices) -> Question {
    let passes = match choices.below(4) {
        0 => PassSet::default(),
        1 => PassSet::NONE,
        _ => Pass::ALL.into_iter().filter(|_| choices.below(2) == 1).collect(),
    };
    Question { engine: Selection::One(engine), passes, ..REFEREE }
}

fn summary(mode: Mode, choices: &mut dyn Choices) -> SummaryEngine {
    let ways = [Way::Diagrams, Way::Cubes, Way::Cases].map(Projection::Only);
    let projections = [Projection::Auto, ways[0], ways[1], ways[2], Projection::None];
    SummaryEngine {
        mode,
        refine: pick(choices, &[Refine::Procedure, Refine::Call]),
        bound: pick(choices, &[Bound::Auto, Bound::Auto, Bound::Chain, Bound::Fixpoint]),
        project: pick(choices, &projections),
        ..SummaryEngine::DEFAULT
    }
}

fn pick<T: Copy>(choices: &mut dyn Choices, all: &[T]) -> T {
    all[choices.below(all.len() as u32) as usize]
}

/// The flags of `bpcheck check` that ask like this, but for the limit on work.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--engine {}", self.engine)?;
        if let Selection::One(EngineSpec::Summary(SummaryEngine { depth: Some(depth), .. })) = self.engine {
            write!(f, " --depth {depth}")?;
        }
        if self.order != Order::default() {
            write!(f, " --order {}", self.order.name())?;
        }
        if self.certificates == Certificates::Unwanted {
            f.write_str(" --no-certificate")?;
        }
        let without = Pass::ALL.into_iter().filter(|&pass| !self.passes.contains(pass)).map(Pass::name);
        let without = without.collect::<Vec<_>>().join(",");
        if without.is_empty() { Ok(()) } else { write!(f, " --without {without}") }
    }
}

//! The engine with its options, as users write them: `rdd:helpers:query=one`.

use super::{account, stacks};
use crate::engine::registry::{
    self, Auto, Capabilities, Column, Feature, Hunt, Means, OptionRow, Role, Row, StandIn, Tables, With,
};
use crate::engine::spec::{on_or_off, parsed};
use crate::engine::{Engine, Refused, Setup};
use crate::lang::program::Program;
use std::fmt;

const RDD: &str = "rdd";

/// Lists of options; the hunt draws one of each.
const DRAWN: [&[&str]; 3] =
    [&["query=two", "query=two", "query=one"], &["nest=off", "nest=on"], &["in=0", "in=0", "in=2"]];

/// The table of what is unwound.
const IN_DEPTH: Tables = Tables::Only(&["depth"]);

/// The engine's row.
pub static ROW: Row = Row {
    name: RDD,
    variants: &[RDD],
    also: &[],
    about: "SAT, by unwinding calls on demand",
    options: &[
        OptionRow {
            name: "mode",
            is_flag: false,
            values: &["induction", "helpers", "plain"],
            about: "`:plain` only unwinds, and may never end; `:helpers` proves bounded recursion first (SRDD)",
        },
        OptionRow {
            name: "query",
            is_flag: false,
            values: &["two", "one"],
            about: "`:query=one` does not ask for runs within what is unwound, as the paper",
        },
        OptionRow {
            name: "nest",
            is_flag: false,
            values: &["off", "on"],
            about: "`:nest=on` leaves out calls within equal calls, which always ends, and proves nothing",
        },
        OptionRow {
            name: "in",
            is_flag: false,
            values: &["0", "1", "4"],
            about: "`:in=N` unwinds N levels before the first question",
        },
        OptionRow {
            name: "depth",
            is_flag: true,
            values: &["0", "1", "2"],
            about: "`:depth=N` unwinds recursion and loops at most N deep, as --depth does",
        },
    ],
    setup: || Box::new(RddEngine::DEFAULT),
    means: Means::Sat,
    can: Capabilities { proves: true, finds_traces: true, decides_all: true, takes_rules: false, remembers: false },
    auto: Some(Auto {
        role: Role::Joins { after: 16 },
        spec: RDD,
        pace: 800,
        share: 1,
        effort: None,
        with: &[
            With { feature: Feature::WideNumbers, role: Role::Joins { after: 1 }, share: 6 },
            With { feature: Feature::VeryWideNumbers, role: Role::Joins { after: 1 }, share: 2 },
        ],
    }),
    is_cross_checked: false,
    hunt: Hunt {
        is_referee: false,
        always: &[registry::Way { spec: RDD, drawn: &[] }],
        rarely: &[registry::Way { spec: RDD, drawn: &DRAWN }],
    },
    compared: None,
    nearest: None,
    heads: Some(stacks::FINDER),
    repeats: None,
    columns: &[
        Column { spec: "rdd:plain", tables: IN_DEPTH },
        Column { spec: "rdd:helpers", tables: IN_DEPTH },
        Column { spec: RDD, tables: IN_DEPTH },
    ],
    stands_for: &[
        StandIn { spec: "rdd:plain:query=one", paper: "2015-fedyukovich", whom: "RDD" },
        StandIn { spec: "rdd:plain:query=one:in=2", paper: "2015-fedyukovich", whom: "RDD, In = 1" },
        StandIn { spec: "rdd:helpers:query=one:in=2", paper: "2015-fedyukovich", whom: "SRDD" },
        StandIn { spec: RDD, paper: "2015-fedyukovich", whom: "induction" },
        StandIn { spec: "rdd:plain", paper: "2015-friedberger", whom: "CBMC" },
    ],
    telling: account::TELLING,
    decides_real: &[],
};

/// What is done beside unwinding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// What refutes bounded runs is tried without the bound.
    #[default]
    Induction,
    /// Helper assertions are proved first (2015-fedyukovich, Algorithm 2).
    Helpers,
    /// Nothing (Algorithm 1).
    Plain,
}

impl Mode {
    const ALL: [Mode; 3] = [Mode::Induction, Mode::Helpers, Mode::Plain];

    /// Its name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Induction => "induction",
            Mode::Helpers => "helpers",
            Mode::Plain => "plain",
        }
    }
}

/// What is asked of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Query {
    /// Whether there is a run without leaves, and then whether there is one at all.
    #[default]
    Two,
    /// The second question alone, as in the paper.
    One,
}

impl Query {
    const ALL: [Query; 2] = [Query::Two, Query::One];

    /// Its name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Query::Two => "two",
            Query::One => "one",
        }
    }
}

/// Recursion depth detection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RddEngine {
    /// What is done beside unwinding.
    pub mode: Mode,
    /// What is asked of a tree.
    pub query: Query,
    /// Whether calls within equal calls are left out.
    pub nest: bool,
    /// How many levels are unwound before the first question.
    pub first: u32,
    /// If given, recursion and loops are unwound no deeper.
    pub depth: Option<u32>,
}

impl RddEngine {
    /// Without options.
    pub const DEFAULT: RddEngine =
        RddEngine { mode: Mode::Induction, query: Query::Two, nest: false, first: 0, depth: None };
}

impl Setup for RddEngine {
    fn name(&self) -> &'static str {
        RDD
    }

    fn set(&mut self, option: &str) -> Result<(), Refused> {
        match option.split_once('=') {
            None => self.mode = parsed(option, &Mode::ALL, Mode::name)?,
            Some(("mode", value)) => self.mode = parsed(value, &Mode::ALL, Mode::name)?,
            Some(("query", value)) => self.query = parsed(value, &Query::ALL, Query::name)?,
            Some(("nest", value)) => self.nest = parsed(value, &[true, false], on_or_off)?,
            Some(("in", value)) => self.first = value.parse().map_err(|_| Refused::Unknown)?,
            Some(("depth", value)) => self.depth = Some(value.parse().map_err(|_| Refused::Unknown)?),
            Some(_) => return Err(Refused::Unknown),
        }
        Ok(())
    }

    fn engine(&self, _: &Program) -> Result<Box<dyn Engine + Send>, String> {
        Ok(Box::new(*self))
    }

    fn boxed(&self) -> Box<dyn Setup> {
        Box::new(*self)
    }
}

impl fmt::Display for RddEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RddEngine { mode, query, nest, first, depth } = *self;
        f.write_str(RDD)?;
        if mode != Mode::default() {
            write!(f, ":{}", mode.name())?;
        }
        if query != Query::default() {
            write!(f, ":query={}", query.name())?;
        }
        if nest {
            f.write_str(":nest=on")?;
        }
        if first > 0 {
            write!(f, ":in={first}")?;
        }
        match depth {
            Some(depth) => write!(f, ":depth={depth}"),
            None => Ok(()),
        }
    }
}

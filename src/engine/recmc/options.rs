//! The engine with its options, as users write them: `recmc:must=cubes:probe=off`.

use super::account;
use crate::engine::registry::{Auto, Capabilities, Feature, Hunt, Means, OptionRow, Role, Row, StandIn, With};
use crate::engine::spec::{on_or_off, parsed};
use crate::engine::{Engine, Refused, Setup, registry};
use crate::lang::program::Program;
use crate::logic::sat::Backend;
use std::fmt;

const RECMC: &str = "recmc";
const GPDR: &str = "recmc:must=off";

/// Lists of options; the hunt draws one of each.
const DRAWN: [&[&str]; 4] = [
    &["must=cases", "must=cases", "must=cubes", "must=points", "must=off"],
    &["order=forward", "order=forward", "order=backward"],
    &["probe=on", "probe=off"],
    &["leaves=on", "leaves=off"],
];

/// The engine's row.
pub static ROW: Row = Row {
    name: RECMC,
    variants: &[RECMC],
    also: &[("gpdr", GPDR)],
    about: "SAT, with may and must summaries",
    options: &[
        OptionRow {
            name: "must",
            is_flag: false,
            values: &["cases", "cubes", "points", "off"],
            about: "`:must=cubes` or `points` keeps less of what is known to be real, `:must=off` nothing (GPDR)",
        },
        OptionRow {
            name: "order",
            is_flag: false,
            values: &["forward", "backward"],
            about: "`:order=backward` asks about the last call of a run first",
        },
        OptionRow {
            name: "probe",
            is_flag: false,
            values: &["on", "off"],
            about: "`:probe=off` tries no deep bounds for counterexamples",
        },
        OptionRow {
            name: "leaves",
            is_flag: false,
            values: &["on", "off"],
            about: "`:leaves=off` does not copy small procedures into their callers, as `must=off` never does",
        },
        OptionRow {
            name: "solver",
            is_flag: false,
            values: &["varisat", "cadical"],
            about: "`:solver=cadical` asks CaDiCaL, in a build with the feature `cadical`",
        },
        OptionRow {
            name: "depth",
            is_flag: true,
            values: &["0", "1", "2"],
            about: "`:depth=N` asks about bounds up to N, as --depth does",
        },
    ],
    setup: || Box::new(RecmcEngine::DEFAULT),
    means: Means::Sat,
    can: Capabilities { proves: true, finds_traces: true, decides_all: true, takes_rules: false, remembers: false },
    auto: Some(Auto {
        role: Role::Joins { after: 1 },
        spec: RECMC,
        pace: 1_000,
        share: 4,
        effort: None,
        with: &[
            With { feature: Feature::Straight, role: Role::Leads, share: 32 },
            With { feature: Feature::Numbers, role: Role::Joins { after: 1 }, share: 4 },
            With { feature: Feature::WideNumbers, role: Role::Joins { after: 1 }, share: 8 },
            With { feature: Feature::VeryWideNumbers, role: Role::Joins { after: 1 }, share: 28 },
            With { feature: Feature::Crowd, role: Role::Joins { after: 1 }, share: 3 },
        ],
    }),
    is_cross_checked: true,
    hunt: Hunt {
        is_referee: false,
        always: &[registry::Way { spec: RECMC, drawn: &[] }, registry::Way { spec: RECMC, drawn: &DRAWN }],
        rarely: &[],
    },
    compared: Some((2, RECMC)),
    nearest: None,
    heads: None,
    repeats: None,
    columns: &[],
    stands_for: &[
        StandIn { spec: "recmc:leaves=off", paper: "2014-komuravelli", whom: "Spacer" },
        StandIn { spec: "gpdr", paper: "2014-komuravelli", whom: "Z3 (GPDR)" },
        StandIn { spec: RECMC, paper: "2014-komuravelli", whom: "small procedures copied" },
    ],
    telling: account::TELLING,
    decides_real: &[RECMC],
};

/// In which form the under-approximation is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Must {
    /// As cases: a guard over the entry, and for each value behind a formula over it.
    #[default]
    Cases,
    /// As cubes.
    Cubes,
    /// Point by point.
    Points,
    /// Not at all: generalised property-directed reachability.
    Off,
}

impl Must {
    const ALL: [Must; 4] = [Must::Cases, Must::Cubes, Must::Points, Must::Off];

    /// Its name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Must::Cases => "cases",
            Must::Cubes => "cubes",
            Must::Points => "points",
            Must::Off => "off",
        }
    }
}

/// Which calls of a run have to be real first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// Those that come first.
    #[default]
    Forward,
    /// Those that come last (the paper's).
    Backward,
}

impl Order {
    const ALL: [Order; 2] = [Order::Forward, Order::Backward];

    /// Its name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Order::Forward => "forward",
            Order::Backward => "backward",
        }
    }
}

/// May and must summaries by SAT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecmcEngine {
    /// In which form what is real is kept.
    pub must: Must,
    /// Which calls have to be real first.
    pub order: Order,
    /// Whether deep bounds are tried.
    pub probe: bool,
    /// Whether small procedures without loops and recursion are copied into their callers.
    pub leaves: bool,
    /// The SAT solver that answers questions.
    pub solver: Backend,
    /// If given, no bound above this one is asked about.
    pub depth: Option<u32>,
}

impl RecmcEngine {
    /// Without options.
    pub const DEFAULT: RecmcEngine = RecmcEngine {
        must: Must::Cases,
        order: Order::Forward,
        probe: true,
        leaves: true,
        solver: Backend::Varisat,
        depth: None,
    };
}

impl RecmcEngine {
    /// Whether small procedures are copied into their callers. GPDR knows nothing of the kind.
    pub(super) fn copies_leaves(&self) -> bool {
        self.leaves && self.must != Must::Off
    }
}

impl Setup for RecmcEngine {
    fn name(&self) -> &'static str {
        RECMC
    }

    fn set(&mut self, option: &str) -> Result<(), Refused> {
        match option.split_once('=') {
            Some(("must", value)) => self.must = parsed(value, &Must::ALL, Must::name)?,
            Some(("order", value)) => self.order = parsed(value, &Order::ALL, Order::name)?,
            Some(("probe", value)) => self.probe = parsed(value, &[true, false], on_or_off)?,
            Some(("leaves", value)) => self.leaves = parsed(value, &[true, false], on_or_off)?,
            Some(("solver", value)) => {
                let left_out = Backend::LEFT_OUT.iter().find(|&&solver| solver == value);
                self.solver = parsed(value, Backend::ALL, Backend::name)
                    .map_err(|refused| left_out.map_or(refused, |&solver| Refused::LeftOut(solver)))?;
            }
            Some(("depth", value)) => self.depth = Some(value.parse().map_err(|_| Refused::Unknown)?),
            _ => return Err(Refused::Unknown),
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

impl fmt::Display for RecmcEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(RECMC)?;
        if self.must != Must::default() {
            write!(f, ":must={}", self.must.name())?;
        }
        if self.order != Order::default() {
            write!(f, ":order={}", self.order.name())?;
        }
        if !self.probe {
            f.write_str(":probe=off")?;
        }
        if !self.leaves {
            f.write_str(":leaves=off")?;
        }
        if self.solver != Backend::default() {
            write!(f, ":solver={}", self.solver.name())?;
        }
        if let Some(depth) = self.depth {
            write!(f, ":depth={depth}")?;
        }
        Ok(())
    }
}

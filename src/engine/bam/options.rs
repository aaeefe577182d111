//! The engine with its options, as users write them: `bam:precision=location:cache=off`.

use super::account;
use super::engine::Bam;
use super::precision::Granularity;
use super::survive::Cache;
use crate::engine::registry::{
    Auto, Capabilities, Column, Feature, Hunt, Means, OptionRow, Role, Row, StandIn, Tables, Way, With,
};
use crate::engine::spec::parsed;
use crate::engine::{Engine, Refused, Setup};
use crate::lang::program::Program;
use crate::lang::source::Source;
use crate::relational::frames::Vertex;
use crate::relational::order::{Order, listing};
use std::fmt;

const BAM: &str = "bam";

/// Where its options are compared.
const IN_BLOCKS: Tables = Tables::Only(&["blocks"]);

/// So many runs of calls are written into one path formula.
const RUNS: usize = 20_000;

/// Of a hundred variables.
const ALL: usize = 100;

/// Lists of options; the hunt draws one of each.
const DRAWN: [&[&str]; 4] = [
    &["domain=predicates", "domain=values"],
    &["blocks=procedures", "blocks=loops"],
    &["precision=global", "precision=procedure", "precision=location"],
    &["cache=lazy", "cache=lazy", "cache=block", "cache=off"],
];

/// The engine's row.
pub static ROW: Row = Row {
    name: BAM,
    variants: &[BAM],
    also: &[],
    about: "block abstraction, over the variables that matter",
    options: &[
        OptionRow {
            name: "domain",
            is_flag: false,
            values: &["predicates", "values"],
            about: "`:domain=values` keeps valuations of what is tracked one by one, as a value analysis",
        },
        OptionRow {
            name: "blocks",
            is_flag: false,
            values: &["procedures", "loops"],
            about: "`:blocks=loops` has a table for each loop, too",
        },
        OptionRow {
            name: "precision",
            is_flag: false,
            values: &["global", "procedure", "location"],
            about: "where a variable is tracked that is needed at one place: `:precision=location`",
        },
        OptionRow {
            name: "cache",
            is_flag: false,
            values: &["lazy", "block", "off"],
            about: "what is kept when more is tracked: `:cache=block` whole blocks, `:cache=off` nothing",
        },
        OptionRow {
            name: "runs",
            is_flag: false,
            values: &["20000", "10", "1000"],
            about: "`:runs=N` writes out at most N runs of calls to see whether a run is real",
        },
        OptionRow {
            name: "most",
            is_flag: false,
            values: &["100", "50"],
            about: "`:most=N` gives up when more than N of a hundred variables are tracked",
        },
        OptionRow {
            name: "order",
            is_flag: true,
            values: &["hier", "data", "declared", "places"],
            about: "`:order=hier`, `data`, `declared` or `places` is the order of variables",
        },
    ],
    setup: || Box::new(Options::default()),
    means: Means::Diagrams,
    can: Capabilities { proves: true, finds_traces: true, decides_all: true, takes_rules: false, remembers: false },
    auto: Some(Auto {
        role: Role::Joins { after: 16 },
        spec: "bam:most=50",
        pace: 800,
        share: 2,
        effort: None,
        with: &[
            With { feature: Feature::Numbers, role: Role::Joins { after: 16 }, share: 1 },
            With { feature: Feature::WideNumbers, role: Role::Joins { after: 16 }, share: 1 },
            With { feature: Feature::VeryWideNumbers, role: Role::Joins { after: 16 }, share: 1 },
            With { feature: Feature::Crowd, role: Role::Joins { after: 1 }, share: 10 },
        ],
    }),
    is_cross_checked: false,
    hunt: Hunt {
        is_referee: false,
        always: &[Way { spec: BAM, drawn: &[] }],
        rarely: &[Way { spec: BAM, drawn: &DRAWN }],
    },
    compared: None,
    nearest: None,
    heads: None,
    repeats: None,
    columns: &[
        Column { spec: BAM, tables: IN_BLOCKS },
        Column { spec: "bam:cache=block", tables: IN_BLOCKS },
        Column { spec: "bam:cache=off", tables: IN_BLOCKS },
        Column { spec: "bam:blocks=loops", tables: IN_BLOCKS },
        Column { spec: "bam:precision=procedure", tables: IN_BLOCKS },
        Column { spec: "bam:precision=location", tables: IN_BLOCKS },
        Column { spec: "bam:domain=values", tables: IN_BLOCKS },
    ],
    stands_for: &[
        StandIn { spec: BAM, paper: "2015-friedberger", whom: "Predicate" },
        StandIn { spec: "bam:domain=values", paper: "2015-friedberger", whom: "Value" },
        StandIn { spec: "bam:cache=off", paper: "2015-friedberger", whom: "Predicate, no cache" },
        StandIn { spec: BAM, paper: "2012-sery", whom: "CPAchecker" },
    ],
    telling: account::TELLING,
    decides_real: &[],
};

/// What sets of states are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DomainKind {
    /// Decision diagrams over what is tracked.
    #[default]
    Predicates,
    /// Valuations of what is tracked, one by one.
    Values,
}

impl DomainKind {
    const ALL: [DomainKind; 2] = [DomainKind::Predicates, DomainKind::Values];

    fn name(self) -> &'static str {
        match self {
            DomainKind::Predicates => "predicates",
            DomainKind::Values => "values",
        }
    }
}

/// What has a table of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Blocks {
    /// Procedures.
    #[default]
    Procedures,
    /// Loops, too.
    Loops,
}

impl Blocks {
    const ALL: [Blocks; 2] = [Blocks::Procedures, Blocks::Loops];

    fn name(self) -> &'static str {
        match self {
            Blocks::Procedures => "procedures",
            Blocks::Loops => "loops",
        }
    }
}

/// What the engine can be asked.
#[derive(Clone, Debug)]
pub struct Options {
    /// What sets of states are.
    pub domain: DomainKind,
    /// What has a table of its own.
    pub blocks: Blocks,
    /// Where a variable is tracked that is needed at one place.
    pub precision: Granularity,
    /// What is kept when more is tracked.
    pub cache: Cache,
    /// So many runs of calls are written into one path formula.
    pub runs: usize,
    /// It gives up when more than so many of a hundred variables are tracked.
    pub most: usize,
    /// The order of variables, if one is asked for; otherwise it is the one that suits the system best.
    pub order: Option<Order>,
    /// The text of an order whose variables stand first; see [`listing`].
    pub listing: Option<Source>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            domain: DomainKind::default(),
            blocks: Blocks::default(),
            precision: Granularity::default(),
            cache: Cache::default(),
            runs: RUNS,
            most: ALL,
            order: None,
            listing: None,
        }
    }
}

impl Setup for Options {
    fn name(&self) -> &'static str {
        BAM
    }

    fn set(&mut self, option: &str) -> Result<(), Refused> {
        match option.split_once('=') {
            Some(("domain", value)) => self.domain = parsed(value, &DomainKind::ALL, DomainKind::name)?,
            Some(("blocks", value)) => self.blocks = parsed(value, &Blocks::ALL, Blocks::name)?,
            Some(("precision", value)) => self.precision = parsed(value, &Granularity::ALL, Granularity::name)?,
            Some(("cache", value)) => self.cache = parsed(value, &Cache::ALL, Cache::name)?,
            Some(("runs", value)) => self.runs = value.parse().map_err(|_| Refused::Unknown)?,
            Some(("most", value)) => self.most = value.parse().map_err(|_| Refused::Unknown)?,
            Some(("order", value)) => {
                (self.order, self.listing) = (Some(parsed(value, &Order::ALL, Order::name)?), None)
            }
            _ => return Err(Refused::Unknown),
        }
        Ok(())
    }

    fn set_text(&mut self, option: &str, text: &Source) -> Result<(), Refused> {
        match option {
            "order" => (self.order, self.listing) = (None, Some(text.clone())),
            _ => return Err(Refused::Unknown),
        }
        Ok(())
    }

    fn engine(&self, program: &Program) -> Result<Box<dyn Engine + Send>, String> {
        let listed: Vec<Vertex> =
            self.listing.as_ref().map_or(Ok(Vec::new()), |text| listing::listed(text, program))?;
        let names = listing::names(program).into_iter().map(|(name, vertex)| (vertex, name)).collect();
        Ok(Box::new(Bam { options: self.clone(), listed, names }))
    }

    fn boxed(&self) -> Box<dyn Setup> {
        Box::new(self.clone())
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options { domain, blocks, precision, cache, runs, most, order, listing } = self;
        f.write_str(BAM)?;
        if *domain != DomainKind::default() {
            write!(f, ":domain={}", domain.name())?;
        }
        if *blocks != Blocks::default() {
            write!(f, ":blocks={}", blocks.name())?;
        }
        if *precision != Granularity::default() {
            write!(f, ":precision={}", precision.name())?;
        }
        if *cache != Cache::default() {
            write!(f, ":cache={}", cache.name())?;
        }
        if *runs != RUNS {
            write!(f, ":runs={runs}")?;
        }
        if *most != ALL {
            write!(f, ":most={most}")?;
        }
        match (listing, order) {
            (Some(text), _) => write!(f, ":order={}", text.name()),
            (None, Some(order)) => write!(f, ":order={}", order.name()),
            (None, None) => Ok(()),
        }
    }
}

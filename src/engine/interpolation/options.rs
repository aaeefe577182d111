//! The engine with its options, as users write them: `interpolation:itp=pudlak:refine=greedy`.

use super::account;
use crate::engine::registry::{self, Capabilities, Column, Hunt, Means, OptionRow, Row, StandIn, Tables};
use crate::engine::spec::{on_or_off, parsed};
use crate::engine::{Engine, Refused, Setup};
use crate::lang::program::Program;
use crate::logic::sat::interpolate::System;
use std::fmt;

const INTERPOLATION: &str = "interpolation";

/// The table about what is learnt from one assertion for the next.
const IN_SUMMARIES: Tables = Tables::Only(&["summaries"]);

/// Lists of options; the hunt draws one of each.
const DRAWN: [&[&str]; 8] = [
    &["itp=ps", "itp=mcmillan", "itp=pudlak", "itp=dual", "itp=ps-strong", "itp=ps-weak"],
    &["substitution=lazy", "substitution=lazy", "substitution=eager", "substitution=none"],
    &["refine=cex", "refine=cex", "refine=greedy"],
    &["block=run", "block=all"],
    &["reuse=on", "reuse=on", "reuse=off"],
    &["candidates=on", "candidates=on", "candidates=off"],
    &["leaves=off", "leaves=on"],
    &["seeds=on", "seeds=off"],
];

/// The engine's row.
pub static ROW: Row = Row {
    name: INTERPOLATION,
    variants: &[INTERPOLATION],
    also: &[],
    about: "SAT, with summaries from interpolants",
    options: &[
        OptionRow {
            name: "itp",
            is_flag: false,
            values: &["ps", "mcmillan", "ps-strong", "pudlak", "ps-weak", "dual"],
            about: "`:itp=mcmillan` takes the strongest interpolants, `:itp=dual` the weakest",
        },
        OptionRow {
            name: "substitution",
            is_flag: false,
            values: &["lazy", "eager", "none"],
            about: "`:substitution=eager` begins with the bodies of all calls without a summary, `none` uses no summary of a call",
        },
        OptionRow {
            name: "refine",
            is_flag: false,
            values: &["cex", "greedy"],
            about: "`:refine=greedy` adds the bodies of all calls, and not only of those on a run",
        },
        OptionRow {
            name: "block",
            is_flag: false,
            values: &["run", "all"],
            about: "`:block=all` asks what holds without all calls that have no body yet",
        },
        OptionRow {
            name: "reuse",
            is_flag: false,
            values: &["on", "off"],
            about: "`:reuse=off` begins each property without the summaries of those before",
        },
        OptionRow {
            name: "candidates",
            is_flag: false,
            values: &["on", "off"],
            about: "`:candidates=off` does not try whether what holds up to a depth holds without it",
        },
        OptionRow {
            name: "leaves",
            is_flag: false,
            values: &["off", "on"],
            about: "`:leaves=on` copies small procedures into their callers",
        },
        OptionRow {
            name: "seeds",
            is_flag: false,
            values: &["on", "off"],
            about: "`:seeds=off` begins without lemmas about two or three variables, and learns from refutations alone",
        },
        OptionRow {
            name: "bound",
            is_flag: false,
            values: &["1", "2", "3"],
            about: "`:bound=N` follows recursion and loops no deeper than N, and says UNKNOWN behind",
        },
        OptionRow {
            name: "self-check",
            is_flag: true,
            values: &["off", "on"],
            about: "`:self-check=on` asks a solver about each interpolant, as --self-check does",
        },
    ],
    setup: || Box::new(InterpolationEngine::DEFAULT),
    means: Means::Sat,
    can: Capabilities { proves: true, finds_traces: true, decides_all: true, takes_rules: false, remembers: true },
    auto: None,
    is_cross_checked: false,
    hunt: Hunt {
        is_referee: false,
        always: &[registry::Way { spec: INTERPOLATION, drawn: &[] }],
        rarely: &[registry::Way { spec: INTERPOLATION, drawn: &DRAWN }],
    },
    compared: None,
    nearest: None,
    heads: None,
    repeats: None,
    columns: &[
        Column { spec: "interpolation:seeds=off", tables: IN_SUMMARIES },
        Column { spec: "interpolation:seeds=off:reuse=off", tables: IN_SUMMARIES },
        Column { spec: "interpolation:seeds=off:substitution=eager", tables: IN_SUMMARIES },
        Column { spec: "interpolation:seeds=off:refine=greedy", tables: IN_SUMMARIES },
    ],
    // What papers describe begins with nothing.
    stands_for: &[
        StandIn { spec: "interpolation:seeds=off:substitution=eager", paper: "2012-sery", whom: "FunFrog" },
        StandIn {
            spec: "interpolation:seeds=off:substitution=none:refine=greedy:reuse=off",
            paper: "2012-sery",
            whom: "CBMC",
        },
        StandIn { spec: "interpolation:seeds=off:refine=greedy", paper: "2012-sery", whom: "lazy/greedy" },
        StandIn {
            spec: "interpolation:seeds=off:substitution=eager:refine=greedy",
            paper: "2012-sery",
            whom: "eager/greedy",
        },
        StandIn { spec: "interpolation:seeds=off", paper: "2012-sery", whom: "lazy/CEG" },
        StandIn { spec: "interpolation:seeds=off:substitution=eager", paper: "2012-sery", whom: "eager/CEG" },
        StandIn {
            spec: "interpolation:seeds=off:substitution=eager:reuse=off",
            paper: "2012-sery",
            whom: "eager/CEG, nothing reused",
        },
        StandIn { spec: "interpolation:seeds=off", paper: "2015-friedberger", whom: "UltimateAutomizer" },
    ],
    telling: account::TELLING,
    decides_real: &[],
};

/// What stands for calls at first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Substitution {
    /// Summaries, or nothing.
    #[default]
    Lazy,
    /// Summaries, or bodies.
    Eager,
    /// Nothing.
    None,
}

impl Substitution {
    const ALL: [Substitution; 3] = [Substitution::Lazy, Substitution::Eager, Substitution::None];

    /// Its name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Substitution::Lazy => "lazy",
            Substitution::Eager => "eager",
            Substitution::None => "none",
        }
    }
}

/// Which calls get their bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Refine {
    /// Those on a run that may not be real.
    #[default]
    Cex,
    /// All.
    Greedy,
}

impl Refine {
    const ALL: [Refine; 2] = [Refine::Cex, Refine::Greedy];

    /// Its name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Refine::Cex => "cex",
            Refine::Greedy => "greedy",
        }
    }
}

/// Which leaves are blocked when nothing else excludes runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Block {
    /// Those on runs.
    #[default]
    Run,
    /// All.
    All,
}

impl Block {
    const ALL: [Block; 2] = [Block::Run, Block::All];

    /// Its name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Block::Run => "run",
            Block::All => "all",
        }
    }
}

/// Summaries from interpolants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InterpolationEngine {
    /// Which interpolants.
    pub itp: System,
    /// What stands for calls at first.
    pub substitution: Substitution,
    /// Which calls get their bodies.
    pub refine: Refine,
    /// Which leaves are blocked.
    pub block: Block,
    /// Whether summaries are kept from one property to the next.
    pub reuse: bool,
    /// Whether what holds up to a depth is tried without it.
    pub candidates: bool,
    /// Whether small procedures are copied into their callers.
    pub leaves: bool,
    /// Whether lemmas about two or three variables are found first.
    pub seeds: bool,
    /// If given, at most so many instances of a procedure or loop are on a way into the tree.
    pub bound: Option<u32>,
    /// Whether each interpolant is checked by SAT. Debug builds do that anyway, up to some conflicts.
    pub self_check: bool,
}

impl InterpolationEngine {
    /// Without options.
    pub const DEFAULT: InterpolationEngine = InterpolationEngine {
        itp: System::Ps,
        substitution: Substitution::Lazy,
        refine: Refine::Cex,
        block: Block::Run,
        reuse: true,
        candidates: true,
        leaves: false,
        seeds: true,
        bound: None,
        self_check: false,
    };
}

impl Setup for InterpolationEngine {
    fn name(&self) -> &'static str {
        INTERPOLATION
    }

    fn set(&mut self, option: &str) -> Result<(), Refused> {
        match option.split_once('=') {
            Some(("itp", value)) => self.itp = parsed(value, &System::ALL, System::name)?,
            Some(("substitution", value)) => {
                self.substitution = parsed(value, &Substitution::ALL, Substitution::name)?;
            }
            Some(("refine", value)) => self.refine = parsed(value, &Refine::ALL, Refine::name)?,
            Some(("block", value)) => self.block = parsed(value, &Block::ALL, Block::name)?,
            Some(("reuse", value)) => self.reuse = parsed(value, &[true, false], on_or_off)?,
            Some(("candidates", value)) => self.candidates = parsed(value, &[true, false], on_or_off)?,
            Some(("leaves", value)) => self.leaves = parsed(value, &[true, false], on_or_off)?,
            Some(("seeds", value)) => self.seeds = parsed(value, &[true, false], on_or_off)?,
            Some(("bound", value)) => {
                self.bound = Some(value.parse().ok().filter(|&bound| bound > 0).ok_or(Refused::Unknown)?);
            }
            Some(("self-check", value)) => self.self_check = parsed(value, &[true, false], on_or_off)?,
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

impl fmt::Display for InterpolationEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let InterpolationEngine {
            itp,
            substitution,
            refine,
            block,
            reuse,
            candidates,
            leaves,
            seeds,
            bound,
            self_check,
        } = *self;
        f.write_str(INTERPOLATION)?;
        let mut named = |is_default: bool, option: &str, value: &str| match is_default {
            true => Ok(()),
            false => write!(f, ":{option}={value}"),
        };
        named(itp == System::default(), "itp", itp.name())?;
        named(substitution == Substitution::default(), "substitution", substitution.name())?;
        named(refine == Refine::default(), "refine", refine.name())?;
        named(block == Block::default(), "block", block.name())?;
        named(reuse, "reuse", on_or_off(reuse))?;
        named(candidates, "candidates", on_or_off(candidates))?;
        named(!leaves, "leaves", on_or_off(leaves))?;
        named(seeds, "seeds", on_or_off(seeds))?;
        named(bound.is_none(), "bound", &bound.map(|bound| bound.to_string()).unwrap_or_default())?;
        named(!self_check, "self-check", on_or_off(self_check))
    }
}

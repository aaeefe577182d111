//! The engine with its options, as users write them: `summary:lazy:bound=chain`.

use super::account;
use crate::engine::registry::{Capabilities, Column, Hunt, Means, OptionRow, Row, StandIn, Tables};
use crate::engine::spec::parsed;
use crate::engine::{Engine, Refused, Setup, registry};
use crate::lang::program::Program;
use crate::logic::sat::Backend;
use crate::summaries::project::Way;
use std::fmt;

const LAZY: &str = "summary:lazy";
const EAGER: &str = "summary:eager";

/// Lists of options; the hunt draws one of each.
const DRAWN: [&[&str]; 3] = [
    &["refine=procedure", "refine=call"],
    &["bound=auto", "bound=auto", "bound=chain", "bound=fixpoint"],
    &["project=auto", "project=bdd", "project=cubes", "project=cases", "project=none"],
];

/// The engine's row.
pub static ROW: Row = Row {
    name: "summary",
    variants: &[LAZY, EAGER],
    also: &[],
    about: "SAT",
    options: &[
        OptionRow {
            name: "refine",
            is_flag: false,
            values: &["procedure", "call"],
            about: "`:refine=call` looks into a procedure for one call, not for all",
        },
        OptionRow {
            name: "bound",
            is_flag: false,
            values: &["auto", "chain", "fixpoint"],
            about: "`:bound=chain` or `:bound=fixpoint` completes recursion and loops in that way alone",
        },
        OptionRow {
            name: "project",
            is_flag: false,
            values: &["auto", "bdd", "cubes", "cases", "none"],
            about: "`:project=bdd`, `cubes`, `cases` or `none` says how summaries are projected",
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
            about: "`:depth=N` unrolls loops and nests recursive calls at most N times, as --depth does",
        },
    ],
    setup: || Box::new(SummaryEngine::DEFAULT),
    means: Means::Sat,
    can: Capabilities { proves: true, finds_traces: true, decides_all: true, takes_rules: false, remembers: false },
    auto: None,
    is_cross_checked: true,
    hunt: Hunt {
        is_referee: false,
        always: &[registry::Way { spec: LAZY, drawn: &DRAWN }, registry::Way { spec: EAGER, drawn: &DRAWN }],
        // How deep it looks must not matter for what it says.
        rarely: &[registry::Way {
            spec: LAZY,
            drawn: &[&["depth=1", "depth=2", "depth=3", "depth=4"], DRAWN[0], DRAWN[1], DRAWN[2]],
        }],
    },
    compared: Some((1, "summary")),
    nearest: None,
    heads: None,
    repeats: None,
    columns: &[
        Column { spec: LAZY, tables: Tables::AllBut(&[]) },
        Column { spec: EAGER, tables: Tables::Only(&["bebop"]) },
        Column { spec: "summary:bound=chain", tables: Tables::Only(&["recursion", "freebits"]) },
        Column { spec: "summary:bound=fixpoint", tables: Tables::Only(&["recursion"]) },
    ],
    stands_for: &[
        StandIn { spec: LAZY, paper: "2007-basler", whom: "BOOM*" },
        StandIn { spec: EAGER, paper: "2007-basler", whom: "BOOM" },
        StandIn { spec: "summary:bound=chain", paper: "2007-basler", whom: "nesting bound" },
    ],
    telling: account::TELLING,
    decides_real: &[],
};

/// In which order procedures are refined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// On demand: a callee is looked into when a run needs it (figure 7, BOOM*).
    #[default]
    Lazy,
    /// All, callees first (BOOM).
    Eager,
}

impl Mode {
    const ALL: [Mode; 2] = [Mode::Lazy, Mode::Eager];

    /// Its name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Lazy => "lazy",
            Mode::Eager => "eager",
        }
    }
}

/// How much is replaced when Σ★ of a procedure is too much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Refine {
    /// It is replaced at all calls (figure 7).
    #[default]
    Procedure,
    /// At the call where it is.
    Call,
}

impl Refine {
    const ALL: [Refine; 2] = [Refine::Procedure, Refine::Call];

    /// Its name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Refine::Procedure => "procedure",
            Refine::Call => "call",
        }
    }
}

/// How the nesting of a recursion, and the rounds of a loop, are found to be enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bound {
    /// By whichever ends first.
    #[default]
    Auto,
    /// As the paper has it: by a chain of different labels that cannot be longer (Thm 1), and by loop-free paths (Cor. 1) alone.
    Chain,
    /// By a fixpoint of summaries.
    Fixpoint,
}

impl Bound {
    const ALL: [Bound; 3] = [Bound::Auto, Bound::Chain, Bound::Fixpoint];

    /// Its name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Bound::Auto => "auto",
            Bound::Chain => "chain",
            Bound::Fixpoint => "fixpoint",
        }
    }
}

/// How executions that are used more than once are projected on their interface; what is not is copied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Projection {
    /// By the first way that ends.
    #[default]
    Auto,
    /// By one way, if it ends.
    Only(Way),
    /// Not at all.
    None,
}

impl Projection {
    const ALL: [Projection; 5] = [
        Projection::Auto,
        Projection::Only(Way::Diagrams),
        Projection::Only(Way::Cubes),
        Projection::Only(Way::Cases),
        Projection::None,
    ];

    /// Its name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Projection::Auto => "auto",
            Projection::Only(Way::Diagrams) => "bdd",
            Projection::Only(Way::Cubes) => "cubes",
            Projection::Only(Way::Cases) => "cases",
            Projection::None => "none",
        }
    }

    /// The ways to try, in this order.
    pub fn ways(&self) -> &[Way] {
        match self {
            Projection::Auto => &[Way::Diagrams, Way::Cubes, Way::Cases],
            Projection::Only(way) => std::slice::from_ref(way),
            Projection::None => &[],
        }
    }
}

/// Universal summaries by SAT.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SummaryEngine {
    /// When procedures are refined: before the target is asked about, or as its spurious runs need it.
    pub mode: Mode,
    /// What a refinement replaces: Σ★ at all calls of a procedure, or at one.
    pub refine: Refine,
    /// The SAT solver that answers questions.
    pub solver: Backend,
    /// The test by which a recursion is known to be nested deep enough.
    pub bound: Bound,
    /// The ways to project executions on their interface.
    pub project: Projection,
    /// If given, loops are unrolled and calls nested no deeper than this.
    pub depth: Option<u32>,
}

impl SummaryEngine {
    /// Without options.
    pub const DEFAULT: SummaryEngine = SummaryEngine {
        mode: Mode::Lazy,
        refine: Refine::Procedure,
        solver: Backend::Varisat,
        bound: Bound::Auto,
        project: Projection::Auto,
        depth: None,
    };
}

impl Setup for SummaryEngine {
    fn name(&self) -> &'static str {
        match self.mode {
            Mode::Lazy => LAZY,
            Mode::Eager => EAGER,
        }
    }

    fn set(&mut self, option: &str) -> Result<(), Refused> {
        match option.split_once('=') {
            None => self.mode = parsed(option, &Mode::ALL, Mode::name)?,
            Some(("solver", value)) => {
                let left_out = Backend::LEFT_OUT.iter().find(|&&solver| solver == value);
                self.solver = parsed(value, Backend::ALL, Backend::name)
                    .map_err(|refused| left_out.map_or(refused, |&solver| Refused::LeftOut(solver)))?;
            }
            Some(("refine", value)) => self.refine = parsed(value, &Refine::ALL, Refine::name)?,
            Some(("bound", value)) => self.bound = parsed(value, &Bound::ALL, Bound::name)?,
            Some(("project", value)) => self.project = parsed(value, &Projection::ALL, Projection::name)?,
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

impl fmt::Display for SummaryEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Setup::name(self))?;
        if self.solver != Backend::default() {
            write!(f, ":solver={}", self.solver.name())?;
        }
        if self.refine != Refine::default() {
            write!(f, ":refine={}", self.refine.name())?;
        }
        if self.bound != Bound::default() {
            write!(f, ":bound={}", self.bound.name())?;
        }
        if self.project != Projection::default() {
            write!(f, ":project={}", self.project.name())?;
        }
        if let Some(depth) = self.depth {
            write!(f, ":depth={depth}")?;
        }
        Ok(())
    }
}

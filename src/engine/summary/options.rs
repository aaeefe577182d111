//! The engine with its options, as users write them: `summary:lazy:bound=chain`.

use crate::engine::spec::parsed;
use crate::logic::sat::Backend;
use std::fmt;

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

/// A way to project what is hidden away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// A decision diagram.
    Diagrams,
    /// Partial valuations, from cores.
    Cubes,
    /// Guards with functions.
    Cases,
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
    /// When procedures are refined.
    pub mode: Mode,
    /// Where procedures are refined.
    pub refine: Refine,
    /// Who answers questions.
    pub solver: Backend,
    /// How recursion is completed.
    pub bound: Bound,
    /// How executions are projected.
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

    /// Takes an option on; nothing if there is none that is written like this.
    pub(in crate::engine) fn set(&mut self, option: &str) -> Option<()> {
        match option.split_once('=') {
            None => self.mode = parsed(option, &Mode::ALL, Mode::name)?,
            Some(("solver", value)) => self.solver = parsed(value, Backend::ALL, Backend::name)?,
            Some(("refine", value)) => self.refine = parsed(value, &Refine::ALL, Refine::name)?,
            Some(("bound", value)) => self.bound = parsed(value, &Bound::ALL, Bound::name)?,
            Some(("project", value)) => self.project = parsed(value, &Projection::ALL, Projection::name)?,
            Some(_) => return None,
        }
        Some(())
    }
}

impl fmt::Display for SummaryEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "summary:{}", self.mode.name())?;
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
        Ok(())
    }
}

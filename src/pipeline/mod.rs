//! The road that the data takes, stage by stage:
//!
//! ```text
//! text -> AST -> Program -> Cfg -> SymbolicPds -> passes -> engine -> Outcome(evidence) -> validated
//! ```
//!
//! [`load`] goes as far as the program and its properties, [`decide`] the rest; [`check`] is both. An engine's
//! part of the road is a [`course`], which a [`portfolio`] lets several go at once.

mod certificate;
mod course;
mod cross_check;
mod explain;
mod load;
mod phases;
mod portfolio;
mod prepare;

use crate::budget::{Budget, StopReason};
use crate::engine::saturation::order::Order;
use crate::engine::saturation::relations::frames::Vertex;
use crate::engine::{EngineSpec, Extent, Observer, Selection, Silent, Stats};
use crate::lang::program::companion::Companions;
use crate::lang::program::property::{LabelRequest, Property};
use crate::lang::program::{ProcId, Program};
use crate::lang::source::{Diagnostics, Source};
use crate::lang::syntax::Manner;
use crate::pds::passes::PassSet;
use crate::verdict::{Decision, Outcome, Verdict};
use course::Course;
pub use explain::{Explanation, Rests, vacuous};
pub use load::load;
pub use phases::Phases;
pub use prepare::{Ready, prepare};
use std::time::Duration;

/// What to check, and how.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How the text is read.
    pub manner: Manner,
    /// The procedure in which runs begin; `None`: `main`.
    pub entry: Option<String>,
    /// The maps that lie beside the program; they change what traces say of it, and nothing else.
    pub companions: Companions,
    /// Labels to check instead of the default properties.
    pub labels: Vec<LabelRequest>,
    /// Whether each property is to be decided, or only the first violation found.
    pub all: bool,
    /// Which engine decides, or that several try.
    pub engine: Selection,
    /// Whether other engines decide the same properties, too.
    pub cross_check: bool,
    /// What becomes of SAFE: whether it is certified.
    pub certificates: Certificates,
    /// Whether it is found out what the proofs of SAFE need of the program.
    pub explain_safe: bool,
    /// Which passes run before the engine, if it wants them.
    pub passes: PassSet,
    /// The order of columns that an engine with decision diagrams tries first.
    pub order: Order,
    /// Variables that an order begins with which is tried before that; see [`listing`](crate::engine::saturation::order::listing).
    pub listing: Option<Source>,
    /// The limits.
    pub budget: Budget,
}

impl Options {
    fn extent(&self) -> Extent {
        if self.all { Extent::All } else { Extent::First }
    }
}

/// Whether SAFE is certified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Certificates {
    /// Where it can be done within the limits.
    #[default]
    Wanted,
    /// Never: it is said on the word of the engine.
    Unwanted,
    /// Or else it is not said.
    Required,
}

/// Why there is no outcome.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The input is not a program.
    #[error("the input is rejected")]
    Rejected(Diagnostics),
    /// The program has no such entry procedure, label or variable.
    #[error("{0}")]
    Request(String),
    /// An engine gave evidence that the program does not bear out: a bug of this tool.
    #[error("the self-check failed: {0}")]
    SelfCheck(String),
}

/// A program that is ready to be checked.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Its text.
    pub source: Source,
    /// The program.
    pub program: Program,
    /// What is doubtful about it; no errors.
    pub warnings: Diagnostics,
    /// What is doubtful about the maps beside it, one for each that is.
    pub companions: Vec<Diagnostics>,
    /// Where its runs begin.
    pub entry: ProcId,
    /// What is asked of it.
    pub properties: Vec<Property>,
    /// The variables that [`Options::listing`] names.
    pub listed: Vec<Vertex>,
    /// How long it took to get here from the text, by the clock.
    pub took: Duration,
}

/// The answers, and what the engine that gave them did.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The answers.
    pub outcome: Outcome,
    /// With [`Options::cross_check`], what the other engines say; none of them contradicts.
    pub others: Vec<Outcome>,
    /// With [`Options::explain_safe`], what the proofs need, one for each certificate.
    pub explanations: Vec<Explanation>,
    /// The engine's counters; `None` if there was nothing to decide.
    pub stats: Option<Stats>,
    /// Where the time went of the engine whose answers these are.
    pub phases: Phases,
}

/// Checks a program: decides the properties that `options` ask for, and replays each violation on the program.
///
/// ```
/// use bpcheck::{Options, Source, check, verdict::Overall};
///
/// let source = Source::new("swap.bp", "decl a, b; void main() begin a, b := T, F; a, b := b, a; assert(b); end");
/// let outcome = check(&source, &Options::default())?;
/// assert_eq!(outcome.overall(), Overall::Safe);
/// # Ok::<(), bpcheck::Failure>(())
/// ```
///
/// # Errors
/// If the input is not a program, or has no such entry, label or variable, or if evidence fails its check.
pub fn check(source: &Source, options: &Options) -> Result<Outcome, Failure> {
    let loaded = load(source, options)?;
    Ok(decide(&loaded, options, &mut Silent)?.outcome)
}

/// Program to checked answers. A limit that is hit on the way makes answers UNKNOWN.
///
/// # Errors
/// [`Failure::SelfCheck`] only.
pub fn decide(loaded: &Loaded, options: &Options, observer: &mut dyn Observer) -> Result<Decided, Failure> {
    if loaded.properties.is_empty() {
        return Ok(undecided(loaded, options, &StopReason::NoProperty));
    }
    let extent = options.extent();
    let (engine, mut decided) = match options.engine {
        Selection::Auto => portfolio::decide(loaded, options, extent, observer)?,
        Selection::One(engine) => {
            (engine, Course { loaded, options, engine }.decide(extent, &options.budget, observer)?)
        }
    };
    if options.cross_check {
        decided.others = cross_check::others(loaded, options, extent, (engine, &decided.outcome))?;
    }
    if options.explain_safe {
        decided.explanations = explain::explain(loaded, &decided.outcome, &options.budget)?;
    }
    Ok(decided)
}

/// The answers of one engine about a program that was made ready for it, with the passes that it wants; other engines, and what proofs need, are not asked for.
///
/// # Errors
/// [`Failure::SelfCheck`] only.
pub fn decide_ready(
    loaded: &Loaded,
    ready: &Ready,
    engine: EngineSpec,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Decided, Failure> {
    if loaded.properties.is_empty() {
        return Ok(undecided(loaded, options, &StopReason::NoProperty));
    }
    let course = Course { loaded, options, engine };
    course.decide_ready(&loaded.properties, ready, options.extent(), &options.budget, observer)
}

/// The answers if a limit left no time to decide anything.
pub fn undecided(loaded: &Loaded, options: &Options, reason: &StopReason) -> Decided {
    let engine = match options.engine {
        Selection::Auto => "auto",
        Selection::One(engine) => engine.engine(options.order, &loaded.listed).name(),
    };
    Decided::unknown(&loaded.properties, engine, reason)
}

impl Decided {
    /// Nothing is known about any property.
    fn unknown(properties: &[Property], engine: &'static str, reason: &StopReason) -> Decided {
        let decisions = properties.iter().map(|property| {
            let verdict = Verdict::Unknown(reason.clone());
            Decision { property: property.clone(), verdict }
        });
        let outcome = Outcome { engine, decisions: decisions.collect() };
        Decided { outcome, others: Vec::new(), explanations: Vec::new(), stats: None, phases: Phases::default() }
    }
}

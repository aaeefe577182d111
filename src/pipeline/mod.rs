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
pub mod depth;
mod explain;
mod load;
mod options;
mod phases;
mod portfolio;
mod prepare;
mod recall;
mod second_proof;
mod shelf;
mod temporal;
mod violation;
mod ways;

use crate::budget::StopReason;
use crate::engine::repeat::Effort;
use crate::engine::{AUTO, EngineSpec, Observer, Selection, Silent, Stats};
use crate::lang::program::property::Property;
use crate::lang::program::{ProcId, Program};
use crate::lang::source::{Diagnostics, Source};
use crate::lang::spelling::listed;
use crate::outcome::{Decision, Outcome, Verdict};
use crate::temporal::Claim;
use crate::validate::Replayed;
use course::Course;
pub use explain::{Explanation, Rests, vacuous};
pub use load::load;
pub use options::{Certificates, Options};
pub use phases::{Phases, Stopwatch};
pub use portfolio::Began;
pub use prepare::{Ready, prepare};
pub use recall::{Fate, Recalled, Word};
use std::sync::Arc;
use std::time::Duration;
pub use temporal::{Asked, Assured, Looking, NotAssured, Temporal, assured, claim, with_onlooker};
pub use ways::{End, Ways};

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
#[non_exhaustive]
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
    /// If these are formulas about runs that never end, those, one for each.
    pub(crate) claims: Vec<Arc<Claim>>,
    /// The numbers by which these are called, from 1, if [`Options::only`] left some out.
    numbers: Vec<usize>,
    /// How long it took to get here from the text, by [`Options::stopwatch`].
    pub took: Duration,
}

impl Loaded {
    /// The number by which the property with this index is called, from 1; those that [`Options::only`] leaves out have numbers, too.
    pub fn number(&self, index: usize) -> usize {
        self.numbers.get(index).copied().unwrap_or(index + 1)
    }

    /// Whether what is asked are formulas, automata or monitors.
    pub fn asks_of_runs(&self) -> bool {
        !self.claims.is_empty()
    }

    /// The labels of the program, as a part of a sentence; nothing if there are none.
    pub fn labels(&self) -> Option<String> {
        listed(load::labels(&self.program, None))
    }
}

/// The answers, and what the engine that gave them did.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Decided {
    /// The answers.
    pub outcome: Outcome,
    /// With [`Options::cross_check`], what the other engines say; none of them contradicts.
    pub others: Vec<Outcome>,
    /// With [`Options::shortest`] and [`Options::another`], what more is known of the properties that are violated.
    pub ways: Vec<Ways>,
    /// With [`AUTO`], who took part, in the order in which they began.
    pub race: Vec<Began>,
    /// The engine of which a proof was asked, and came, because that of the engine that answered took too long.
    pub prover: Option<&'static str>,
    /// Whether formulas hold only because the program has no run that they are about; false, too, if that was not found out soon.
    pub is_vacuous: bool,
    /// What it took to find out whether a head repeats, if the answer, or that to the last claim, came from that.
    pub heads: Option<Effort>,
    /// With [`Options::explain_safe`], what the proofs need, one for each certificate.
    pub explanations: Vec<Explanation>,
    /// With [`Options::recall`], what has become of what was known, and what is known now, if the engine came so far.
    pub recalled: Option<Recalled>,
    /// Of claims about endless runs that hold, why they do.
    pub assured: Vec<Arc<Assured>>,
    /// The engine's counters; `None` if there was nothing to decide.
    pub stats: Option<Stats>,
    /// Where the time went of the engine whose answers these are.
    pub phases: Phases,
}

/// Checks a program: decides the properties that `options` ask for, and replays each violation on the program.
///
/// ```
/// use bpcheck::{Options, Source, check, outcome::Overall};
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
/// [`Failure::SelfCheck`] only, with the options with which the program was loaded.
pub fn decide(loaded: &Loaded, options: &Options, observer: &mut dyn Observer) -> Result<Decided, Failure> {
    if loaded.properties.is_empty() {
        return Ok(undecided(loaded, options, &StopReason::NoProperty));
    }
    if !loaded.claims.is_empty() {
        return temporal::decided(loaded, options, observer);
    }
    let extent = options.extent();
    let (engine, mut decided) = match &recall::selection(options)? {
        Selection::Auto => portfolio::decide(loaded, options, extent, observer)?,
        Selection::One(engine) => {
            let course = Course { loaded, options, engine, shelf: None };
            (engine.clone(), course.decide(extent, &options.budget, observer)?)
        }
    };
    second_proof::ask(loaded, options, &engine, &mut decided)?;
    if options.cross_check {
        decided.others = cross_check::others(loaded, options, extent, (&engine, &decided.outcome))?;
    }
    if options.shortest || options.another > 0 {
        decided.ways = ways::ways(loaded, &mut decided.outcome, options)?;
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
    engine: &EngineSpec,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Decided, Failure> {
    if loaded.properties.is_empty() {
        return Ok(undecided(loaded, options, &StopReason::NoProperty));
    }
    let course = Course { loaded, options, engine, shelf: None };
    course.decide_ready(&loaded.properties, ready, options.extent(), &options.budget, observer)
}

/// The answers if a limit left no time to decide anything.
pub fn undecided(loaded: &Loaded, options: &Options, reason: &StopReason) -> Decided {
    Decided::unknown(&loaded.properties, engine(options), reason)
}

/// The name of the engine that is asked.
fn engine(options: &Options) -> &'static str {
    match &options.engine {
        Selection::Auto => AUTO,
        Selection::One(engine) => engine.name(),
    }
}

impl Decided {
    /// Violations of the property with this index on other paths than that of its verdict.
    pub fn others_of(&self, property: usize) -> impl Iterator<Item = &Replayed> {
        self.ways.iter().filter(move |ways| ways.property == property).flat_map(|ways| &ways.others)
    }

    /// Nothing is known about any property.
    fn unknown(properties: &[Property], engine: &'static str, reason: &StopReason) -> Decided {
        let decisions = properties.iter().map(|property| {
            let verdict = Verdict::Unknown(reason.clone());
            Decision { property: property.clone(), verdict }
        });
        let outcome = Outcome { engine, decisions: decisions.collect() };
        Decided {
            outcome,
            others: Vec::new(),
            ways: Vec::new(),
            race: Vec::new(),
            prover: None,
            is_vacuous: false,
            heads: None,
            explanations: Vec::new(),
            assured: Vec::new(),
            recalled: None,
            stats: None,
            phases: Phases::default(),
        }
    }
}

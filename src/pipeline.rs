//! The road that the data takes, stage by stage:
//!
//! ```text
//! text -> AST -> Program -> Cfg -> SymbolicPds -> passes -> engine -> Outcome(evidence) -> validated
//! ```
//!
//! [`load`] goes as far as the program and its properties, [`decide`] the rest; [`check`] is both.

use crate::budget::{Budget, StopReason};
use crate::engine::saturation::order::{Order, listing};
use crate::engine::saturation::relations::frames::Vertex;
use crate::engine::{EngineSpec, Extent, Finding, Observer, Silent, Stats};
use crate::lang::cfg;
use crate::lang::program::property::{LabelRequest, Property, properties};
use crate::lang::program::{ProcId, Program, resolve};
use crate::lang::source::{Diagnostic, Diagnostics, Source, Span};
use crate::lang::spelling::meant;
use crate::lang::syntax::{Ladder, parse};
use crate::pds::passes::{self, PassSet, Prepared};
use crate::pds::{self, Target};
use crate::validate::replay;
use crate::verdict::{Decision, NoTrace, Outcome, Verdict, lift};

/// What to check, and how.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Which operator binds tighter.
    pub ladder: Ladder,
    /// The procedure in which runs begin; `None`: `main`.
    pub entry: Option<String>,
    /// Labels to check instead of the default properties.
    pub labels: Vec<LabelRequest>,
    /// Whether each property is to be decided, or only the first violation found.
    pub all: bool,
    /// Which engine decides.
    pub engine: EngineSpec,
    /// Whether other engines decide the same properties, too.
    pub cross_check: bool,
    /// Which passes run before the engine, if it wants them.
    pub passes: PassSet,
    /// The order of columns that an engine with decision diagrams tries first.
    pub order: Order,
    /// Variables that an order begins with which is tried before that; see [`listing`].
    pub listing: Option<Source>,
    /// The limits.
    pub budget: Budget,
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
    /// Where its runs begin.
    pub entry: ProcId,
    /// What is asked of it.
    pub properties: Vec<Property>,
    /// The variables that [`Options::listing`] names.
    pub listed: Vec<Vertex>,
}

/// The answers, and what they cost.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The answers.
    pub outcome: Outcome,
    /// With [`Options::cross_check`], what the other engines say; none of them contradicts.
    pub others: Vec<Outcome>,
    /// The engine's counters; `None` if there was nothing to decide.
    pub stats: Option<Stats>,
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

/// Text to program: parsed, resolved, with entry and properties.
///
/// # Errors
/// All errors of the text, or the entry, label or variable that is not there.
pub fn load(source: &Source, options: &Options) -> Result<Loaded, Failure> {
    let mut diagnostics = Diagnostics::new(source);
    let ast = parse(source, options.ladder, &mut diagnostics);
    let program = resolve(ast, &mut diagnostics);
    diagnostics.sort();
    let Some(program) = program else { return Err(Failure::Rejected(diagnostics)) };
    let entry = match (&options.entry, program.find_procedure(options.entry.as_deref().unwrap_or("main"))) {
        (_, Some(entry)) => entry,
        (Some(name), None) => return Err(Failure::Request(no_entry(&program, name))),
        (None, None) => {
            diagnostics.push(no_main(source));
            return Err(Failure::Rejected(diagnostics));
        }
    };
    let properties =
        properties(&program, &options.labels).map_err(|request| Failure::Request(no_label(&program, request)))?;
    let listed = options.listing.as_ref().map_or(Ok(Vec::new()), |listing| listing::listed(listing, &program));
    let listed = listed.map_err(Failure::Request)?;
    Ok(Loaded { source: source.clone(), program, warnings: diagnostics, entry, properties, listed })
}

/// Program to checked answers. A limit that is hit on the way makes answers UNKNOWN.
///
/// # Errors
/// [`Failure::SelfCheck`] only.
pub fn decide(loaded: &Loaded, options: &Options, observer: &mut dyn Observer) -> Result<Decided, Failure> {
    let mut decided = decide_by(options.engine, loaded, options, observer)?;
    if options.cross_check {
        for engine in EngineSpec::REFEREES {
            if engine.is_same(options.engine) {
                continue;
            }
            let other = decide_by(engine, loaded, options, &mut Silent)?.outcome;
            if let Some(property) = decided.outcome.contradiction(&other) {
                let engines = [decided.outcome.engine, other.engine];
                return Err(Failure::SelfCheck(disagreement(property, &decided.outcome, &other, engines)));
            }
            decided.others.push(other);
        }
    }
    Ok(decided)
}

fn disagreement(property: usize, ours: &Outcome, theirs: &Outcome, engines: [&str; 2]) -> String {
    let [a, b] = [ours, theirs].map(|outcome| outcome.decisions[property].verdict.to_string());
    format!("property {} is {a} by {}, and {b} by {}", property + 1, engines[0], engines[1])
}

/// The answers of one engine.
fn decide_by(
    engine: EngineSpec,
    loaded: &Loaded,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Decided, Failure> {
    let Loaded { source, program, entry, properties, .. } = loaded;
    let mut engine = engine.engine(options.order, &loaded.listed);
    if properties.is_empty() {
        let outcome = Outcome { engine: engine.name(), decisions: Vec::new() };
        return Ok(Decided { outcome, others: Vec::new(), stats: None });
    }
    let (prepared, targets) = match prepare(loaded, options, engine.passes()) {
        Ok(prepared) => prepared,
        Err(reason) => return Ok(unknown(loaded, engine.name(), &reason)),
    };
    let extent = if options.all { Extent::All } else { Extent::First };
    let findings = engine.run(&prepared, &targets, extent, &options.budget, observer);
    let sha256 = source.sha256();
    let mut decisions = Vec::with_capacity(properties.len());
    for (property, finding) in properties.iter().zip(findings.targets) {
        let verdict = match finding {
            Finding::Unreachable(evidence) => Verdict::Safe(evidence),
            Finding::Unknown(reason) => Verdict::Unknown(reason),
            Finding::Lost(what) => return Err(Failure::SelfCheck(what)),
            Finding::Reached(derivation) => {
                match lift(program, &sha256, &prepared, property, &derivation, &options.budget) {
                    Ok(trace) => {
                        let replayed = replay(program, &sha256, *entry, &trace);
                        replayed.map_err(|refusal| Failure::SelfCheck(refusal.to_string()))?;
                        Verdict::Unsafe(Box::new(trace))
                    }
                    Err(NoTrace::Stopped(reason)) => Verdict::Unknown(reason),
                    Err(NoTrace::Wrong(what)) => return Err(Failure::SelfCheck(what)),
                }
            }
        };
        decisions.push(Decision { property: property.clone(), verdict });
    }
    let outcome = Outcome { engine: engine.name(), decisions };
    Ok(Decided { outcome, others: Vec::new(), stats: Some(findings.stats) })
}

/// Program to what an engine works on that wants these passes.
fn prepare(loaded: &Loaded, options: &Options, wanted: PassSet) -> Result<(Prepared, Vec<Target>), StopReason> {
    let Loaded { program, entry, properties, .. } = loaded;
    let budget = &options.budget;
    budget.check()?;
    let graphs = cfg::build(program);
    let system = pds::build::within(program, &graphs, *entry, budget)?;
    let targets: Vec<_> = properties.iter().map(|property| pds::build::target(&graphs, property)).collect();
    budget.check()?;
    let prepared = passes::run(system, &targets, options.passes.both(wanted), budget)?;
    budget.check()?;
    Ok((prepared, targets))
}

/// The answers if a limit left no time to decide anything.
pub fn undecided(loaded: &Loaded, options: &Options, reason: &StopReason) -> Decided {
    unknown(loaded, options.engine.engine(options.order, &loaded.listed).name(), reason)
}

fn unknown(loaded: &Loaded, engine: &'static str, reason: &StopReason) -> Decided {
    let decisions = loaded.properties.iter().map(|property| {
        let verdict = Verdict::Unknown(reason.clone());
        Decision { property: property.clone(), verdict }
    });
    Decided { outcome: Outcome { engine, decisions: decisions.collect() }, others: Vec::new(), stats: None }
}

fn no_entry(program: &Program, name: &str) -> String {
    format!("there is no procedure `{name}` to begin in{}", meant(name, procedures(program)))
}

fn no_label(program: &Program, LabelRequest { procedure, label }: &LabelRequest) -> String {
    let labels = |within: Option<ProcId>| {
        let places = program.procedure_ids().filter(move |&id| within.is_none_or(|within| within == id));
        let labels = places.flat_map(|id| program.places(id)).flat_map(|place| &program[program[place].labels]);
        labels.map(|&label| program.name(label))
    };
    match procedure {
        None => format!("there is no label `{label}`{}", meant(label, labels(None))),
        Some(procedure) => match program.find_procedure(procedure) {
            None => {
                let meant = meant(procedure, procedures(program));
                format!("there is no procedure `{procedure}`, so no label `{label}` in it{meant}")
            }
            id => {
                let meant = meant(label, labels(id));
                format!("there is no label `{label}` in procedure `{procedure}`{meant}")
            }
        },
    }
}

fn procedures(program: &Program) -> impl Iterator<Item = &str> {
    program.procedure_ids().map(|id| program.name(program[id].name))
}

fn no_main(source: &Source) -> Diagnostic {
    let end = source.bytes().len();
    Diagnostic::error("no-main", Span::new(end, end), "there is no procedure `main`")
        .label("expected `void main() begin … end`")
        .hint("runs begin in `main`; `--entry P` begins in procedure P")
}

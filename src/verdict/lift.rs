//! From an engine's derivation to a trace of the program: rules become steps at places.

use super::complete::complete;
use super::execute::{NoTrace, execute};
use super::skeleton::{Skeleton, SkeletonEnd, SkeletonRun, SkeletonStep};
use super::trace::{RunId, Trace};
use crate::budget::Budget;
use crate::lang::cfg::Role;
use crate::lang::program::Program;
use crate::lang::program::property::{Property, PropertyKind};
use crate::lang::program::semantics::{Bits, State};
use crate::pds::derivation::{Derivation, Run, Step};
use crate::pds::passes::Prepared;
use crate::pds::{Rule, RuleKind};

/// The trace that a derivation stands for.
///
/// # Errors
/// If the program has no such run: a bug of the engine that made it. Or the limit that was hit: calls that share a run of the
/// derivation may differ in variables that the engine forgot, in exponentially many ways.
pub fn lift(
    program: &Program,
    program_sha256: &str,
    system: &Prepared,
    property: &Property,
    derivation: &Derivation,
    budget: &Budget,
) -> Result<Trace, NoTrace> {
    let first_open = derivation.runs.len() - derivation.stack;
    let runs = derivation.runs.iter().enumerate().map(|(index, run)| {
        let place = if index < first_open {
            Ending::Return
        } else if index + 1 < derivation.runs.len() {
            Ending::Call
        } else {
            Ending::Target
        };
        lift_run(system, property, run, place)
    });
    let skeleton = Skeleton {
        program: program_sha256.to_string(),
        property: property.clone(),
        runs: runs.collect::<Option<_>>().ok_or_else(|| NoTrace::Wrong("a run ends where it cannot".into()))?,
        stack: derivation.stack,
    };
    let skeleton = execute(program, &skeleton, budget)?;
    complete(program, &skeleton).map_err(|flaw| NoTrace::Wrong(flaw.to_string()))
}

/// What the last rule of a run is.
#[derive(Clone, Copy, PartialEq)]
enum Ending {
    Return,
    Call,
    Target,
}

/// A rule as it was before rules became one, with its choices, and the run of the callee that returned.
type Part<'a> = (&'a Rule, Bits, Option<RunId>);

fn parts<'a>(system: &'a Prepared, step: &'a Step) -> impl Iterator<Item = Part<'a>> {
    let mut first = 0;
    system.parts(step.rule).iter().map(move |rule| {
        let choices = step.choices[first..first + rule.transfer.choices].to_bitvec();
        first += rule.transfer.choices;
        (rule, choices, step.run.map(|index| RunId(index as u32)))
    })
}

fn lift_run(system: &Prepared, property: &Property, run: &Run, ending: Ending) -> Option<SkeletonRun> {
    let mut rules: Vec<Part<'_>> = run.steps.iter().flat_map(|step| parts(system, step)).collect();
    let end = match (ending, &property.kind) {
        (Ending::Target, PropertyKind::Label(_)) => SkeletonEnd::Violation { choices: Bits::new() },
        _ => {
            let (last, choices, _) = rules.pop()?;
            let point = last.origin.0.point;
            match ending {
                Ending::Return => SkeletonEnd::Returned { point, choices },
                Ending::Call => SkeletonEnd::Calling { point, choices },
                Ending::Target => SkeletonEnd::Violation { choices },
            }
        }
    };
    let mut steps: Vec<SkeletonStep> = Vec::with_capacity(rules.len());
    for (rule, choices, call) in rules {
        let (place, target) = rule.origin;
        let is_store = system.pds.locations[rule.from.index()].role == Role::Returned;
        match (rule.kind, is_store) {
            // The store belongs to the call before it: it adds the choices of `enforce`.
            (RuleKind::Neutration { .. }, true) => steps.last_mut()?.choices |= &choices,
            (RuleKind::Contraction, _) => return None,
            _ => steps.push(SkeletonStep { point: place.point, choices, target: target as usize, call }),
        }
    }
    let entry = State { globals: run.globals.clone(), locals: run.locals.clone() };
    Some(SkeletonRun { procedure: run.procedure, entry, steps, end })
}

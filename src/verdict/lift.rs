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
use crate::pds::{RuleKind, SymbolicPds};

/// The trace that a derivation stands for.
///
/// # Errors
/// If the program has no such run: a bug of the engine that made it. Or the limit that was hit: calls that share a run of the
/// derivation may differ in variables that the engine forgot, in exponentially many ways.
pub fn lift(
    program: &Program,
    program_sha256: &str,
    pds: &SymbolicPds,
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
        lift_run(pds, property, run, place)
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

fn lift_run(pds: &SymbolicPds, property: &Property, run: &Run, ending: Ending) -> Option<SkeletonRun> {
    let mut rules = run.steps.as_slice();
    let point = |step: &Step| pds.rule(step.rule).origin.0.point;
    let end = match (ending, &property.kind) {
        (Ending::Target, PropertyKind::Label(_)) => SkeletonEnd::Violation { choices: Bits::new() },
        _ => {
            let (last, before) = rules.split_last()?;
            rules = before;
            let choices = last.choices.clone();
            match ending {
                Ending::Return => SkeletonEnd::Returned { point: point(last), choices },
                Ending::Call => SkeletonEnd::Calling { point: point(last), choices },
                Ending::Target => SkeletonEnd::Violation { choices },
            }
        }
    };
    let mut steps: Vec<SkeletonStep> = Vec::with_capacity(rules.len());
    for step in rules {
        let rule = pds.rule(step.rule);
        let (place, target) = rule.origin;
        let is_store = pds.locations[rule.from.index()].role == Role::Returned;
        match (rule.kind, is_store) {
            // The store belongs to the call before it: it adds the choices of `enforce`.
            (RuleKind::Neutration { .. }, true) => steps.last_mut()?.choices |= &step.choices,
            (RuleKind::Contraction, _) => return None,
            _ => steps.push(SkeletonStep {
                point: place.point,
                choices: step.choices.clone(),
                target: target as usize,
                call: step.run.map(|index| RunId(index as u32)),
            }),
        }
    }
    let entry = State { globals: run.globals.clone(), locals: run.locals.clone() };
    Some(SkeletonRun { procedure: run.procedure, entry, steps, end })
}

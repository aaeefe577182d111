//! From a derivation to a trace of the program: rules become steps at places.

use super::execute::{NoTrace, execute};
use super::gather::Alike;
use super::skeleton::{Skeleton, SkeletonEnd, SkeletonRun, SkeletonStep};
use super::trace::{RunId, Trace};
use crate::budget::Budget;
use crate::lang::cfg::{Action, Cfg};
use crate::lang::program::Program;
use crate::lang::program::property::Property;
use crate::lang::program::semantics::Bits;
use crate::lang::program::semantics::State;
use crate::pds::derivation::{Callee, Derivation, Run, Step};

/// The trace that a derivation of the system stands for that was built from the program's graphs ([`crate::pds::build()`]); it goes the same way
/// if runs that are alike stay apart.
///
/// # Errors
/// If the program has no such run: a bug of the engine that made it. Or the limit that was hit: calls that share a run of the
/// derivation may differ in variables that the engine forgot, in exponentially many ways, and runs of functions are as long as they are.
pub fn lift(
    program: &Program,
    program_sha256: &str,
    graphs: &Cfg,
    property: &Property,
    derivation: &Derivation,
    alike: Alike,
    budget: &Budget,
) -> Result<Trace, NoTrace> {
    let stack = derivation.stack();
    let returned = derivation.returned().iter().map(|run| (run, Ending::Return));
    let open = stack.iter().enumerate().map(|(index, run)| {
        let is_last = index + 1 == stack.len();
        (run, if is_last { Ending::Target } else { Ending::Call })
    });
    let runs = returned.chain(open).map(|(run, ending)| lift_run(graphs, property, run, ending));
    let skeleton = Skeleton {
        program: program_sha256.to_string(),
        property: property.clone(),
        runs: runs.collect::<Option<_>>().ok_or_else(|| NoTrace::Wrong("a run ends where it cannot".into()))?,
        stack: stack.len(),
    };
    execute(program, &skeleton, alike, budget)
}

/// What the last rule of a run is.
#[derive(Clone, Copy, PartialEq)]
enum Ending {
    Return,
    Call,
    Target,
}

fn lift_run(graphs: &Cfg, property: &Property, run: &Run, ending: Ending) -> Option<SkeletonRun> {
    let (end, steps) = match (ending, property.kind.is_place()) {
        (Ending::Target, true) => (SkeletonEnd::Violation { choices: Bits::new() }, &run.steps[..]),
        _ => {
            let (last, steps) = run.steps.split_last()?;
            let (from, _) = graphs.edge(last.rule.index())?;
            let (point, choices) = (graphs.locations[from.index()].place.point, last.choices.clone());
            let end = match ending {
                Ending::Return => SkeletonEnd::Returned { point, choices },
                Ending::Call => SkeletonEnd::Calling { point, choices },
                Ending::Target => SkeletonEnd::Violation { choices },
            };
            (end, steps)
        }
    };
    let mut lifted: Vec<SkeletonStep> = Vec::with_capacity(steps.len());
    for Step { rule, choices, callee } in steps {
        let (from, edge) = graphs.edge(rule.index())?;
        match edge.action {
            // The store belongs to the call before it: it adds the choices of `enforce`.
            Action::Store => lifted.last_mut()?.choices |= choices,
            Action::Return => return None,
            _ => lifted.push(SkeletonStep {
                point: graphs.locations[from.index()].place.point,
                choices: choices.clone(),
                target: edge.target as usize,
                call: match callee {
                    Callee::Returned(id) => Some(RunId(id.index() as u32)),
                    Callee::Open | Callee::AnyWay | Callee::OnlyWay => None,
                },
            }),
        }
    }
    let entry = State { globals: run.globals.clone(), locals: run.locals.clone() };
    Some(SkeletonRun { procedure: run.procedure, entry, steps: lifted, end })
}

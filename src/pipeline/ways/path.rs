//! The path of a violation: the places where control goes, in order; values do not count.

use crate::engine::paths::Turn;
use crate::lang::cfg::{Action, Cfg, Edge, Role};
use crate::lang::program::property::PropertyKind;
use crate::lang::program::{Place, Point};
use crate::pds::derivation::{self, Callee, Derivation};
use crate::verdict::trace::{End, Trace};

/// No path is followed that is longer.
const MOST_TURNS: usize = 1_000_000;

/// What a procedure run adds to a path.
enum Part {
    Turn(Turn),
    /// All of another run.
    Run(usize),
}

/// The path of a trace; `None`, if it is longer than anyone wants to follow.
pub(super) fn of_trace(trace: &Trace) -> Option<Vec<Turn>> {
    let entry = |procedure| Turn::To(Place { procedure, point: Point::ENTRY });
    let runs = trace.runs.iter().map(|run| {
        let procedure = run.procedure;
        let place = |point| Turn::To(Place { procedure, point });
        let end = match &run.end {
            End::Returned { point, .. } | End::Calling { point, .. } => *point,
            End::Violation { .. } => trace.property.place.point,
        };
        let points = run.steps.iter().skip(1).map(|step| step.point).chain([end]);
        let mut parts: Vec<Part> = Vec::new();
        for (step, next) in run.steps.iter().zip(points) {
            parts.push(match step.call {
                Some(callee) => Part::Run(callee.index()),
                None => Part::Turn(place(next)),
            });
        }
        match &run.end {
            End::Returned { .. } => parts.push(Part::Turn(Turn::Back)),
            End::Violation { .. } if !matches!(trace.property.kind, PropertyKind::Label(_)) => {
                parts.push(Part::Turn(Turn::Violation));
            }
            End::Calling { .. } | End::Violation { .. } => {}
        }
        (entry(procedure), parts)
    });
    unfold(&runs.collect::<Vec<_>>(), trace.stack)
}

/// The path of a derivation of the system that was built from these graphs, before it is made a trace: there runs that do the same become one run.
pub(super) fn of_derivation(graphs: &Cfg, derivation: &Derivation) -> Option<Vec<Turn>> {
    let entry = |procedure| Turn::To(Place { procedure, point: Point::ENTRY });
    let runs = derivation
        .returned()
        .iter()
        .chain(derivation.stack())
        .map(|run| (entry(run.procedure), run.steps.iter().filter_map(|step| part(graphs, step)).collect()));
    unfold(&runs.collect::<Vec<_>>(), derivation.stack().len())
}

fn part(graphs: &Cfg, step: &derivation::Step) -> Option<Part> {
    let (_, &Edge { to, action, .. }) = graphs.edge(step.rule.index())?;
    let to = graphs.locations[to.index()];
    match (action, step.callee) {
        (Action::Call(_), Callee::Returned(run)) => Some(Part::Run(run.index())),
        // The turn to the callee is the first one of its run.
        (Action::Call(_) | Action::Store, _) => None,
        (Action::Return, _) => Some(Part::Turn(Turn::Back)),
        _ if to.role == Role::Violated => Some(Part::Turn(Turn::Violation)),
        _ => Some(Part::Turn(Turn::To(to.place))),
    }
}

/// The turns of the last `stack` runs, one behind the other, with what they call. The stack of calls is on the heap.
fn unfold(runs: &[(Turn, Vec<Part>)], stack: usize) -> Option<Vec<Turn>> {
    let first = runs.len().checked_sub(stack)?;
    let mut turns = Vec::new();
    for (index, (entry, parts)) in runs.iter().enumerate().skip(first) {
        if index > first {
            turns.push(*entry);
        }
        let mut open = vec![parts.iter()];
        while let Some(parts) = open.last_mut() {
            match parts.next() {
                None => drop(open.pop()),
                Some(Part::Turn(turn)) => turns.push(*turn),
                Some(&Part::Run(run)) => {
                    turns.push(runs[run].0);
                    open.push(runs[run].1.iter());
                }
            }
            if turns.len() > MOST_TURNS {
                return None;
            }
        }
    }
    Some(turns)
}

//! The path of a violation: the places where control goes, in order; values do not count.

use crate::engine::paths::Turn;
use crate::lang::program::{Place, Point};
use crate::verdict::trace::{End, Run, Step, Trace};

/// No path is followed that is longer.
const MOST_TURNS: usize = 1_000_000;

/// The path of a trace; `None`, if it is longer than anyone wants to follow. The stack of calls is on the heap.
pub(super) fn of_trace(trace: &Trace) -> Option<Vec<Turn>> {
    let mut turns = Vec::new();
    for (height, id) in trace.final_stack().enumerate() {
        let first = trace.run(id);
        if height > 0 {
            turns.push(to(first, Point::ENTRY));
        }
        let mut open = vec![(first, 0)];
        while let Some((run, index)) = open.pop() {
            match run.steps.get(index) {
                Some(&Step { call: Some(callee), .. }) => {
                    let callee = trace.run(callee);
                    turns.push(to(callee, Point::ENTRY));
                    open.extend([(run, index + 1), (callee, 0)]);
                }
                Some(_) => {
                    let next = run.steps.get(index + 1).map_or_else(|| end(trace, run), |next| next.point);
                    turns.push(to(run, next));
                    open.push((run, index + 1));
                }
                None => turns.extend(last(trace, run)),
            }
            if turns.len() > MOST_TURNS {
                return None;
            }
        }
    }
    Some(turns)
}

fn to(run: &Run, point: Point) -> Turn {
    Turn::To(Place { procedure: run.procedure, point })
}

/// Where a run is when it ends.
fn end(trace: &Trace, run: &Run) -> Point {
    match run.end {
        End::Returned { point, .. } | End::Calling { point, .. } => point,
        End::Violation { .. } => trace.property.place.point,
    }
}

/// Where control goes from there. The turn to a callee that does not return is the first one of its run.
fn last(trace: &Trace, run: &Run) -> Option<Turn> {
    match run.end {
        End::Returned { .. } => Some(Turn::Back),
        End::Violation { .. } if !trace.property.kind.is_place() => Some(Turn::Violation),
        End::Calling { .. } | End::Violation { .. } => None,
    }
}

//! The way of a run as the skeleton of a trace.

use super::{Moment, Move};
use crate::lang::program::Point;
use crate::lang::program::property::{Property, PropertyKind};
use crate::lang::program::semantics::Bits;
use crate::verdict::trace::RunId;
use crate::verdict::{Skeleton, SkeletonEnd, SkeletonRun, SkeletonStep};

/// The way through these moments, at the last of which the property is violated.
pub(super) fn skeleton(program_sha256: &str, property: &Property, moments: &[Moment]) -> Skeleton {
    let mut record = Record { open: Vec::new(), done: Vec::new() };
    let violation = match (moments.last().map(|last| &last.by), &property.kind) {
        (Some(Move::Step { choices, .. }), PropertyKind::Assert | PropertyKind::AbortIf) => {
            (moments.len() - 1, choices.clone())
        }
        _ => (moments.len(), Bits::new()),
    };
    for (index, moment) in moments[..violation.0].iter().enumerate() {
        record.moment(index.checked_sub(1).map(|last| &moments[last]), moment);
    }
    if let Some(last) = record.open.last_mut() {
        last.end = SkeletonEnd::Violation { choices: violation.1 };
    }
    let stack = record.open.len();
    let mut runs = record.done;
    runs.extend(record.open);
    Skeleton { program: program_sha256.to_string(), property: property.clone(), runs, stack }
}

/// The runs so far: those of the stack, and those that returned.
struct Record {
    open: Vec<SkeletonRun>,
    done: Vec<SkeletonRun>,
}

impl Record {
    /// What came about between two moments.
    fn moment(&mut self, before: Option<&Moment>, moment: &Moment) {
        let (before, Move::Step { choices, target, resumed }) = (before, &moment.by) else {
            // First values, which are those of a run that has made no step.
            let begun = before.and_then(|_| self.open.pop());
            debug_assert!(begun.is_none_or(|begun| begun.steps.is_empty()));
            return self.enter(moment);
        };
        let Some(before) = before else { return };
        let (point, choices) = (before.at.place.point, choices.clone());
        let Some(mut run) = self.open.pop() else { return };
        let caller = before.at.caller().filter(|_| moment.at.height() < before.at.height());
        match caller {
            Some(waiting) => {
                run.end = SkeletonEnd::Returned { point, choices };
                let call = Some(RunId(self.done.len() as u32));
                self.done.push(run);
                let choices = waiting.resumed(resumed);
                let step = SkeletonStep { point: waiting.place.point, choices, target: 0, call };
                self.open.last_mut().into_iter().for_each(|caller| caller.steps.push(step.clone()));
            }
            None if moment.at.height() > before.at.height() => {
                run.end = SkeletonEnd::Calling { point, choices };
                self.open.push(run);
                self.enter(moment);
            }
            None => {
                run.steps.push(SkeletonStep { point, choices, target: *target, call: None });
                self.open.push(run);
            }
        }
    }

    fn enter(&mut self, moment: &Moment) {
        let (procedure, entry) = (moment.at.place.procedure, moment.at.state.clone());
        let end = SkeletonEnd::Calling { point: Point::ENTRY, choices: Bits::new() };
        self.open.push(SkeletonRun { procedure, entry, steps: Vec::new(), end });
    }
}

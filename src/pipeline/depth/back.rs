//! From a run of a program that counts to one of the program that it was made of.

use super::measure::entered;
use crate::budget::StopReason;
use crate::lang::program::counting::Counting;
use crate::lang::program::semantics::{Bits, State, choices_at};
use crate::lang::program::{Place, Point, ProcId, Program};
use crate::pipeline::{Failure, Loaded};
use crate::validate::{Replayed, replay};
use crate::verdict::trace::{End, Run, Trace};
use crate::verdict::{Alike, Skeleton, SkeletonEnd, SkeletonRun, SkeletonStep, complete};

/// The run to an alarm, as one to where the procedure is entered that gives it, replayed on the program.
///
/// # Errors
/// [`Failure::SelfCheck`] if the program has no such run.
pub(super) fn replayed(loaded: &Loaded, counting: &Counting, trace: &Trace) -> Result<Replayed, Failure> {
    let wrong = |what: String| Failure::SelfCheck(format!("a program that counts: {what}"));
    let sha256 = loaded.source.sha256();
    let skeleton = before(loaded, counting, trace, sha256).ok_or_else(|| wrong("a run without a way back".into()))?;
    let trace = complete(&loaded.program, &skeleton, Alike::One).map_err(|flaw| wrong(flaw.to_string()))?;
    replay(&loaded.program, sha256, loaded.entry, trace).map_err(|refusal| wrong(refusal.to_string()))
}

fn before(loaded: &Loaded, counting: &Counting, trace: &Trace, sha256: &str) -> Option<Skeleton> {
    // The last activation is the alarm's, and perhaps the first one is that which calls the one that was the first.
    let (_, mut runs) = trace.runs.split_last()?;
    let mut stack = trace.stack - 1;
    let returned;
    if counting.entry != loaded.entry {
        let begin = runs.len() - stack;
        returned = [&runs[..begin], &runs[begin + 1..]].concat();
        (runs, stack) = (&returned, stack - 1);
    }
    let procedure = runs.last()?.procedure;
    let runs: Option<Vec<SkeletonRun>> = runs.iter().map(|run| run_before(&loaded.program, counting, run)).collect();
    Some(Skeleton { program: sha256.to_string(), property: entered(procedure), runs: runs?, stack })
}

fn run_before(program: &Program, counting: &Counting, run: &Run) -> Option<SkeletonRun> {
    let Run { procedure, entry, .. } = run;
    let at = |point: Point| counting.before(Place { procedure: *procedure, point });
    // A call may have had a choice more, behind its own.
    let choices = |point: Point, made: &Bits| {
        let mut own = made.clone();
        let place = Place { procedure: *procedure, point };
        if made.len() > choices_at(program, place) {
            own.remove(program[place].own_choices());
        }
        own
    };
    let steps = run.steps.iter().filter_map(|step| {
        let point = at(step.point)?;
        Some(SkeletonStep { point, choices: choices(point, &step.choices), target: step.target, call: step.call })
    });
    let end = match &run.end {
        End::Returned { point, choices: made, .. } => {
            let point = at(*point)?;
            SkeletonEnd::Returned { point, choices: choices(point, made) }
        }
        End::Calling { point, choices: made } => match at(*point) {
            Some(point) => SkeletonEnd::Calling { point, choices: choices(point, made) },
            None => SkeletonEnd::Violation { choices: Bits::new() },
        },
        End::Violation { .. } => return None,
    };
    let registers = counting.registers(*procedure)?;
    let mut locals = entry.locals[..registers.start].to_bitvec();
    locals.extend_from_bitslice(&entry.locals[registers.end..]);
    Some(SkeletonRun {
        procedure: *procedure,
        entry: State { globals: entry.globals.clone(), locals },
        steps: steps.collect(),
        end,
    })
}

/// Two activations on the last stack that are of one procedure, this one, and were entered with the same globals and parameters.
pub(super) fn twice(loaded: &Loaded, trace: &Trace, procedure: ProcId) -> Option<[usize; 2]> {
    let params = loaded.program[procedure].params;
    let stack: Vec<&Run> = trace.final_stack().map(|id| trace.run(id)).collect();
    let head = |run: &Run| (run.entry.globals.clone(), run.entry.locals[..params].to_bitvec());
    let (last, below) = stack.split_last()?;
    if last.procedure != procedure {
        return None;
    }
    let first = below.iter().position(|run| run.procedure == procedure && head(run) == head(last))?;
    Some([first, below.len()])
}

/// How many activations there are of these on the last stack.
pub(super) fn count(trace: &Trace, counts: &[bool]) -> u64 {
    trace.final_stack().filter(|&id| counts[trace.run(id).procedure.index()]).count() as u64
}

/// Why a limit leaves a number without evidence.
pub(super) fn stopped(reason: &StopReason) -> String {
    format!("the check was stopped: {reason}")
}

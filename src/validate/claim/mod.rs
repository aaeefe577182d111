//! A run that violates what is claimed of runs.
//!
//! The trace is replayed as any. What is special is its turn: that the run can go on for ever in the way that is claimed, and that the formula does not
//! hold on the word that it is then, by the meaning of the logic (`truth`). No automaton has a say in that; but if it is an automaton that was asked about,
//! that it accepts this word (`accepted`). Of a monitor it is that it comes to an error with the last position, and not before (`monitored`).

mod accepted;
mod letters;
mod monitored;
mod truth;

pub use monitored::{Passage, Passages};

use super::refusal::Refusal;
use super::replay::{Replayed, replayed, unlimited};
use crate::budget::Budget;
use crate::lang::program::semantics::{Bits, Effect, State, choices_at};
use crate::lang::program::{Place, Point, ProcId, Program};
use crate::temporal::{Claim, Says};
use crate::verdict::canonical::Moment;
use crate::verdict::trace::{End, Run, Trace, Turn};
use letters::Letters;

/// Executes a trace on the program: a run of it that begins in `entry`, goes on for ever as [`Trace::turn`] says, and does not satisfy the claim. That a
/// monitor errs is seen as soon as it does, and nothing need be said of how such a run goes on.
///
/// # Errors
/// The first thing that the program does not bear out, or that the claim holds.
pub fn replay_claim(
    program: &Program,
    program_sha256: &str,
    entry: ProcId,
    trace: Trace,
    claim: &Claim,
) -> Result<Replayed, Refusal> {
    let replayed = unlimited(replayed(program, program_sha256, entry, trace, &Budget::unlimited()))?;
    let trace = replayed.trace();
    let letters = match &trace.turn {
        None if matches!(claim.says(), Says::Obeys(_)) => Letters::ended(claim, trace),
        None => return Err(Refusal::whole("how the run goes on", "a way that never ends", "none")),
        Some(Turn::Over { choices }) => {
            let violates = ends(program, trace, choices)?;
            Letters::over(claim, trace, violates)
        }
        // Its error is the last position, which a loop would come to once more.
        Some(Turn::Again { .. }) if matches!(claim.says(), Says::Obeys(_)) => {
            return Err(Refusal::whole("how the run goes on", "an error of the monitor", "a loop"));
        }
        Some(Turn::Again { level, step }) => {
            turns(program, trace, *level, *step)?;
            let letters = Letters::again(claim, trace, *level, *step);
            if !letters.goes_on() {
                return Err(Refusal::whole("the loop", "one in which a rule is applied", "none"));
            }
            letters
        }
    };
    match claim.says() {
        Says::Holds { graph, formula } if truth::holds(graph, *formula, &letters) => {
            Err(Refusal::whole("the formula on the run", "that it does not hold", "that it holds"))
        }
        Says::Accepts { automaton, .. } if !accepted::accepts(automaton, &letters) => {
            Err(Refusal::whole("the run", "one that the automaton accepts", "one that it does not accept"))
        }
        Says::Obeys(monitored) => {
            let passages = monitored::errs(monitored, trace, &letters)?;
            Ok(replayed.with_passages(passages))
        }
        _ => Ok(replayed),
    }
}

/// The step at the end of the trace ends the run; whether it violates an assertion.
fn ends(program: &Program, trace: &Trace, choices: &Bits) -> Result<bool, Refusal> {
    let place = trace.property.place;
    let Some(last) = trace.runs.last() else { return Err(Refusal::whole("the last run", "one", "none")) };
    let count = choices_at(program, place);
    if choices.len() != count {
        return Err(Refusal::whole("the number of choices of the last step", count, choices.len()));
    }
    let moment = Moment { program, place, state: &last.exit, returned: None };
    if let Some(idle) = moment.idle_choice(choices, 0) {
        return Err(Refusal::whole(&format!("choice {idle} of the last step"), "0, as it makes no difference", 1));
    }
    match moment.outcome(choices, 0).0 {
        Effect::Return(_) if trace.stack == 1 => Ok(false),
        Effect::Violation => Ok(true),
        other => Err(Refusal::whole("the last step", "one that ends the run", other.in_words())),
    }
}

/// The head at the end of the trace is that before a step of an activation on the final stack.
fn turns(program: &Program, trace: &Trace, level: usize, step: usize) -> Result<(), Refusal> {
    let (first, Some(last)) = (trace.runs.len() - trace.stack, trace.runs.last()) else {
        return Err(Refusal::whole("the last run", "one", "none"));
    };
    let begun = trace.runs[first..].get(level).filter(|run| step <= run.steps.len());
    let Some(begun) = begun.filter(|_| level + 1 < trace.stack || step < last.steps.len()) else {
        return Err(Refusal::whole("where the loop begins", "a step before the end", "none"));
    };
    let (then, now) = (place_before(trace, begun, step), trace.property.place);
    if then != now {
        let shown = |place| program.show(place);
        return Err(Refusal::whole("where the loop ends", shown(then), shown(now)));
    }
    let state = state_before(begun, step);
    if state.globals != last.exit.globals {
        return Err(Refusal::whole("the globals where the loop ends", "those where it begins", "others"));
    }
    // Where it is entered, the first values of locals can be chosen as they were.
    let compared = if now.point == Point::ENTRY { program[now.procedure].params } else { state.locals.len() };
    if state.locals[..compared] != last.exit.locals[..compared] {
        return Err(Refusal::whole("the locals where the loop ends", "those where it begins", "others"));
    }
    Ok(())
}

/// Where control is before a step of a run, or before its end.
fn place_before(trace: &Trace, run: &Run, step: usize) -> Place {
    let end = || match &run.end {
        End::Returned { point, .. } | End::Calling { point, .. } => *point,
        End::Violation { .. } => trace.property.place.point,
    };
    let point = run.steps.get(step).map_or_else(end, |step| step.point);
    Place { procedure: run.procedure, point }
}

/// The state before a step of a run.
fn state_before(run: &Run, step: usize) -> State {
    let mut state = run.entry.clone();
    let changes = run.steps[..step].iter().flat_map(|step| &step.changes);
    changes.for_each(|&(var, value)| state.set(var, value));
    state
}

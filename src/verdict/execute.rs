//! From a skeleton that knows the way to a trace that knows the states.
//!
//! An engine that forgets variables which do not matter cannot say what values they had. The way and the choices are enough:
//! this executes them from the beginning, once, and writes down what happens. Where a run is called with other values of variables that the engine
//! forgot, it becomes a run of its own. A call without a run is one whose callee surely returns, and either that matters to nobody, so that it goes any way, with all choices
//! 0 (see `pds::passes`, the cone of influence), or there is one way only (see `pds::analysis`, functions).

use super::canonical::{Moment, changes};
use super::gather::{Alike, Gathering};
use super::skeleton::{Skeleton, SkeletonEnd, SkeletonStep};
use super::trace::{End, Run, RunId, Step, Trace};
use crate::budget::{Budget, StopReason};
use crate::lang::program::bits::hash_row;
use crate::lang::program::semantics::{Bits, BitsRef, Choices, Effect, State, activate, choices_at, resume, step};
use crate::lang::program::{Kind, Place, Point, ProcId, Program};
use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};

/// Why there is no trace.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoTrace {
    /// The derivation is wrong: here.
    Wrong(String),
    /// A limit was hit.
    Stopped(StopReason),
}

impl From<StopReason> for NoTrace {
    fn from(reason: StopReason) -> NoTrace {
        NoTrace::Stopped(reason)
    }
}

/// Executes a skeleton: the same way, with the states that the program has on it. Of the states that it names only the entry
/// state of the first run on the final stack counts, and the first values of locals. Linear in the runs that
/// are different calls.
///
/// # Errors
/// If the program cannot go this way, or the limit that was hit.
pub(crate) fn execute(program: &Program, skeleton: &Skeleton, alike: Alike, budget: &Budget) -> Result<Trace, NoTrace> {
    let gathering = Gathering::new(program, alike);
    let mut execution =
        Execution { program, skeleton, budget, frames: Vec::new(), gathering, known: FxHashMap::default() };
    let first = skeleton.runs.len().checked_sub(skeleton.stack).ok_or_else(|| wrong("the final stack is too high"))?;
    let mut entry = skeleton.runs.get(first).ok_or_else(|| wrong("the final stack is empty"))?.entry.clone();
    let mut stack = Vec::with_capacity(skeleton.stack);
    for index in first..skeleton.runs.len() {
        execution.frames.push(execution.begin(Way::Given(index), skeleton.runs[index].procedure, entry)?);
        let (run, called) = execution.go()?;
        let next = skeleton.runs.get(index + 1);
        entry = match (called, next) {
            (None, None) => run.exit.clone(),
            (Some(Called { callee, params }), Some(next)) if next.procedure == callee => {
                enter(next.entry.locals.clone(), run.exit.globals.clone(), &params)
            }
            _ => return Err(wrong("what is on the final stack does not call each other")),
        };
        stack.push(run);
    }
    Ok(execution.gathering.finish(skeleton, stack))
}

/// The entry state of a callee: globals and parameters as the caller has them.
fn enter(mut locals: Bits, globals: Bits, params: &BitsRef) -> State {
    let given = params.len().min(locals.len());
    locals[..given].copy_from_bitslice(&params[..given]);
    State { globals, locals }
}

/// Which way a run goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Way {
    /// That of the run of the skeleton with this index.
    Given(usize),
    /// Any, in this procedure.
    Any(ProcId),
}

/// A call that is made.
struct Called {
    callee: ProcId,
    params: Bits,
}

/// A run under way.
struct Frame {
    way: Way,
    entry: State,
    state: State,
    place: Place,
    steps: Vec<Step>,
    /// The call of which the run is executed on the frame above.
    called: Option<Called>,
}

/// A run as its callers see it: which way it goes, entered with which globals and parameters.
#[derive(PartialEq, Eq)]
struct Call {
    way: Way,
    globals: Bits,
    params: Bits,
}

impl Hash for Call {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.way.hash(hasher);
        hash_row(&self.globals, hasher);
        hash_row(&self.params, hasher);
    }
}

struct Execution<'a> {
    program: &'a Program,
    skeleton: &'a Skeleton,
    budget: &'a Budget,
    frames: Vec<Frame>,
    gathering: Gathering<'a>,
    known: FxHashMap<Call, RunId>,
}

impl Execution<'_> {
    /// Executes what is on the frames until the first of them is done: its run, and the call that it waits for, if it does.
    fn go(&mut self) -> Result<(Run, Option<Called>), NoTrace> {
        while let Some(mut frame) = self.frames.pop() {
            self.budget.poll()?;
            let next = match frame.way {
                Way::Given(run) => self.skeleton.runs[run].steps.get(frame.steps.len()).cloned(),
                Way::Any(_) => self.any(frame.place),
            };
            if let Some(next) = next {
                let callee = self.step(&mut frame, next)?;
                self.frames.push(frame);
                self.frames.extend(callee);
                continue;
            }
            let (end, called) = match frame.way {
                Way::Given(run) => self.end(&self.skeleton.runs[run].end, &frame)?,
                Way::Any(_) => {
                    let (point, choices) = (frame.place.point, self.zeros(frame.place));
                    self.end(&SkeletonEnd::Returned { point, choices }, &frame)?
                }
            };
            let Frame { way, entry, state, place, steps, .. } = frame;
            let run = Run { procedure: place.procedure, entry, steps, exit: state, end };
            if self.frames.is_empty() {
                return Ok((run, called));
            }
            let params = run.entry.locals[..self.program[run.procedure].params].to_bitvec();
            let call = Call { way, globals: run.entry.globals.clone(), params };
            let id = self.gathering.add(run);
            self.known.insert(call, id);
        }
        Err(wrong("there is nothing to execute"))
    }

    /// A run at its beginning.
    fn begin(&self, way: Way, procedure: ProcId, entry: State) -> Result<Frame, NoTrace> {
        let place = Place { procedure, point: Point::ENTRY };
        let State { globals, locals } = &entry;
        let arity = self.program[procedure].params.min(locals.len());
        let is_entry =
            globals.len() == self.program.globals.len() && activate(self.program, procedure, &locals[..arity], locals);
        if is_entry {
            Ok(Frame { way, state: entry.clone(), entry, place, steps: Vec::new(), called: None })
        } else {
            Err(self.flaw(place, "no activation begins in such a state"))
        }
    }

    /// The next step of a run that goes any way; none where it returns.
    fn any(&self, place: Place) -> Option<SkeletonStep> {
        let returns = matches!(self.program[place].kind, Kind::Return(_) | Kind::End);
        let choices = self.zeros(place);
        (!returns).then_some(SkeletonStep { point: place.point, choices, target: 0, call: None })
    }

    fn zeros(&self, place: Place) -> Bits {
        Bits::repeat(false, choices_at(self.program, place))
    }

    /// Makes a step, or gives the callee that has to be executed first.
    fn step(&self, frame: &mut Frame, next: SkeletonStep) -> Result<Option<Frame>, NoTrace> {
        let (program, place) = (self.program, frame.place);
        let SkeletonStep { point, mut choices, target, call } = next;
        if point != place.point {
            return Err(self.flaw(place, "the way goes on elsewhere"));
        }
        let effect = match frame.called.take() {
            Some(Called { callee, params }) => Effect::Call(callee, params),
            None => step(program, place, &frame.state, Choices { bits: &choices, target }),
        };
        let (effect, returned) = match (effect, call) {
            (Effect::Call(callee, params), run) => {
                let way = match run.map(|run| (run.index(), self.skeleton.runs.get(run.index()))) {
                    None => Way::Any(callee),
                    Some((index, Some(run))) if run.procedure == callee => Way::Given(index),
                    Some(_) => return Err(self.flaw(place, "the callee has no run")),
                };
                let call = Call { way, globals: frame.state.globals.clone(), params };
                let Some(&id) = self.known.get(&call) else {
                    let Call { globals, params, .. } = call;
                    let entry = enter(self.first_locals(way), globals, &params);
                    frame.called = Some(Called { callee, params });
                    return self.begin(way, callee, entry).map(Some);
                };
                let Some((run, results)) = self.gathering.returned(id) else {
                    return Err(self.flaw(place, "the callee does not return"));
                };
                let (locals, globals) = (&frame.state.locals, &run.exit.globals);
                (resume(program, place, locals, globals, results, &choices), Some((id, globals, results)))
            }
            (effect, None) => (effect, None),
            (_, Some(_)) => return Err(self.flaw(place, "nothing is called here")),
        };
        let Effect::Step(next, after) = effect else { return Err(self.flaw(place, "the way is blocked")) };
        let moment = Moment {
            program,
            place,
            state: &frame.state,
            returned: returned.map(|(_, globals, results)| (globals, results)),
        };
        moment.settle(&mut choices, target);
        let target = moment.first_target(target);
        let changes = changes(&frame.state, &after);
        frame.steps.push(Step { point, choices, target, call: returned.map(|(id, ..)| id), changes });
        (frame.place.point, frame.state) = (next, after);
        Ok(None)
    }

    /// Parameters, of which only the number counts, and first values of locals.
    fn first_locals(&self, way: Way) -> Bits {
        match way {
            Way::Given(run) => self.skeleton.runs[run].entry.locals.clone(),
            Way::Any(procedure) => {
                let locals = self.program[procedure].locals.iter();
                locals.map(|local| local.init.unwrap_or(false)).collect()
            }
        }
    }

    /// How a run ends, and the call that it waits for, if it does.
    fn end(&self, end: &SkeletonEnd, frame: &Frame) -> Result<(End, Option<Called>), NoTrace> {
        let (program, place, property) = (self.program, frame.place, &self.skeleton.property);
        let (expected, choices) = match end {
            SkeletonEnd::Returned { point, choices } | SkeletonEnd::Calling { point, choices } => {
                (Place { point: *point, ..place }, choices)
            }
            SkeletonEnd::Violation { choices } => (property.place, choices),
        };
        if place != expected {
            return Err(self.flaw(place, "the way ends elsewhere"));
        }
        if matches!(end, SkeletonEnd::Violation { .. }) && property.kind.is_place() {
            return Ok((End::Violation { choices: Bits::new() }, None));
        }
        let moment = Moment { program, place, state: &frame.state, returned: None };
        let (effect, _) = moment.outcome(choices, 0);
        let mut choices = choices.clone();
        moment.settle(&mut choices, 0);
        let point = place.point;
        match (end, effect) {
            (SkeletonEnd::Returned { .. }, Effect::Return(results)) => {
                Ok((End::Returned { point, choices, results }, None))
            }
            (SkeletonEnd::Calling { .. }, Effect::Call(callee, params)) => {
                Ok((End::Calling { point, choices }, Some(Called { callee, params })))
            }
            (SkeletonEnd::Violation { .. }, Effect::Violation) => Ok((End::Violation { choices }, None)),
            (_, other) => Err(self.flaw(place, &format!("a run cannot end so: here is {}", other.in_words()))),
        }
    }

    fn flaw(&self, place: Place, what: &str) -> NoTrace {
        wrong(&format!("{}: {what}", self.program.show(place)))
    }
}

fn wrong(what: &str) -> NoTrace {
    NoTrace::Wrong(what.to_string())
}

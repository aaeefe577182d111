//! From a skeleton that knows the way to one that knows the states.
//!
//! An engine that forgets variables which do not matter cannot say what values they had. The way and the choices are enough:
//! this executes them from the beginning and fills in every state. Where a run is called with other values of variables that the engine
//! forgot, it becomes a run of its own. A call without a run is one that matters to nobody: its callee goes any way, with all choices
//! 0, and surely returns (see `pds::passes`, the cone of influence).

use super::skeleton::{Skeleton, SkeletonEnd, SkeletonRun, SkeletonStep};
use super::trace::RunId;
use crate::budget::{Budget, StopReason};
use crate::lang::program::semantics::{Bits, BitsRef, Choices, Effect, State, choices_at, resume, step};
use crate::lang::program::{Place, Point, ProcId, Program};
use rustc_hash::FxHashMap;

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
/// state of the first run on the final stack counts, and the first values of locals. Linear in the skeleton that comes
/// out.
///
/// # Errors
/// If the program cannot go this way, or the limit that was hit.
pub(crate) fn execute(program: &Program, skeleton: &Skeleton, budget: &Budget) -> Result<Skeleton, NoTrace> {
    let mut execution =
        Execution { program, skeleton, budget, frames: Vec::new(), runs: Vec::new(), known: FxHashMap::default() };
    let first = skeleton.runs.len().checked_sub(skeleton.stack).ok_or_else(|| wrong("the final stack is too high"))?;
    let mut entry = skeleton.runs.get(first).ok_or_else(|| wrong("the final stack is empty"))?.entry.clone();
    let mut open = Vec::with_capacity(skeleton.stack);
    for index in first..skeleton.runs.len() {
        execution.frames.push(Frame::new(Way::Given(index), entry.clone()));
        let (run, callee) = execution.go()?;
        open.push(run);
        if let (Some((globals, params)), Some(next)) = (callee, skeleton.runs.get(index + 1)) {
            entry = enter(next.entry.locals.clone(), globals, &params);
        }
    }
    let mut runs = execution.runs;
    runs.extend(open);
    Ok(Skeleton { runs, ..skeleton.clone() })
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

/// A run under way.
struct Frame {
    way: Way,
    entry: State,
    state: State,
    point: Point,
    steps: Vec<SkeletonStep>,
}

impl Frame {
    fn new(way: Way, entry: State) -> Frame {
        Frame { way, state: entry.clone(), entry, point: Point::ENTRY, steps: Vec::new() }
    }
}

/// A run as its callers see it: which way it goes, entered with which globals and parameters.
type Call = (Way, Bits, Bits);

/// What it left: its new number, globals and results.
type Left = (RunId, Bits, Bits);

struct Execution<'a> {
    program: &'a Program,
    skeleton: &'a Skeleton,
    budget: &'a Budget,
    frames: Vec<Frame>,
    runs: Vec<SkeletonRun>,
    known: FxHashMap<Call, Left>,
}

impl Execution<'_> {
    /// Executes what is on the frames until the first of them is done: its run, and for one that waits what its callee is
    /// entered with.
    fn go(&mut self) -> Result<(SkeletonRun, Option<(Bits, Bits)>), NoTrace> {
        while let Some(mut frame) = self.frames.pop() {
            self.budget.poll()?;
            let next = match frame.way {
                Way::Given(run) => self.skeleton.runs[run].steps.get(frame.steps.len()).cloned(),
                Way::Any(procedure) => self.any(procedure, &frame),
            };
            if let Some(next) = next {
                let callee = self.step(&mut frame, next)?;
                self.frames.push(frame);
                self.frames.extend(callee);
                continue;
            }
            let mut made = match frame.way {
                Way::Given(run) => SkeletonRun { steps: Vec::new(), ..self.skeleton.runs[run].clone() },
                Way::Any(procedure) => {
                    let choices = self.zeros(Place { procedure, point: frame.point });
                    let end = SkeletonEnd::Returned { point: frame.point, choices };
                    SkeletonRun { procedure, entry: frame.entry.clone(), steps: Vec::new(), end }
                }
            };
            let done = self.end(&made, &frame)?;
            (made.entry, made.steps) = (frame.entry, frame.steps);
            match done {
                Done::Returned(results) if !self.frames.is_empty() => {
                    let params = made.entry.locals[..self.program[made.procedure].params].to_bitvec();
                    let left = (RunId(self.runs.len() as u32), frame.state.globals, results);
                    self.known.insert((frame.way, made.entry.globals.clone(), params), left);
                    self.runs.push(made);
                }
                Done::Calling(params) => return Ok((made, Some((frame.state.globals, params)))),
                _ => return Ok((made, None)),
            }
        }
        Err(wrong("there is nothing to execute"))
    }

    /// The next step of a run that goes any way; none where it returns.
    fn any(&self, procedure: ProcId, frame: &Frame) -> Option<SkeletonStep> {
        let place = Place { procedure, point: frame.point };
        let choices = self.zeros(place);
        let effect = step(self.program, place, &frame.state, Choices { bits: &choices, target: 0 });
        let returns = matches!(effect, Effect::Return(_));
        (!returns).then_some(SkeletonStep { point: frame.point, choices, target: 0, call: None })
    }

    fn zeros(&self, place: Place) -> Bits {
        Bits::repeat(false, choices_at(self.program, place))
    }

    /// Makes a step, or gives the callee that has to be executed first.
    fn step(&self, frame: &mut Frame, mut next: SkeletonStep) -> Result<Option<Frame>, NoTrace> {
        let place = Place { procedure: self.procedure(frame.way), point: frame.point };
        let flaw = |what: &str| wrong(&format!("{}: {what}", self.program.show(place)));
        if next.point != frame.point {
            return Err(flaw("the way goes on elsewhere"));
        }
        let choices = Choices { bits: &next.choices, target: next.target };
        let effect = match (step(self.program, place, &frame.state, choices), next.call) {
            (Effect::Call(callee, params), run) => {
                let way = run.map_or(Way::Any(callee), |run| Way::Given(run.index()));
                let call = (way, frame.state.globals.clone(), params);
                let Some((id, globals, results)) = self.known.get(&call) else {
                    return match self.first_locals(way) {
                        Some(locals) => Ok(Some(Frame::new(way, enter(locals, call.1, &call.2)))),
                        None => Err(flaw("the callee is missing")),
                    };
                };
                next.call = Some(*id);
                resume(self.program, place, &frame.state.locals, globals, results, &next.choices)
            }
            (effect, None) => effect,
            (_, Some(_)) => return Err(flaw("nothing is called here")),
        };
        let Effect::Step(point, state) = effect else { return Err(flaw("the way is blocked")) };
        frame.steps.push(next);
        (frame.point, frame.state) = (point, state);
        Ok(None)
    }

    fn procedure(&self, way: Way) -> ProcId {
        match way {
            Way::Given(run) => self.skeleton.runs[run].procedure,
            Way::Any(procedure) => procedure,
        }
    }

    /// Parameters, of which only the number counts, and first values of locals.
    fn first_locals(&self, way: Way) -> Option<Bits> {
        match way {
            Way::Given(run) => self.skeleton.runs.get(run).map(|run| run.entry.locals.clone()),
            Way::Any(procedure) => {
                let locals = self.program[procedure].locals.iter();
                Some(locals.map(|local| local.init.unwrap_or(false)).collect())
            }
        }
    }

    fn end(&self, run: &SkeletonRun, frame: &Frame) -> Result<Done, NoTrace> {
        let place = Place { procedure: run.procedure, point: frame.point };
        let effect = |choices: &BitsRef| step(self.program, place, &frame.state, Choices { bits: choices, target: 0 });
        match &run.end {
            SkeletonEnd::Violation { .. } => Ok(Done::Violation),
            SkeletonEnd::Returned { point, choices } if *point == frame.point => match effect(choices) {
                Effect::Return(results) => Ok(Done::Returned(results)),
                _ => Err(wrong(&format!("{}: there is no return", self.program.show(place)))),
            },
            SkeletonEnd::Calling { point, choices } if *point == frame.point => match effect(choices) {
                Effect::Call(_, params) => Ok(Done::Calling(params)),
                _ => Err(wrong(&format!("{}: there is no call", self.program.show(place)))),
            },
            _ => Err(wrong(&format!("{}: the way ends elsewhere", self.program.show(place)))),
        }
    }
}

fn wrong(what: &str) -> NoTrace {
    NoTrace::Wrong(what.to_string())
}

/// How a run ended.
enum Done {
    Returned(Bits),
    Calling(Bits),
    Violation,
}

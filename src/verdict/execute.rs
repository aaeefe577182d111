//! From a skeleton that knows the way to one that knows the states.
//!
//! An engine that forgets variables which do not matter cannot say what values they had. The way and the choices are enough:
//! this executes them from the beginning and fills in every state. Where a run is called with other values of variables that the engine
//! forgot, it becomes a run of its own.

use super::skeleton::{Skeleton, SkeletonEnd, SkeletonRun, SkeletonStep};
use super::trace::RunId;
use crate::budget::{Budget, StopReason};
use crate::lang::program::semantics::{Bits, BitsRef, Choices, Effect, State, resume, step};
use crate::lang::program::{Place, Point, Program};
use rustc_hash::FxHashMap;

/// Why there is no trace.
#[derive(Clone, Debug, PartialEq, Eq)]
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
pub fn execute(program: &Program, skeleton: &Skeleton, budget: &Budget) -> Result<Skeleton, NoTrace> {
    let mut execution =
        Execution { program, skeleton, budget, frames: Vec::new(), runs: Vec::new(), known: FxHashMap::default() };
    let first = skeleton.runs.len().checked_sub(skeleton.stack).ok_or_else(|| wrong("the final stack is too high"))?;
    let mut entry = skeleton.runs.get(first).ok_or_else(|| wrong("the final stack is empty"))?.entry.clone();
    let mut open = Vec::with_capacity(skeleton.stack);
    for index in first..skeleton.runs.len() {
        execution.frames.push(Frame::new(index, entry.clone()));
        let (run, callee) = execution.go()?;
        open.push(run);
        if let (Some((globals, params)), Some(next)) = (callee, skeleton.runs.get(index + 1)) {
            entry = enter(next, globals, &params);
        }
    }
    let mut runs = execution.runs;
    runs.extend(open);
    Ok(Skeleton { runs, ..skeleton.clone() })
}

/// The entry state of a callee: globals and parameters as the caller has them, locals as the skeleton says.
fn enter(run: &SkeletonRun, globals: Bits, params: &BitsRef) -> State {
    let mut locals = run.entry.locals.clone();
    let given = params.len().min(locals.len());
    locals[..given].copy_from_bitslice(&params[..given]);
    State { globals, locals }
}

/// A run under way.
struct Frame {
    /// The index of the run in the skeleton.
    run: usize,
    entry: State,
    state: State,
    point: Point,
    steps: Vec<SkeletonStep>,
}

impl Frame {
    fn new(run: usize, entry: State) -> Frame {
        Frame { run, state: entry.clone(), entry, point: Point::ENTRY, steps: Vec::new() }
    }
}

/// A run as its callers see it: which run of the skeleton, entered with which globals and parameters.
type Call = (usize, Bits, Bits);

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
            let run = &self.skeleton.runs[frame.run];
            let Some(next) = run.steps.get(frame.steps.len()) else {
                let done = self.end(run, &frame)?;
                let made =
                    SkeletonRun { entry: frame.entry.clone(), steps: std::mem::take(&mut frame.steps), ..run.clone() };
                match done {
                    Done::Returned(results) if !self.frames.is_empty() => {
                        let params = frame.entry.locals[..self.program[run.procedure].params].to_bitvec();
                        let left = (RunId(self.runs.len() as u32), frame.state.globals, results);
                        self.known.insert((frame.run, frame.entry.globals, params), left);
                        self.runs.push(made);
                        continue;
                    }
                    Done::Calling(params) => return Ok((made, Some((frame.state.globals, params)))),
                    _ => return Ok((made, None)),
                }
            };
            let callee = self.step(run, &mut frame, next)?;
            self.frames.push(frame);
            self.frames.extend(callee);
        }
        Err(wrong("there is nothing to execute"))
    }

    /// Makes a step, or gives the callee that has to be executed first.
    fn step(&self, run: &SkeletonRun, frame: &mut Frame, next: &SkeletonStep) -> Result<Option<Frame>, NoTrace> {
        let place = Place { procedure: run.procedure, point: frame.point };
        let flaw = |what: &str| wrong(&format!("{}: {what}", self.program.show(place)));
        if next.point != frame.point {
            return Err(flaw("the way goes on elsewhere"));
        }
        let choices = Choices { bits: &next.choices, target: next.target };
        let mut made = next.clone();
        let effect = match (step(self.program, place, &frame.state, choices), next.call) {
            (Effect::Call(_, params), Some(callee)) => {
                let call = (callee.index(), frame.state.globals.clone(), params);
                let Some((id, globals, results)) = self.known.get(&call) else {
                    let called = self.skeleton.runs.get(callee.index()).ok_or_else(|| flaw("the callee is missing"))?;
                    return Ok(Some(Frame::new(callee.index(), enter(called, call.1, &call.2))));
                };
                made.call = Some(*id);
                resume(self.program, place, &frame.state.locals, globals, results, &next.choices)
            }
            (effect, None) => effect,
            (_, Some(_)) => return Err(flaw("nothing is called here")),
        };
        let Effect::Step(point, state) = effect else { return Err(flaw("the way is blocked")) };
        frame.steps.push(made);
        (frame.point, frame.state) = (point, state);
        Ok(None)
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

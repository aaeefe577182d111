//! From a [`Skeleton`] to a [`Trace`]: executes every run once and writes down what happens.
//!
//! On the way the trace becomes canonical: choices that make no difference are 0 ([`super::canonical`]), and no run is there twice, or in vain ([`super::gather`]).

use super::canonical::{Moment, changes};
use super::gather::{Alike, Gathering};
use super::skeleton::{Skeleton, SkeletonEnd, SkeletonRun, SkeletonStep};
use super::trace::{End, Run, RunId, Step, Trace};
use crate::lang::program::semantics::{Bits, BitsRef, Effect, State, activate, choices_at};
use crate::lang::program::{Place, Point, ProcId, Program};

/// A skeleton that is no run of the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("run {run}, step {step}, {place}: {what}")]
pub struct Flaw {
    /// The index of the run.
    pub(crate) run: usize,
    /// The index of the step; behind the last one for the end of the run.
    pub(crate) step: usize,
    /// `procedure#n`.
    pub(crate) place: String,
    /// What is wrong.
    pub what: String,
}

/// Completes a skeleton.
///
/// # Errors
/// The first thing that the program does not do. The claim that the first run is one of the entry procedure, and
/// begins with legal globals, is left to `validate::replay`.
///
/// # Panics
/// If a procedure or the property is of another program.
pub fn complete(program: &Program, skeleton: &Skeleton, alike: Alike) -> Result<Trace, Flaw> {
    let mut made = Completion { program, skeleton, gathering: Gathering::new(program, alike), same: Vec::new() };
    let first_open = skeleton.runs.len().saturating_sub(skeleton.stack);
    let mut stack = Vec::with_capacity(skeleton.stack);
    for (index, run) in skeleton.runs.iter().enumerate() {
        let run = made.run(index, run)?;
        if index < first_open {
            let same = made.gathering.add(run);
            made.same.push(same);
        } else {
            stack.push(run);
        }
    }
    Ok(made.gathering.finish(skeleton, stack))
}

struct Completion<'a> {
    program: &'a Program,
    skeleton: &'a Skeleton,
    gathering: Gathering<'a>,
    /// For each run that is not on the final stack the one that serves in its place.
    same: Vec<RunId>,
}

impl Completion<'_> {
    fn run(&self, index: usize, run: &SkeletonRun) -> Result<Run, Flaw> {
        let mut walk = Walk::begin(self.program, index, run)?;
        let steps = run.steps.iter().map(|step| self.step(&mut walk, step)).collect::<Result<_, _>>()?;
        let end = self.end(&mut walk, &run.end)?;
        Ok(Run { procedure: run.procedure, entry: run.entry.clone(), steps, exit: walk.state, end })
    }

    fn step(&self, walk: &mut Walk<'_>, step: &SkeletonStep) -> Result<Step, Flaw> {
        walk.check(step.point, Some(&step.choices))?;
        let callee = step.call.map(|id| self.returned(walk, id)).transpose()?;
        let moment = walk.moment(callee.map(|(_, run, results)| (&run.exit.globals, results)));
        let (next, after) = match (moment.outcome(&step.choices, step.target), callee) {
            ((Effect::Step(next, after), _), None) => (next, after),
            ((Effect::Call(to, args), Some(Effect::Step(next, after))), Some((_, run, _))) => {
                walk.enters(to, &args, run.procedure, &run.entry)?;
                (next, after)
            }
            ((Effect::Call(..), Some(other)) | (other, _), _) => {
                return walk.flaw(format!("no such step: here is {}", other.in_words()));
            }
        };
        let mut choices = step.choices.clone();
        moment.settle(&mut choices, step.target);
        let target = moment.first_target(step.target);
        let changes = changes(&walk.state, &after);
        walk.go(next, after);
        Ok(Step { point: step.point, choices, target, call: callee.map(|(id, ..)| id), changes })
    }

    /// The run that a call names, and its results.
    fn returned(&self, walk: &Walk<'_>, id: RunId) -> Result<(RunId, &Run, &Bits), Flaw> {
        let same = self.same.get(id.index()).copied();
        match same.and_then(|same| Some((same, self.gathering.returned(same)?))) {
            Some((same, (run, results))) => Ok((same, run, results)),
            None => walk.flaw(format!("the call names run {}, which did not return earlier", id.0)),
        }
    }

    fn end(&self, walk: &mut Walk<'_>, end: &SkeletonEnd) -> Result<End, Flaw> {
        let property = &self.skeleton.property;
        let (point, choices) = match end {
            SkeletonEnd::Returned { point, choices } | SkeletonEnd::Calling { point, choices } => (*point, choices),
            SkeletonEnd::Violation { choices } => {
                if walk.place.procedure != property.place.procedure {
                    return walk.flaw("the property is in another procedure");
                }
                (property.place.point, choices)
            }
        };
        if let (SkeletonEnd::Violation { .. }, true) = (end, property.kind.is_place()) {
            walk.check(point, None)?;
            return Ok(End::Violation { choices: Bits::new() });
        }
        walk.check(point, Some(choices))?;
        let moment = walk.moment(None);
        let outcome = moment.outcome(choices, 0).0;
        let mut choices = choices.clone();
        moment.settle(&mut choices, 0);
        match (outcome, end) {
            (Effect::Return(results), SkeletonEnd::Returned { .. }) => Ok(End::Returned { point, choices, results }),
            (Effect::Violation, SkeletonEnd::Violation { .. }) => Ok(End::Violation { choices }),
            (Effect::Call(to, args), SkeletonEnd::Calling { .. }) => match self.skeleton.runs.get(walk.run + 1) {
                Some(callee) => {
                    walk.enters(to, &args, callee.procedure, &callee.entry)?;
                    Ok(End::Calling { point, choices })
                }
                None => walk.flaw("the run that it calls is missing"),
            },
            (other, _) => walk.flaw(format!("a run cannot end so: here is {}", other.in_words())),
        }
    }
}

/// How far the execution of a run has come.
struct Walk<'a> {
    program: &'a Program,
    run: usize,
    step: usize,
    place: Place,
    state: State,
}

impl<'a> Walk<'a> {
    fn begin(program: &'a Program, index: usize, run: &SkeletonRun) -> Result<Walk<'a>, Flaw> {
        let place = Place { procedure: run.procedure, point: Point::ENTRY };
        let walk = Walk { program, run: index, step: 0, place, state: run.entry.clone() };
        let State { globals, locals } = &run.entry;
        let arity = program[run.procedure].params.min(locals.len());
        if globals.len() == program.globals.len() && activate(program, run.procedure, &locals[..arity], locals) {
            Ok(walk)
        } else {
            walk.flaw("no activation begins in such a state")
        }
    }

    fn moment(&self, returned: Option<(&'a Bits, &'a Bits)>) -> Moment<'_> {
        Moment { program: self.program, place: self.place, state: &self.state, returned }
    }

    /// Control has to be at `point`, and the choices (if they are looked at) as many as are made there.
    fn check(&self, point: Point, choices: Option<&BitsRef>) -> Result<(), Flaw> {
        if point != self.place.point {
            return self.flaw(format!("the skeleton says that control is at point {}", point.0));
        }
        let count = choices_at(self.program, self.place);
        match choices {
            Some(choices) if choices.len() != count => {
                self.flaw(format!("{count} choices are made, not {}", choices.len()))
            }
            _ => Ok(()),
        }
    }

    /// What is called has to be what the callee's run begins with.
    fn enters(&self, to: ProcId, args: &BitsRef, callee: ProcId, entry: &State) -> Result<(), Flaw> {
        if to != callee || self.state.globals != entry.globals || entry.locals.get(..args.len()) != Some(args) {
            return self.flaw("the run of the callee begins with another procedure, other globals or other parameters");
        }
        Ok(())
    }

    fn go(&mut self, next: Point, after: State) {
        self.place.point = next;
        self.state = after;
        self.step += 1;
    }

    fn flaw<T>(&self, what: impl Into<String>) -> Result<T, Flaw> {
        let place = self.program.show(self.place);
        Err(Flaw { run: self.run, step: self.step, place, what: what.into() })
    }
}

//! From a run of the program with what looks on to one of the program itself: of an automaton's to one that goes round a loop.

use crate::lang::program::product::{Product, Role};
use crate::lang::program::property::Property;
use crate::lang::program::semantics::{Bits, State};
use crate::lang::program::{Place, Point};
use crate::pipeline::{Failure, Loaded};
use crate::temporal::Claim;
use crate::validate::{Replayed, replay_claim};
use crate::verdict::canonical::Moment;
use crate::verdict::trace::{End, Run, RunId, Step, Trace, Turn};
use crate::verdict::{Alike, Skeleton, SkeletonEnd, SkeletonRun, SkeletonStep, complete};

/// The run to the alarm, as a run of the program, replayed on it; the claim does not hold on it.
///
/// # Errors
/// [`Failure::SelfCheck`] if the program has no such run.
pub(super) fn replayed(loaded: &Loaded, product: &Product, claim: &Claim, trace: &Trace) -> Result<Replayed, Failure> {
    let wrong = |what: String| Failure::SelfCheck(format!("a program in which something looks on: {what}"));
    let sha256 = loaded.source.sha256();
    let back = Back { loaded, product, trace };
    let (skeleton, turn) = back.skeleton(sha256, claim).ok_or_else(|| wrong("a run without a way back".into()))?;
    // Runs that do the same for their callers are different words.
    let trace = complete(&loaded.program, &skeleton, Alike::Apart).map_err(|flaw| wrong(flaw.to_string()))?;
    let turn = match turn {
        None | Some(Turn::Again { .. }) => turn,
        Some(Turn::Over { mut choices }) => {
            if let Some(last) = trace.runs.last() {
                let place = trace.property.place;
                Moment { program: &loaded.program, place, state: &last.exit, returned: None }.settle(&mut choices, 0);
            }
            Some(Turn::Over { choices })
        }
    };
    let trace = Trace { turn, ..trace };
    replay_claim(&loaded.program, sha256, loaded.entry, trace, claim).map_err(|refusal| wrong(refusal.to_string()))
}

/// Which of these activations saves what there is, and at which of its steps.
fn saved(product: &Product, open: &[Run]) -> Option<(usize, usize)> {
    let saves = |run: &Run, step: &Step| {
        matches!(product.role(Place { procedure: run.procedure, point: step.point }), Role::Saves(_))
    };
    open.iter().enumerate().find_map(|(level, run)| Some((level, run.steps.iter().position(|step| saves(run, step))?)))
}

/// How a run to the alarm goes on for ever in the program with what looks on: from behind where it saves what there is. Nothing, if it does not.
pub(super) fn turn(product: &Product, trace: &Trace) -> Option<Turn> {
    let open = &trace.runs[trace.runs.len().checked_sub(trace.stack)?..];
    let (level, saves) = saved(product, open)?;
    Some(Turn::Again { level, step: saves + 1 })
}

struct Back<'a> {
    loaded: &'a Loaded,
    product: &'a Product,
    trace: &'a Trace,
}

impl Back<'_> {
    fn skeleton(&self, sha256: &str, claim: &Claim) -> Option<(Skeleton, Option<Turn>)> {
        // The last activation is the alarm's, the first one that which calls the one that was the first.
        let (_, runs) = self.trace.runs.split_last()?;
        let begin = runs.len().checked_sub(self.trace.stack.checked_sub(1)?)?;
        let (returned, open) = runs.split_at(begin);
        let (first, open) = open.split_first()?;
        // What comes behind `begin` is called by nobody before it, so no number of a run that returned changes.
        let mut made: Vec<SkeletonRun> = returned.iter().map(|run| self.run(run)).collect::<Option<_>>()?;
        let (place, turn, stack) = match open.split_last() {
            None => {
                let over = first.steps.iter().find_map(|step| step.call)?;
                let (run, place, choices) = self.over(over)?;
                made.push(run);
                (place, Some(Turn::Over { choices }), 1)
            }
            Some((violated, open)) if violated.procedure == self.product.violated => {
                for run in open {
                    made.push(self.run(run)?);
                }
                let (place, choices) = self.fails(open.last()?)?;
                (place, Some(Turn::Over { choices }), open.len())
            }
            Some((last, _)) => {
                for run in open {
                    made.push(self.run(run)?);
                }
                let End::Calling { point, .. } = last.end else { return None };
                let (point, turn) = match self.role(last, point) {
                    Role::Closes(point) => (point, Some(self.turn(open)?)),
                    Role::Errs(point) => (point, None),
                    _ => return None,
                };
                (Place { procedure: last.procedure, point }, turn, open.len())
            }
        };
        if let Some(last) = made.last_mut() {
            last.end = SkeletonEnd::Violation { choices: Bits::new() };
        }
        let property = Property { kind: claim.kind(), place };
        Some((Skeleton { program: sha256.to_string(), property, runs: made, stack }, turn))
    }

    /// Where the loop begins.
    fn turn(&self, open: &[Run]) -> Option<Turn> {
        let (level, saves) = saved(self.product, open)?;
        let was = |step: &&Step| matches!(self.role(&open[level], step.point), Role::Was(_));
        Some(Turn::Again { level, step: open[level].steps[..saves].iter().filter(was).count() })
    }

    /// The run of the procedure in which runs begin, which returned, where it has not yet; the place of its return, and the choices there.
    fn over(&self, id: RunId) -> Option<(SkeletonRun, Place, Bits)> {
        let run = self.trace.run(id);
        let End::Returned { point, choices, .. } = &run.end else { return None };
        let Role::Was(point) = self.role(run, *point) else { return None };
        Some((self.run(run)?, Place { procedure: run.procedure, point }, choices.clone()))
    }

    /// The assertion that a run violates, and the choices there: its last step is the branch that was made of it.
    fn fails(&self, run: &Run) -> Option<(Place, Bits)> {
        let step = run.steps.last()?;
        let Role::Was(point) = self.role(run, step.point) else { return None };
        Some((Place { procedure: run.procedure, point }, step.choices.clone()))
    }

    /// A run without what the automaton does.
    fn run(&self, run: &Run) -> Option<SkeletonRun> {
        let Run { procedure, entry, .. } = run;
        let steps = run.steps.iter().filter_map(|step| match self.role(run, step.point) {
            Role::Was(point) => {
                Some(SkeletonStep { point, choices: step.choices.clone(), target: step.target, call: step.call })
            }
            Role::Saves(_) | Role::Closes(_) | Role::Errs(_) | Role::Between => None,
        });
        let mut steps: Vec<SkeletonStep> = steps.collect();
        let end = match &run.end {
            End::Returned { point, choices, .. } => match self.role(run, *point) {
                Role::Was(point) => SkeletonEnd::Returned { point, choices: choices.clone() },
                _ => return None,
            },
            End::Calling { point, choices } => match self.role(run, *point) {
                Role::Was(point) => SkeletonEnd::Calling { point, choices: choices.clone() },
                Role::Closes(_) | Role::Errs(_) => SkeletonEnd::Violation { choices: Bits::new() },
                // The call of where violated runs go: the step before it is none of the program's.
                _ => {
                    steps.pop();
                    SkeletonEnd::Violation { choices: Bits::new() }
                }
            },
            End::Violation { .. } => return None,
        };
        let globals = entry.globals[..self.loaded.program.globals.len()].to_bitvec();
        let locals = self.product.locals(*procedure, &entry.locals)?;
        Some(SkeletonRun { procedure: *procedure, entry: State { globals, locals }, steps, end })
    }

    fn role(&self, run: &Run, point: Point) -> Role {
        self.product.role(Place { procedure: run.procedure, point })
    }
}

//! From a hit back to a run of the abstract program.
//!
//! It is read by states, as of increments that were merged only one part has the state before. What a call does inside is not read yet: its
//! return is a pair of an increment and a state, from which it can be read later.

use super::domain::Domain;
use super::places::Place;
use super::plan::Hit;
use super::slice::{Inner, Slice, Visit, Way};
use super::table::{Cause, IncrementId, Spot, Table};
use crate::budget::{Budget, StopReason};
use crate::pds::SymbolicPds;

/// Why there is no run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoRun {
    /// A limit was hit.
    Stopped(StopReason),
    /// What is known does not fit together: a bug of this engine.
    Lost(&'static str),
}

impl From<StopReason> for NoRun {
    fn from(reason: StopReason) -> NoRun {
        NoRun::Stopped(reason)
    }
}

/// How a call returned: its summary has this state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Return<S> {
    /// The increment of the exit, none that is merged.
    pub exit: IncrementId,
    /// The state there, and what was entered.
    pub state: S,
}

/// A run through an activation.
pub type Run<S> = Slice<Return<S>>;

/// Reads runs.
pub struct Reader<'a, D: Domain> {
    /// The system.
    pub pds: &'a SymbolicPds,
    /// What is known of states.
    pub domain: &'a mut D,
    /// What is known of blocks.
    pub table: &'a Table<D>,
    /// The limits.
    pub budget: &'a Budget,
}

impl<D: Domain> Reader<'_, D> {
    /// The activations on the stack when a target is hit, the entry procedure's first.
    ///
    /// # Errors
    /// If a limit strikes, or there is none.
    pub fn stack(&mut self, hit: &Hit<D::State>) -> Result<Vec<Run<D::State>>, NoRun> {
        let (mut id, mut entered) = (hit.increment, hit.entered.clone());
        let mut stack = Vec::new();
        loop {
            let increment = self.table.increment(id);
            match increment.cause {
                Cause::Target(from) => {
                    let at = self.table.increment(from);
                    let Spot::At(Place::At(location)) = at.spot else {
                        return Err(NoRun::Lost("a target is at no location"));
                    };
                    let state = self.domain.entered(&at.set.clone(), location, &entered)?;
                    let state = state.ok_or(NoRun::Lost("a hit has no state at the target"))?;
                    stack.push(self.run(from, state)?);
                    return Ok(stack);
                }
                Cause::Within(rule, from, inner) => {
                    let (set, hits) = (self.table.increment(from).set.clone(), self.table.increment(inner).set.clone());
                    let before = self.domain.before_hit(&set, rule, &hits, &entered)?;
                    let (state, next) = before.ok_or(NoRun::Lost("a hit does not come from its callee"))?;
                    let run = self.run(from, state)?;
                    stack.push(Run { calls: Some(rule), ..run });
                    (id, entered) = (inner, next);
                }
                _ => return Err(NoRun::Lost("a hit has no cause")),
            }
        }
    }

    /// The run through an activation from its entry to a state of an increment.
    fn run(&mut self, at: IncrementId, state: D::State) -> Result<Run<D::State>, NoRun> {
        let (mut id, mut state) = (at, state);
        // From the last to the first: the place, and the step to it.
        let mut steps = Vec::new();
        loop {
            self.budget.check()?;
            id = self.part(id, &state)?;
            let increment = self.table.increment(id);
            let Spot::At(place) = increment.spot else { return Err(NoRun::Lost("a state is at no place")) };
            match increment.cause {
                Cause::Entered => {
                    steps.push((place, None));
                    break;
                }
                Cause::Step(rule, from) => {
                    let set = self.table.increment(from).set.clone();
                    let before = self.domain.before(&set, rule, &state)?;
                    state = before.ok_or(NoRun::Lost("a state does not come from its premise"))?;
                    steps.push((place, Some((rule, None))));
                    id = from;
                }
                Cause::Returned(rule, from, exit) => {
                    let (set, summary) =
                        (self.table.increment(from).set.clone(), self.table.increment(exit).set.clone());
                    let before = self.domain.before_return(&set, rule, &summary, &state)?;
                    let (caller, left) = before.ok_or(NoRun::Lost("a return does not come from its premises"))?;
                    let exit = self.part(exit, &left)?;
                    steps.push((place, Some((rule, Some(Return { exit, state: left })))));
                    (id, state) = (from, caller);
                }
                _ => return Err(NoRun::Lost("a state has no cause")),
            }
        }
        let visits = steps.into_iter().rev().enumerate().map(|(number, (place, step))| {
            let way = match step {
                Some((rule, returned)) if number > 0 => Way::Taken { from: number - 1, rule, returned },
                _ => Way::Entered,
            };
            Visit { place, ways: vec![way] }
        });
        Ok(Run { block: self.table.increment(at).spot.block(self.pds), visits: visits.collect(), calls: None })
    }

    /// The part of an increment that has a state.
    fn part(&mut self, id: IncrementId, state: &D::State) -> Result<IncrementId, NoRun> {
        let mut id = id;
        while let Cause::Merged(parts) = &self.table.increment(id).cause {
            let mut found = None;
            for &part in parts {
                if self.domain.has(&self.table.increment(part).set.clone(), state)? {
                    found = Some(part);
                    break;
                }
            }
            id = found.ok_or(NoRun::Lost("no part of an increment has its state"))?;
        }
        Ok(id)
    }
}

impl<D: Domain> Inner for Reader<'_, D> {
    type Key = Return<D::State>;
    type Error = NoRun;

    fn inner(&mut self, returned: &Return<D::State>) -> Result<Run<D::State>, NoRun> {
        self.run(returned.exit, returned.state.clone())
    }
}

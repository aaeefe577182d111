//! Who works when, if there are several targets.
//!
//! Most engines pursue all together first, as one: what they have in common is done once, and whichever is reached is found. That is soon done
//! mostly, and in half the time over `slam-like`, but one hard target would hold all others up.
//! So this stops after some work, and each target has a turn on its own. Then the pursuit of all goes on where it was left,
//! and may do twice as much. An engine that learns from one target for the next pursues each on its own from the start.

use super::{Extent, Finding, NoProof};
use crate::budget::{Budget, StopReason};
use crate::lang::cfg::LocId;
use crate::pds::Target;
use crate::pds::derivation::Derivation;
use crate::pds::proof::Proof;

/// All turns of single targets that follow take such a part of [`Turns::effort`].
const SHARE: u64 = 4;
/// A turn may take so many times the work of the one before.
const GROWTH: u64 = 2;
/// Of so many targets each pursuit on its own forgets what it knows at the end of its turn.
const MANY: usize = 8;

/// An engine that pursues some targets as one, and goes on where it was stopped.
pub trait Pursuit {
    /// What is found within a budget.
    fn pursue(&mut self, budget: Budget) -> Pursued;
}

/// What a turn has come to.
pub enum Pursued {
    /// No target is reached, which has this proof, if one is wanted.
    Unreachable(Option<Result<Proof, NoProof>>),
    /// A target is reached, the one at this location.
    Reached(Derivation, LocId),
    /// Nothing, or not yet.
    Unknown(StopReason),
    /// A bug of the engine: what it is.
    Lost(String),
}

/// Some targets, of which each is to be decided.
pub struct Turns<'a> {
    /// The targets.
    pub targets: &'a [Target],
    /// How many of them.
    pub extent: Extent,
    /// The limits.
    pub budget: &'a Budget,
    /// The work of the first turn: of all targets together, or of each.
    pub effort: u64,
    /// Whether they are pursued together.
    pub together: Together,
}

/// Whether some targets are pursued as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// At first.
    First,
    /// Never: each has its turns, in their order.
    Never,
}

/// An engine, with what it is told of turns.
pub trait Pursuer {
    /// What pursues targets.
    type Pursuit: Pursuit;

    /// Some targets, by their indices, have a turn.
    fn turn(&mut self, targets: &[usize]);

    /// Begins to pursue locations.
    fn begin(&mut self, target: &Target) -> Self::Pursuit;

    /// A target, by its index, is reached.
    fn reached(&mut self, target: usize);

    /// A pursuit goes no further.
    fn end(&mut self, pursuit: Self::Pursuit);
}

/// A pursuit of some targets.
struct Group<P> {
    /// The indices of the targets.
    targets: Vec<usize>,
    /// What is known from earlier turns.
    pursuit: Option<P>,
    /// It has nothing more to do.
    is_over: bool,
}

/// What came out so far.
#[derive(Default)]
struct Known {
    /// For each target.
    findings: Vec<Option<Finding>>,
    /// Of all that are not reached, if there is any.
    proof: Option<Result<Proof, NoProof>>,
}

impl Turns<'_> {
    /// What is found about each target, and the proof of what is not reached.
    pub fn run<E: Pursuer>(&self, engine: &mut E) -> (Vec<Finding>, Option<Result<Proof, NoProof>>) {
        let mut known = Known { findings: self.targets.iter().map(|_| None).collect(), proof: None };
        let mut all = Group::of((0..self.targets.len()).collect());
        let mut alone: Vec<Group<E::Pursuit>> = (0..self.targets.len()).map(|target| Group::of(vec![target])).collect();
        let mut effort = self.effort;
        while !known.open().is_empty() {
            if self.together == Together::First {
                if all.targets.iter().any(|&target| known.is_reached(target)) {
                    all.end(engine);
                    all = Group::of(known.open());
                }
                let is_last = all.targets.len() == 1;
                let before = known.open().len();
                self.turn(engine, &mut all, (!is_last).then_some(effort), &mut known);
                // What is found together is not looked for again, one by one.
                if is_last || known.open().len() < before {
                    continue;
                }
            }
            let open = known.open();
            let turn = match self.together {
                Together::First => Some(effort / (SHARE * open.len() as u64)),
                Together::Never => (open.len() > 1).then_some(effort),
            };
            for &target in &open {
                let group = &mut alone[target];
                // What another one's turn has brought may be all that was asked.
                if known.findings[target].is_none() {
                    self.turn(engine, group, turn, &mut known);
                }
                if open.len() > MANY {
                    std::mem::replace(group, Group::of(vec![target])).end(engine);
                }
            }
            effort = effort.saturating_mul(GROWTH);
        }
        alone.into_iter().chain([all]).for_each(|group| group.end(engine));
        (known.findings.into_iter().flatten().collect(), known.proof)
    }

    /// A turn of some targets, and what follows from it.
    fn turn<E: Pursuer>(&self, engine: &mut E, group: &mut Group<E::Pursuit>, effort: Option<u64>, known: &mut Known) {
        if let Err(reason) = self.budget.check() {
            return known.decide(&group.targets, || Finding::Unknown(reason.clone()));
        }
        if group.is_over {
            return;
        }
        let budget = self.budget.clone();
        let budget = match effort {
            Some(effort) => budget.with_effort(effort),
            None => budget,
        };
        engine.turn(&group.targets);
        let pursuit = group.pursuit.get_or_insert_with(|| {
            let locations = group.targets.iter().flat_map(|&target| self.targets[target].locations.iter().copied());
            engine.begin(&Target { locations: locations.collect() })
        });
        let targets = &group.targets;
        match pursuit.pursue(budget) {
            Pursued::Unreachable(proof) => {
                known.decide(targets, || Finding::Unreachable);
                proof.into_iter().for_each(|proof| known.prove(proof));
            }
            Pursued::Reached(derivation, location) => self.reached(engine, targets, &derivation, location, known),
            Pursued::Lost(what) => known.decide(targets, || Finding::Lost(what.clone())),
            Pursued::Unknown(StopReason::Effort) if self.budget.effort() != Some(0) => return,
            // What is too much for all together need not be for one.
            Pursued::Unknown(reason) => {
                if targets.len() == 1 || self.budget.check().is_err() {
                    known.decide(targets, || Finding::Unknown(reason.clone()));
                }
            }
        }
        group.is_over = true;
    }

    /// The targets at a location are reached.
    fn reached<E: Pursuer>(
        &self,
        engine: &mut E,
        targets: &[usize],
        derivation: &Derivation,
        location: LocId,
        known: &mut Known,
    ) {
        for &target in targets.iter().filter(|&&target| self.targets[target].locations.contains(&location)) {
            engine.reached(target);
            known.findings[target] = Some(Finding::Reached(Box::new(derivation.clone())));
            if self.extent == Extent::First {
                known.findings.iter_mut().for_each(|finding| {
                    finding.get_or_insert(Finding::Unknown(StopReason::NotDecided));
                });
                return;
            }
        }
    }
}

impl<P> Group<P> {
    fn of(targets: Vec<usize>) -> Group<P> {
        Group { targets, pursuit: None, is_over: false }
    }

    fn end<E: Pursuer<Pursuit = P>>(self, engine: &mut E) {
        self.pursuit.into_iter().for_each(|pursuit| engine.end(pursuit));
    }
}

impl Known {
    /// The targets that are not decided yet.
    fn open(&self) -> Vec<usize> {
        (0..self.findings.len()).filter(|&target| self.findings[target].is_none()).collect()
    }

    fn is_reached(&self, target: usize) -> bool {
        matches!(self.findings[target], Some(Finding::Reached(_)))
    }

    /// This is true of the targets of a group of which nothing is known.
    fn decide(&mut self, group: &[usize], finding: impl Fn() -> Finding) {
        for &target in group {
            self.findings[target].get_or_insert_with(&finding);
        }
    }

    /// What holds of the runs together with all that was proved before. There is one proof of all, so if one part is missing, there is none.
    fn prove(&mut self, proof: Result<Proof, NoProof>) {
        self.proof = Some(match (self.proof.take(), proof) {
            (Some(Ok(before)), Ok(proof)) => Ok(before.and(&proof)),
            (Some(Err(why)), _) | (_, Err(why)) => Err(why),
            (None, proof) => proof,
        });
    }
}

#[cfg(test)]
pub(super) mod tests;

//! Who works when, if there are several targets.
//!
//! All are checked together, as one: what they have in common is refined once, and whichever is reached is found. That is soon done
//! mostly, and in half the time over `slam-like`, but one hard target would hold all others up.
//! So this check stops after some work, and each target has a turn on its own. Then the check of all goes on where it was left,
//! and may do twice as much.

use super::checker::Checker;
use super::settle::Undecided;
use super::{SummaryEngine, SummaryStats};
use crate::budget::{Budget, StopReason};
use crate::engine::{Event, Extent, Finding, Observer};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::pds::derivation::Derivation;
use crate::pds::passes::Prepared;
use crate::pds::{RuleKind, Target};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// [`Run::effort`] of most runs: some seconds.
pub(super) const EFFORT: u64 = 400_000;
/// All turns of single targets that follow take such a part of it.
const SHARE: u64 = 4;
/// A turn may take so many times the work of the one before.
const GROWTH: u64 = 2;
/// Of so many targets each check on its own forgets what it knows at the end of its turn.
const MANY: usize = 8;

/// One run of the engine.
pub(super) struct Run<'a> {
    pub engine: SummaryEngine,
    pub system: &'a Prepared,
    pub targets: &'a [Target],
    pub extent: Extent,
    pub budget: &'a Budget,
    /// The work of the first turn of all targets together.
    pub effort: u64,
    pub observer: &'a RefCell<&'a mut dyn Observer>,
}

/// A check of some targets.
struct Check<'a> {
    /// The indices of the targets.
    group: Vec<usize>,
    /// What is known from earlier turns.
    checker: Option<Checker<'a>>,
    /// It has nothing more to do.
    is_over: bool,
}

/// What came out so far.
struct Known {
    /// For each target.
    findings: Vec<Option<Finding>>,
    /// The procedures that are called.
    called: BTreeSet<ProcId>,
    /// Those that were looked into.
    refined: BTreeSet<ProcId>,
    stats: SummaryStats,
}

/// What a turn of a check has come to.
enum Found {
    /// No target is reached.
    Unreachable,
    /// A target is reached, the one at this location.
    Reached(Derivation, LocId),
    /// Nothing, or not yet.
    Unknown(StopReason),
    /// A bug.
    Lost,
}

impl<'a> Run<'a> {
    /// What is found about each target, and what it took.
    pub fn run(&self) -> (Vec<Finding>, SummaryStats) {
        let findings = self.targets.iter().map(|_| None).collect();
        let (called, refined, stats) = (BTreeSet::new(), BTreeSet::new(), SummaryStats::default());
        let mut known = Known { findings, called, refined, stats };
        let mut all = Check::of((0..self.targets.len()).collect());
        let mut alone: Vec<Check<'a>> = (0..self.targets.len()).map(|target| Check::of(vec![target])).collect();
        let mut effort = self.effort;
        while !known.open().is_empty() {
            if all.group.iter().any(|&target| known.is_reached(target)) {
                known.end(all);
                all = Check::of(known.open());
            }
            let is_last = all.group.len() == 1;
            let before = known.open().len();
            self.turn(&mut all, (!is_last).then_some(effort), &mut known);
            let open = known.open();
            // What is found together is not looked for again, one by one.
            if open.len() < before {
                continue;
            }
            for &target in open.iter().filter(|_| !is_last) {
                let check = &mut alone[target];
                // What another one's turn has brought may be all that was asked.
                if known.findings[target].is_none() {
                    self.turn(check, Some(effort / (SHARE * open.len() as u64)), &mut known);
                }
                if open.len() > MANY {
                    known.end(std::mem::replace(check, Check::of(vec![target])));
                }
            }
            effort = effort.saturating_mul(GROWTH);
        }
        alone.into_iter().chain([all]).for_each(|check| known.end(check));
        known.stats.functions = self.system.pds.procedures.len();
        known.stats.star_left = known.called.difference(&known.refined).count();
        (known.findings.into_iter().flatten().collect(), known.stats)
    }

    /// A turn of a check, and what follows from it.
    fn turn(&self, check: &mut Check<'a>, effort: Option<u64>, known: &mut Known) {
        if let Err(reason) = self.budget.check() {
            return known.decide(&check.group, || Finding::Unknown(reason.clone()));
        }
        if check.is_over {
            return;
        }
        let budget = self.budget.clone();
        let budget = match effort {
            Some(effort) => budget.with_effort(effort),
            None => budget,
        };
        self.observer.borrow_mut().event(&Event::Turn { targets: check.group.clone() });
        let checker = check.checker.get_or_insert_with(|| {
            let Prepared { pds, modref, .. } = self.system;
            let locations = check.group.iter().flat_map(|&target| self.targets[target].locations.iter().copied());
            Checker::new(pds, modref, &Target { locations: locations.collect() }, self.engine, self.observer)
        });
        let found = checker.find(budget);
        known.called.extend(checker.called());
        known.refined.extend(checker.refined());
        let group = &check.group;
        match found {
            Found::Unreachable => known.decide(group, || Finding::Unreachable),
            Found::Reached(derivation, location) => self.reached(group, &derivation, location, known),
            Found::Lost => {
                known.decide(group, || Finding::Lost("a run that nothing over-approximates is not real".into()));
            }
            Found::Unknown(StopReason::Effort) if self.budget.effort() != Some(0) => return,
            // What is too much for all together need not be for one.
            Found::Unknown(reason) => {
                if group.len() == 1 || self.budget.check().is_err() {
                    known.decide(group, || Finding::Unknown(reason.clone()));
                }
            }
        }
        check.is_over = true;
    }

    /// The targets at a location are reached.
    fn reached(&self, group: &[usize], derivation: &Derivation, location: LocId, known: &mut Known) {
        for &target in group.iter().filter(|&&target| self.targets[target].locations.contains(&location)) {
            self.observer.borrow_mut().event(&Event::Reached { target });
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

impl Check<'_> {
    fn of(group: Vec<usize>) -> Self {
        Check { group, checker: None, is_over: false }
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

    /// Counts what a check has done that goes no further.
    fn end(&mut self, check: Check<'_>) {
        if let Some(checker) = check.checker {
            self.stats.add(&checker.count());
        }
    }
}

impl Checker<'_> {
    /// What is found within a budget. It can be asked again, and goes on with what it knows.
    fn find(&mut self, budget: Budget) -> Found {
        self.budget = budget;
        let found = self.decide().and_then(|verdict| match verdict {
            None => Ok(Found::Unreachable),
            Some(label) => {
                let derivation = self.derivation(label)?;
                let location = self.end_of(&derivation);
                Ok(location.map_or(Found::Lost, |location| Found::Reached(derivation, location)))
            }
        });
        found.unwrap_or_else(|undecided| match undecided {
            Undecided::Stopped(reason) => Found::Unknown(reason),
            Undecided::Stuck => Found::Lost,
        })
    }

    /// Where a run ends.
    fn end_of(&self, derivation: &Derivation) -> Option<LocId> {
        let pds = self.view.pds;
        let last = derivation.runs.last()?;
        let Some(step) = last.steps.last() else { return Some(pds.procedures[last.procedure.index()].entry) };
        match pds.rule(step.rule).kind {
            RuleKind::Neutration { to } | RuleKind::Expansion { to, .. } => Some(to),
            RuleKind::Contraction => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::explicit::Explicit;
    use crate::engine::{Engine, Silent};
    use crate::generate::random;
    use crate::lang::cfg;
    use crate::pds::{self, passes};
    use crate::{Options, Source, pipeline::load};
    use std::cell::Cell;

    /// What is said of each target.
    fn words(findings: &[Finding]) -> Vec<&'static str> {
        let word = |finding: &Finding| match finding {
            Finding::Reached(_) => "reached",
            Finding::Unreachable => "unreachable",
            Finding::Unknown(_) => "unknown",
            Finding::Lost(_) => "lost",
        };
        findings.iter().map(word).collect()
    }

    /// Of turns that end almost at once, after which a check goes on or begins anew.
    #[test]
    fn turns_change_no_answer() {
        let (mut turns, mut reached) = (0, 0);
        for seed in 0..1_000 {
            let text = random::write(&random::Options { seed, ..random::Options::default() });
            let loaded = load(&Source::new("test.bp", text.clone()), &Options::default()).expect("a program");
            let graphs = cfg::build(&loaded.program);
            let targets: Vec<_> = loaded.properties.iter().map(|p| pds::build::target(&graphs, p)).collect();
            let system = pds::build(&loaded.program, &graphs, loaded.entry);
            let budget = Budget::unlimited();
            let system = passes::run(system, &targets, passes::PassSet::NONE, &budget).expect("no limits");
            let expected = Explicit.run(&system, &targets, Extent::All, &budget, &mut Silent).targets;
            let count = Cell::new(0);
            let mut counter = Counter(&count);
            let observer: RefCell<&mut dyn Observer> = RefCell::new(&mut counter);
            let engine = SummaryEngine::DEFAULT;
            let (system, targets, budget) = (&system, &targets[..], &budget);
            let run = Run { engine, system, targets, extent: Extent::All, budget, effort: 4, observer: &observer };
            let found = run.run().0;
            assert_eq!(words(&found), words(&expected), "{text}");
            reached += words(&found).iter().filter(|&&word| word == "reached").count();
            turns += count.get() - 1;
        }
        assert!(turns > 1_000 && reached > 100, "{turns} turns more than one each, {reached} targets reached");
    }

    /// Counts turns.
    struct Counter<'a>(&'a Cell<usize>);

    impl Observer for Counter<'_> {
        fn event(&mut self, event: &Event) {
            self.0.update(|count| count + usize::from(matches!(event, Event::Turn { .. })));
        }
    }
}

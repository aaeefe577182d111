//! The engine at work on one program: a [`Checker`] for each group of targets that has a turn.

use super::checker::Checker;
use super::event::Event;
use super::reachability::Undecided;
use super::{SummaryEngine, SummaryStats};
use crate::budget::Budget;
use crate::engine::turns::{Pursued, Pursuer, Pursuit};
use crate::engine::{Event as Told, Observer, Question};
use crate::lang::program::ProcId;
use crate::pds::Target;
use crate::pds::passes::Prepared;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The work that is done for a proof: some tenths of a second mostly.
const PROOF: u64 = 100_000;

/// One run of the engine.
pub(super) struct Run<'a> {
    engine: SummaryEngine,
    question: &'a Question<'a>,
    observer: &'a RefCell<&'a mut dyn Observer>,
    /// The procedures that are called.
    called: BTreeSet<ProcId>,
    /// Those that were looked into.
    refined: BTreeSet<ProcId>,
    stats: SummaryStats,
}

/// The check of some targets.
pub(super) struct Check<'a> {
    checker: Checker<'a>,
    question: &'a Question<'a>,
}

impl<'a> Run<'a> {
    pub fn new(
        engine: SummaryEngine,
        question: &'a Question<'a>,
        observer: &'a RefCell<&'a mut dyn Observer>,
    ) -> Run<'a> {
        let (called, refined, stats) = (BTreeSet::new(), BTreeSet::new(), SummaryStats::default());
        Run { engine, question, observer, called, refined, stats }
    }

    /// What was done, once all has ended.
    pub fn stats(&self) -> SummaryStats {
        let functions = self.question.system.pds.procedures.len();
        let star_left = self.called.difference(&self.refined).count();
        SummaryStats { functions, star_left, ..self.stats }
    }
}

impl<'a> Pursuer for Run<'a> {
    type Pursuit = Check<'a>;

    fn turn(&mut self, targets: &[usize]) {
        self.observer.borrow_mut().event(&Told::Step(&Event::Turn { targets: targets.to_vec() }));
    }

    fn begin(&mut self, target: &Target) -> Check<'a> {
        let Prepared { pds, modref, .. } = self.question.system;
        let checker = Checker::new(pds, modref, target, self.engine, self.observer);
        Check { checker, question: self.question }
    }

    fn reached(&mut self, target: usize) {
        self.observer.borrow_mut().event(&Told::Reached { target });
    }

    fn end(&mut self, check: Check<'a>) {
        self.called.extend(check.checker.called());
        self.refined.extend(check.checker.refined());
        self.stats.add(&check.checker.count());
    }
}

impl Pursuit for Check<'_> {
    fn pursue(&mut self, budget: Budget) -> Pursued {
        let Check { checker, question } = self;
        checker.budget = budget.clone();
        let found = checker.decide().and_then(|label| match label {
            None => {
                let budget = budget.with_any_effort().with_effort(PROOF);
                let proof = || checker.prove(&question.system.cuts.heads, &budget);
                Ok(Pursued::Unreachable(question.wants_proof.then(proof)))
            }
            Some(label) => {
                let derivation = checker.derivation(label)?;
                Ok(match derivation.end(&question.system.pds) {
                    Some(location) => Pursued::Reached(derivation, location),
                    None => Pursued::Lost("a run does not end at a location".into()),
                })
            }
        });
        found.unwrap_or_else(|undecided| match undecided {
            Undecided::Stopped(reason) => Pursued::Unknown(reason),
            Undecided::Stuck => Pursued::Lost("a run that nothing over-approximates is not real".into()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Extent;
    use crate::engine::turns::{Together, Turns, tests::random_programs};
    use std::any::Any;
    use std::cell::Cell;

    /// Of turns that end almost at once, after which a check goes on or begins anew.
    #[test]
    fn turns_change_no_answer() {
        let mut turns = 0;
        let reached = random_programs(1_000, |question| {
            let count = Cell::new(0);
            let mut counter = Counter(&count);
            let observer: RefCell<&mut dyn Observer> = RefCell::new(&mut counter);
            let mut run = Run::new(SummaryEngine::DEFAULT, question, &observer);
            let budget = &Budget::unlimited();
            let found =
                Turns { targets: question.targets, extent: Extent::All, budget, effort: 4, together: Together::First }
                    .run(&mut run)
                    .0;
            turns += count.get() - 1;
            found
        });
        assert!(turns > 1_000 && reached > 100, "{turns} turns more than one each, {reached} targets reached");
    }

    /// Counts turns.
    struct Counter<'a>(&'a Cell<usize>);

    impl Observer for Counter<'_> {
        fn event(&mut self, event: &Told<'_>) {
            let Told::Step(step) = event else { return };
            let step: Option<&Event> = (*step as &dyn Any).downcast_ref();
            self.0.update(|count| count + usize::from(matches!(step, Some(Event::Turn { .. }))));
        }
    }
}

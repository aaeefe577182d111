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
    use crate::engine::explicit::Explicit;
    use crate::engine::turns::Turns;
    use crate::engine::{Engine, Extent, Finding, Silent};
    use crate::generate::random;
    use crate::lang::cfg;
    use crate::pds::{self, passes};
    use crate::{Options, Source, pipeline::load};
    use std::any::Any;
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
            let question = Question { system: &system, targets: &targets, extent: Extent::All, wants_proof: false };
            let expected = Explicit.run(&question, &budget, &mut Silent).targets;
            let count = Cell::new(0);
            let mut counter = Counter(&count);
            let observer: RefCell<&mut dyn Observer> = RefCell::new(&mut counter);
            let engine = SummaryEngine::DEFAULT;
            let (targets, budget) = (&targets[..], &budget);
            let mut run = Run::new(engine, &question, &observer);
            let found = Turns { targets, extent: Extent::All, budget, effort: 4 }.run(&mut run).0;
            assert_eq!(words(&found), words(&expected), "{text}");
            reached += words(&found).iter().filter(|&&word| word == "reached").count();
            turns += count.get() - 1;
        }
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

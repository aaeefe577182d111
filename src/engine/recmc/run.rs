//! The engine at work on one program: a watch for each group of targets that has a turn, over what is known of all.

use super::event::Event;
use super::knowledge::Knowledge;
use super::search::{Decided, Progress, Search};
use super::{RecmcEngine, RecmcStats, prove, trace};
use crate::budget::{Budget, StopReason};
use crate::engine::turns::{Pursued, Pursuer, Pursuit};
use crate::engine::{Event as Told, Observer, Question};
use crate::pds::Target;
use crate::summaries::relations::Watched;
use std::cell::RefCell;
use std::rc::Rc;

/// One run of the engine.
pub(super) struct Run<'a> {
    engine: RecmcEngine,
    question: &'a Question<'a>,
    observer: &'a RefCell<&'a mut dyn Observer>,
    known: Rc<RefCell<Knowledge<'a>>>,
}

/// The check of some targets.
pub(super) struct Check<'a> {
    engine: RecmcEngine,
    question: &'a Question<'a>,
    observer: &'a RefCell<&'a mut dyn Observer>,
    known: Rc<RefCell<Knowledge<'a>>>,
    watched: Watched,
    progress: Progress,
}

impl<'a> Run<'a> {
    pub fn new(
        engine: RecmcEngine,
        question: &'a Question<'a>,
        budget: &Budget,
        observer: &'a RefCell<&'a mut dyn Observer>,
    ) -> Run<'a> {
        let known = Knowledge::new(question.system, question.targets, &engine, budget);
        Run { engine, question, observer, known: Rc::new(RefCell::new(known)) }
    }

    /// What was done.
    pub fn stats(&self) -> RecmcStats {
        self.known.borrow().stats()
    }
}

impl<'a> Pursuer for Run<'a> {
    type Pursuit = Check<'a>;

    fn turn(&mut self, targets: &[usize]) {
        self.observer.borrow_mut().event(&Told::Step(&Event::Turn { targets: targets.to_vec() }));
    }

    fn begin(&mut self, target: &Target) -> Check<'a> {
        let watched = self.known.borrow_mut().watch(target);
        let Run { engine, question, observer, ref known } = *self;
        Check { engine, question, observer, known: known.clone(), watched, progress: Progress::new() }
    }

    fn reached(&mut self, target: usize) {
        self.observer.borrow_mut().event(&Told::Reached { target });
    }

    fn end(&mut self, check: Check<'a>) {
        self.known.borrow_mut().forget(&check.watched);
    }
}

impl Pursuit for Check<'_> {
    fn pursue(&mut self, budget: Budget) -> Pursued {
        self.decide(&budget).unwrap_or_else(Pursued::Unknown)
    }
}

impl Check<'_> {
    /// What is found within a budget.
    fn decide(&mut self, budget: &Budget) -> Result<Pursued, StopReason> {
        let Check { engine, question, observer, known, watched, progress } = self;
        let mut known = known.borrow_mut();
        let mut search = Search { engine: *engine, known: &mut known, budget, observer, bound: 0 };
        Ok(match search.decide(watched, progress)? {
            Decided::Unreachable(level) => {
                let heads = &question.system.cuts.heads;
                Pursued::Unreachable(question.wants_proof.then(|| Ok(prove::proof(&mut known, watched, level, heads))))
            }
            Decided::Reached(fact) => {
                let derivation = trace::derivation(&mut known, fact, budget)?;
                match derivation.end(&question.system.pds) {
                    Some(location) => Pursued::Reached(derivation, location),
                    None => Pursued::Lost("a run does not end at a location".into()),
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::turns::{Together, Turns, tests::random_programs};
    use crate::engine::{Extent, Silent};
    use crate::summaries::predicate::Predicate;
    use crate::summaries::relations::body::Body;

    /// Of turns that end almost at once, after which a search goes on with what all searches have learnt.
    #[test]
    fn turns_change_no_answer() {
        let mut shared = 0;
        let reached = random_programs(600, |question| {
            let mut silent = Silent;
            let observer: RefCell<&mut dyn Observer> = RefCell::new(&mut silent);
            let budget = &Budget::unlimited();
            let mut run = Run::new(RecmcEngine::DEFAULT, question, budget, &observer);
            let turns =
                Turns { targets: question.targets, extent: Extent::All, budget, effort: 20, together: Together::First };
            let found = turns.run(&mut run).0;
            let is_hit = |body: &&Body| body.predicate == Predicate::Hits(question.system.pds.entry);
            shared += usize::from(run.known.borrow().relations.bodies.iter().filter(is_hit).count() > 1);
            found
        });
        assert!(shared > 100 && reached > 100, "{shared} searches with several watches, {reached} targets reached");
    }
}

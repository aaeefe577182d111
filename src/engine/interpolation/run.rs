//! The engine at work on one program: a check for each target, over what all of them have learnt.

use super::check::{Decided, Search};
use super::event::{Event, Fate, tell};
use super::recall::{self, Recall};
use super::{InterpolationEngine, InterpolationStats};
use crate::budget::{Budget, StopReason};
use crate::engine::teller::Teller;
use crate::engine::turns::{Pursued, Pursuer, Pursuit};
use crate::engine::{Event as Told, Observer, Question};
use crate::logic::sat::SatStats;
use crate::pds::Target;
use crate::pds::lemmas::Learnt;
use crate::pds::proof::Proof;
use crate::summaries::instances::known::Known;
use crate::summaries::instances::memory::Memory;
use crate::summaries::instances::prove::{self, Safe};
use crate::summaries::relations::{Relations, Watched};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// What all checks go by.
struct Shared<'a> {
    known: Known<'a>,
    /// Of the engine's own counters those that are counted here.
    stats: InterpolationStats,
    /// What was given.
    recall: Option<Recall<'a>>,
    /// The targets that were begun, each with what it is watched by.
    begun: BTreeMap<usize, Rc<Watched>>,
    /// What is not reached.
    safe: Vec<Safe>,
    /// What solvers have done that are gone.
    spent: SatStats,
    /// How long searches that are gone have interpolated.
    interpolation: Duration,
}

impl Shared<'_> {
    /// Counts what a search has done that is over.
    fn leave(&mut self, search: &Search) {
        self.spent += search.sat();
        self.interpolation += search.interpolation;
    }
}

/// One run of the engine.
pub(super) struct Run<'a> {
    engine: InterpolationEngine,
    question: &'a Question<'a>,
    observer: &'a RefCell<&'a mut dyn Observer>,
    shared: Rc<RefCell<Shared<'a>>>,
    /// What is kept from one check to the next.
    memory: Rc<RefCell<Memory>>,
    /// The target that has its turn.
    target: usize,
}

/// The check of some targets.
pub(super) struct Check<'a> {
    engine: InterpolationEngine,
    question: &'a Question<'a>,
    teller: Teller<'a>,
    shared: Rc<RefCell<Shared<'a>>>,
    memory: Rc<RefCell<Memory>>,
    target: usize,
    watched: Rc<Watched>,
    search: Option<Search>,
}

impl<'a> Run<'a> {
    pub fn new(
        engine: InterpolationEngine,
        question: &'a Question<'a>,
        budget: &Budget,
        observer: &'a RefCell<&'a mut dyn Observer>,
    ) -> Run<'a> {
        let known = Known::new(Relations::new(question.system, question.targets, engine.leaves, budget));
        let recall = question.lemmas.filter(|_| engine.reuse).map(Recall::new);
        let stats = InterpolationStats::default();
        let shared = Shared {
            known,
            stats,
            recall,
            begun: BTreeMap::new(),
            safe: Vec::new(),
            spent: SatStats::default(),
            interpolation: Duration::ZERO,
        };
        let (shared, memory) = (Rc::new(RefCell::new(shared)), Rc::default());
        Run { engine, question, observer, shared, memory, target: 0 }
    }

    /// The proof of all that is not reached, if there is any.
    pub fn proof(&self) -> Option<Proof> {
        let Shared { known, safe, .. } = &mut *self.shared.borrow_mut();
        (!safe.is_empty()).then(|| prove::proof(known, safe, &self.question.system.cuts.heads))
    }

    /// What was learnt, if that is wanted.
    pub fn learnt(&self) -> Option<Learnt> {
        let Shared { known, recall, begun, .. } = &mut *self.shared.borrow_mut();
        let held = recall.as_ref()?.held.clone();
        let watches: Vec<(usize, &Watched)> = begun.iter().map(|(&target, watched)| (target, &**watched)).collect();
        Some(Learnt { lemmas: recall::learnt(known, &self.memory.borrow(), &watches), held })
    }

    /// How long it took to refute trees and to read lemmas off that.
    pub fn interpolation(&self) -> Duration {
        self.shared.borrow().interpolation
    }

    /// What was done.
    pub fn stats(&self) -> InterpolationStats {
        let shared = self.shared.borrow();
        let mut sat = shared.spent;
        sat += self.memory.borrow().sat();
        InterpolationStats { instances: shared.known.counts, sat, ..shared.stats }
    }
}

impl<'a> Pursuer for Run<'a> {
    type Pursuit = Check<'a>;

    fn turn(&mut self, targets: &[usize]) {
        self.target = targets.first().copied().unwrap_or_default();
        self.observer.borrow_mut().event(&Told::Step(&Event::Turn { target: self.target }));
    }

    fn begin(&mut self, target: &Target) -> Check<'a> {
        let &mut Run { engine, question, observer, ref shared, ref memory, target: index, .. } = self;
        let watched = {
            let Shared { known, stats, begun, .. } = &mut *shared.borrow_mut();
            let begin = || {
                stats.properties += 1;
                Rc::new(known.relations.watch(target))
            };
            begun.entry(index).or_insert_with(begin).clone()
        };
        let memory = if engine.reuse { memory.clone() } else { Rc::default() };
        let teller = Teller::new(observer);
        Check { engine, question, teller, shared: shared.clone(), memory, target: index, watched, search: None }
    }

    fn reached(&mut self, target: usize) {
        self.observer.borrow_mut().event(&Told::Reached { target });
    }

    fn end(&mut self, check: Check<'a>) {
        let shared = &mut *self.shared.borrow_mut();
        if let Some(search) = &check.search {
            shared.leave(search);
        }
        if !self.engine.reuse {
            shared.spent += check.memory.borrow().sat();
        }
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
        let Check { engine, question, teller, shared, memory, target, watched, search } = self;
        let shared = &mut *shared.borrow_mut();
        let Shared { known, stats, recall, .. } = shared;
        if let Some(recall) = recall {
            recall.attempt(known, &mut memory.borrow_mut(), (*target, watched), *teller, budget)?;
        }
        if engine.seeds {
            let seeds = memory.borrow_mut().seed(known, &watched.order, budget)?;
            tell(known, *teller, &seeds, Fate::Seed);
        }
        let pds = &question.system.pds;
        let decided = match watched.hits.get(&pds.entry) {
            Some(&first) => {
                let memory = &mut *memory.borrow_mut();
                let search = search.get_or_insert_with(|| Search::new(*engine, known, memory, first, *teller));
                let decided = search.decide(known, memory, stats, *teller, budget);
                if let Some(fault) = known.fault.take() {
                    return Ok(Pursued::Lost(fault));
                }
                decided?
            }
            // Control flow says that.
            None => Decided::Unreachable,
        };
        // The tree, and how hits of this target come about, nobody asks about any more.
        if let Some(search) = search.take() {
            shared.leave(&search);
        }
        shared.known.forget(watched);
        Ok(match decided {
            Decided::Unreachable => {
                shared.safe.push(Safe { watched: watched.clone(), memory: memory.clone() });
                Pursued::Unreachable(None)
            }
            Decided::Reached(derivation) => match derivation.end(pds) {
                Some(location) => Pursued::Reached(derivation, location),
                None => Pursued::Lost("a run does not end at a location".into()),
            },
        })
    }
}

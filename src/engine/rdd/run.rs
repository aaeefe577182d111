//! The engine at work on one program: a check for each target, over what all of them have learnt.

use super::context::{Context, Decided};
use super::event::Event;
use super::helpers;
use super::options::Mode;
use super::search::Search;
use super::{RddEngine, RddStats};
use crate::budget::{Budget, StopReason};
use crate::engine::teller::Teller;
use crate::engine::turns::{Pursued, Pursuer, Pursuit};
use crate::engine::{Event as Told, NoProof, Observer, Question};
use crate::logic::sat::SatStats;
use crate::pds::Target;
use crate::pds::proof::Proof;
use crate::summaries::calls::CallGraph;
use crate::summaries::instances::known::Known;
use crate::summaries::instances::memory::Memory;
use crate::summaries::instances::prove::{self, Safe};
use crate::summaries::relations::{Relations, Watched};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What all checks go by.
struct Shared<'a> {
    known: Known<'a>,
    calls: CallGraph,
    /// Lemmas that hold, of all properties.
    memory: Rc<RefCell<Memory>>,
    stats: RddStats,
    /// The targets that were begun, each with what it is watched by.
    begun: BTreeMap<usize, Rc<Watched>>,
    /// What is not reached, and why.
    safe: Vec<Safe>,
    /// Why it is not known of something why it is not reached.
    unproved: Option<NoProof>,
    /// What solvers have done that are gone.
    spent: SatStats,
}

/// One run of the engine.
pub(super) struct Run<'a> {
    engine: RddEngine,
    question: &'a Question<'a>,
    observer: &'a RefCell<&'a mut dyn Observer>,
    shared: Rc<RefCell<Shared<'a>>>,
    /// The target that has its turn.
    target: usize,
}

/// The check of a target.
pub(super) struct Check<'a> {
    engine: RddEngine,
    question: &'a Question<'a>,
    teller: Teller<'a>,
    shared: Rc<RefCell<Shared<'a>>>,
    target: usize,
    watched: Rc<Watched>,
    search: Option<Search>,
}

impl<'a> Run<'a> {
    pub fn new(
        engine: RddEngine,
        question: &'a Question<'a>,
        budget: &Budget,
        observer: &'a RefCell<&'a mut dyn Observer>,
    ) -> Run<'a> {
        let known = Known::new(Relations::new(question.system, question.targets, false, budget));
        let calls = CallGraph::of(&known.relations.view);
        let shared = Shared {
            known,
            calls,
            memory: Rc::default(),
            stats: RddStats::default(),
            begun: BTreeMap::new(),
            safe: Vec::new(),
            unproved: None,
            spent: SatStats::default(),
        };
        Run { engine, question, observer, shared: Rc::new(RefCell::new(shared)), target: 0 }
    }

    /// The proof of all that is not reached, if there is anything.
    pub fn proof(&self) -> Option<Result<Proof, NoProof>> {
        let Shared { known, safe, unproved, .. } = &mut *self.shared.borrow_mut();
        if let Some(no) = unproved {
            return Some(Err(no.clone()));
        }
        (!safe.is_empty()).then(|| Ok(prove::proof(known, safe, &self.question.system.cuts.heads)))
    }

    /// What was done.
    pub fn stats(&self) -> RddStats {
        let shared = self.shared.borrow();
        let mut sat = shared.spent;
        sat += shared.stats.sat;
        sat += shared.memory.borrow().sat();
        RddStats { sat, counts: shared.known.counts, ..shared.stats.clone() }
    }
}

impl<'a> Pursuer for Run<'a> {
    type Pursuit = Check<'a>;

    fn turn(&mut self, targets: &[usize]) {
        self.target = targets.first().copied().unwrap_or_default();
        self.observer.borrow_mut().event(&Told::Step(&Event::Turn { target: self.target }));
    }

    fn begin(&mut self, target: &Target) -> Check<'a> {
        let &mut Run { engine, question, observer, ref shared, target: index } = self;
        let watched = {
            let Shared { known, begun, .. } = &mut *shared.borrow_mut();
            begun.entry(index).or_insert_with(|| Rc::new(known.relations.watch(target))).clone()
        };
        let teller = Teller::new(observer);
        Check { engine, question, teller, shared: shared.clone(), target: index, watched, search: None }
    }

    fn reached(&mut self, target: usize) {
        self.observer.borrow_mut().event(&Told::Reached { target });
    }

    fn end(&mut self, check: Check<'a>) {
        let Shared { known, stats, spent, .. } = &mut *self.shared.borrow_mut();
        if let Some(search) = &check.search {
            *spent += search.end(known, stats);
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
        let Check { engine, question, teller, shared, target, watched, search } = self;
        let Shared { known, calls, memory, stats, safe, unproved, spent, .. } = &mut *shared.borrow_mut();
        let pds = &question.system.pds;
        let decided = match watched.hits.get(&pds.entry) {
            Some(&first) => {
                let memory_now = &mut *memory.borrow_mut();
                let mut context = Context {
                    engine: *engine,
                    known,
                    calls,
                    memory: memory_now,
                    stats,
                    teller: *teller,
                    budget,
                    target: *target,
                    wants_proof: question.wants_proof,
                };
                let helped = match search {
                    None if engine.mode == Mode::Helpers => helpers::help(&mut context, first)?,
                    _ => None,
                };
                match helped {
                    Some(decided) => decided,
                    None => {
                        search.get_or_insert_with(|| Search::new(&mut context, first, None)).decide(&mut context)?
                    }
                }
            }
            // Control flow says that.
            None => {
                teller.unreachable(*target);
                Decided::Unreachable
            }
        };
        // The tree, and how hits of this target come about, nobody asks about any more.
        if let Some(search) = search.take() {
            *spent += search.end(known, stats);
        }
        known.forget(watched);
        Ok(match decided {
            Decided::Unreachable => {
                safe.push(Safe { watched: watched.clone(), memory: memory.clone() });
                Pursued::Unreachable(None)
            }
            Decided::Unproved(no) => {
                *unproved = Some(no);
                Pursued::Unreachable(None)
            }
            Decided::Reached(derivation) => match derivation.end(pds) {
                Some(location) => Pursued::Reached(derivation, location),
                None => Pursued::Lost("a run does not end at a location".into()),
            },
        })
    }
}

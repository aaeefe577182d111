//! The search: bound by bound, whether a target can be hit (2014-komuravelli, section 4, with the order of questions of the README).

use super::child;
use super::clauses::{ALWAYS, Level};
use super::cube::Cube;
use super::event::{self, Event};
use super::fact::FactId;
use super::gpdr;
use super::knowledge::{Knowledge, plain};
use super::options::{Must, Order, RecmcEngine};
use super::oracle::{Assumed, Found, Reply};
use crate::budget::{Budget, StopReason};
use crate::engine::{Event as Told, Observer};
use crate::summaries::predicate::PredicateId;
use crate::summaries::relations::Watched;
use std::cell::RefCell;
use std::sync::Arc;

/// The bounds after which deeper ones are tried: each half as high again as the one before, from the first one on.
const FIRST_PROBE: Level = 3;

/// How far the search for a watch is.
#[derive(Clone, Debug)]
pub(super) struct Progress {
    /// The bound that is asked about next.
    pub bound: Level,
    /// The bound after which a deeper one is tried.
    probe: Level,
    /// Questions about predicates so far.
    obligations: u64,
}

impl Progress {
    /// At the beginning.
    pub(super) fn new() -> Progress {
        Progress { bound: 0, probe: FIRST_PROBE, obligations: 0 }
    }
}

/// What is found.
#[derive(Clone, Copy, Debug)]
pub(super) enum Decided {
    /// A target is hit, by this fact of the root.
    Reached(FactId),
    /// None is: what holds above this level is inductive.
    Unreachable(Level),
}

/// The answer about a cube within a bound.
#[derive(Clone, Copy, Debug)]
pub(super) enum Answer {
    /// It has a point that is real.
    Real(FactId),
    /// It has none.
    Blocked,
    /// The questions that were allowed are used up.
    GivenUp,
}

/// A search at work.
pub(super) struct Search<'s, 'a> {
    pub engine: RecmcEngine,
    pub known: &'s mut Knowledge<'a>,
    pub budget: &'s Budget,
    pub observer: &'s RefCell<&'a mut dyn Observer>,
    /// The highest level that may be asked about now.
    pub bound: Level,
}

/// A question that is being answered: whether a predicate has a real point in a cube, within a bound.
struct Obligation {
    predicate: PredicateId,
    cube: Cube,
    level: Level,
    /// How many facts its atoms had when it was last known that facts alone give no point.
    facts: Option<usize>,
    /// For each atom whether it has to be real; as far as that was decided, in the order of the engine.
    real: Vec<bool>,
    decided: usize,
}

impl Obligation {
    fn new(predicate: PredicateId, cube: Cube, level: Level) -> Obligation {
        Obligation { predicate, cube, level, facts: None, real: Vec::new(), decided: 0 }
    }
}

/// What an obligation comes to next.
enum Next {
    /// It has a real point.
    Real(Found),
    /// It has none, for these literals.
    Blocked(Cube),
    /// It has none, as a clause says that there is.
    Excluded,
    /// This is to be known first.
    Ask(Obligation),
}

impl Search<'_, '_> {
    /// Decides a watch, or goes on where its last search was stopped.
    ///
    /// # Errors
    /// The limit that was hit.
    pub(super) fn decide(&mut self, watched: &Watched, progress: &mut Progress) -> Result<Decided, StopReason> {
        // What holds of all derivations is inductive, and here it is enough.
        let Some((root, cube)) = self.known.root(watched) else {
            self.tell(Event::Inductive { level: None });
            return Ok(Decided::Unreachable(ALWAYS - 1));
        };
        loop {
            self.bound = progress.bound;
            self.known.stats.level = self.known.stats.level.max(self.bound);
            self.tell(Event::Level { bound: self.bound });
            self.tell_progress();
            if let Answer::Real(fact) = self.answer(root, &cube, None, progress)? {
                return Ok(Decided::Reached(fact));
            }
            if let Some(level) = self.push(watched)? {
                self.tell(Event::Inductive { level: Some(level) });
                return Ok(Decided::Unreachable(level));
            }
            if self.engine.depth.is_some_and(|depth| progress.bound >= depth) {
                return Err(StopReason::Bound(progress.bound));
            }
            if self.engine.probe && progress.bound >= progress.probe {
                progress.probe += progress.probe.div_ceil(2);
                if let Some(fact) = self.probe((root, &cube), progress)? {
                    return Ok(Decided::Reached(fact));
                }
            }
            // A probe may have come to the depth that is asked for: then its clauses are still to be pushed.
            progress.bound = self.engine.depth.map_or(progress.bound + 1, |depth| depth.min(progress.bound + 1));
        }
    }

    /// Asks about a bound twice as high, but not for long: a deep counterexample is found before all bounds below have been refuted.
    fn probe(
        &mut self,
        (root, cube): (PredicateId, &Cube),
        progress: &mut Progress,
    ) -> Result<Option<FactId>, StopReason> {
        let bound = 2 * progress.bound;
        let bound = self.engine.depth.map_or(bound, |depth| bound.min(depth));
        self.known.stats.probes += 1;
        self.bound = bound;
        let limit = progress.obligations + progress.obligations / 2 + 8 * u64::from(progress.bound);
        let answer = self.answer(root, cube, Some(limit), progress)?;
        let has_ended = !matches!(answer, Answer::GivenUp);
        self.known.stats.probed += u64::from(has_ended);
        self.tell(Event::Probed { bound, has_ended });
        match answer {
            Answer::Real(fact) => return Ok(Some(fact)),
            Answer::Blocked => progress.bound = bound,
            Answer::GivenUp => {}
        }
        Ok(None)
    }

    /// Whether a predicate has a real point in a cube, within the bound. With a limit on obligations, counted from the beginning.
    fn answer(
        &mut self,
        root: PredicateId,
        cube: &Cube,
        limit: Option<u64>,
        progress: &mut Progress,
    ) -> Result<Answer, StopReason> {
        if self.engine.must == Must::Off {
            return gpdr::answer(self, (root, cube), limit, &mut progress.obligations);
        }
        let mut open = vec![Obligation::new(root, cube.clone(), self.bound)];
        let mut last = Answer::Blocked;
        while let Some(mut top) = open.pop() {
            if limit.is_some_and(|limit| progress.obligations >= limit) {
                return Ok(Answer::GivenUp);
            }
            last = match self.next(&mut top)? {
                Next::Real(found) => {
                    let fact = self.known.make_fact(top.predicate, &found, self.engine.must);
                    self.tell_fact(top.predicate, fact);
                    Answer::Real(fact)
                }
                Next::Blocked(core) => {
                    self.learn(top.predicate, core, top.level)?;
                    Answer::Blocked
                }
                Next::Excluded => Answer::Blocked,
                Next::Ask(child) => {
                    progress.obligations += 1;
                    self.asked(&child.cube, child.predicate, child.level);
                    open.extend([top, child]);
                    continue;
                }
            };
        }
        Ok(last)
    }

    /// A question more is asked.
    pub(super) fn asked(&mut self, cube: &Cube, predicate: PredicateId, bound: Level) {
        self.known.stats.obligations += 1;
        self.tell_step(|| {
            let cube = event::values(self.known, predicate, cube);
            Event::Asked { predicate: self.known.relations.named(predicate), bound, cube }
        });
    }

    /// A predicate has a fact more.
    pub(super) fn tell_fact(&self, predicate: PredicateId, fact: FactId) {
        self.tell_step(|| {
            let said = Arc::new(event::said(self.known, fact));
            Event::Fact { predicate: self.known.relations.named(predicate), said }
        });
    }

    /// An obligation, once more: real by facts alone, excluded by clauses, or a question about an atom (rules Reach, Sum, Query).
    fn next(&mut self, of: &mut Obligation) -> Result<Next, StopReason> {
        let predicate = of.predicate;
        if of.facts.is_none() && self.known.clauses[predicate.index()].exclude(&of.cube, of.level) {
            return Ok(Next::Excluded);
        }
        // Where the last child is blocked or real now, the run that led to it may go on elsewhere.
        if of.decided > 0 {
            self.known.stats.mixed += 1;
            let asked = plain(&of.cube, of.level, Assumed::Mixed(&of.real));
            if let Reply::Yes(found) = self.known.ask(predicate, &asked, self.budget)? {
                return self.follow(of, found);
            }
        }
        let facts = self.known.facts_of_atoms(predicate);
        if of.facts != Some(facts) {
            of.facts = Some(facts);
            self.known.stats.must += 1;
            let asked = plain(&of.cube, of.level, Assumed::Real);
            if let Reply::Yes(found) = self.known.ask(predicate, &asked, self.budget)? {
                return Ok(Next::Real(found));
            }
        }
        self.known.stats.may += 1;
        let asked = plain(&of.cube, of.level, Assumed::Bounded);
        let found = match self.known.ask(predicate, &asked, self.budget)? {
            Reply::No(core) => return Ok(Next::Blocked(core)),
            Reply::Yes(found) => found,
        };
        of.real = vec![false; self.known.body(predicate).atoms.len()];
        of.decided = 0;
        self.follow(of, found)
    }

    /// A run in which the atoms that are decided are real, or not taken, and the others obey clauses: the next atom is made real, if facts can, or asked
    /// about. So the run and the question make progress: no fact covers the point, and the answer is a new fact, or excludes the run.
    fn follow(&mut self, of: &mut Obligation, mut found: Found) -> Result<Next, StopReason> {
        let predicate = of.predicate;
        let count = of.real.len();
        while of.decided < count {
            let index = match self.engine.order {
                Order::Forward => of.decided,
                Order::Backward => count - 1 - of.decided,
            };
            of.real[index] = true;
            if found.taken[index] {
                self.known.stats.mixed += 1;
                let asked = plain(&of.cube, of.level, Assumed::Mixed(&of.real));
                match self.known.ask(predicate, &asked, self.budget)? {
                    Reply::Yes(other) => found = other,
                    Reply::No(_) => {
                        of.real[index] = false;
                        return Ok(Next::Ask(self.child(of, &found, index)));
                    }
                }
            }
            of.decided += 1;
        }
        Ok(Next::Real(found))
    }

    fn child(&self, of: &Obligation, found: &Found, index: usize) -> Obligation {
        let body = self.known.body(of.predicate);
        let atom = &body.atoms[index];
        let cube = child::child(&self.known.relations.graph, body, &of.cube, found, index);
        Obligation::new(atom.predicate, cube, of.level - u32::from(atom.is_recursive))
    }

    /// Something happens.
    pub(super) fn tell(&self, event: Event) {
        self.observer.borrow_mut().event(&Told::Step(&event));
    }

    /// How far the search is.
    fn tell_progress(&self) {
        let questions = self.known.stats.obligations;
        let progress = format!("bound {}, {questions} questions", self.bound);
        self.observer.borrow_mut().event(&Told::Progress(&progress));
    }

    /// One of many single steps, told only to whoever wants them.
    pub(super) fn tell_step(&self, event: impl FnOnce() -> Event) {
        let wanted = self.observer.borrow().wants_steps();
        if wanted {
            self.tell(event());
        }
    }
}

//! What the engine knows when the open question has no answer, as lemmas that follow from one another: its proof.
//!
//! The claims are those of its summaries, and the visits of loop heads in its bodies; they are inductive, since each is of all runs whose
//! over-approximated parts do anything. Said in full they would have to be projected. So only what is needed is said, in clauses: the lemma
//! that the target is not reached has to follow, segment by segment, from what is known of calls and loop heads
//! (`summaries::bodies`); where it does not, the run that breaks it takes something that the engine knows to be impossible, and the *minimal
//! core* of that is the next lemma, which has to follow as well (2015-fedyukovich: interpolation by cores, without a proof of the solver).
//!
//! Each lemma holds of what the engine knows and excludes something that none did, so it ends. Recursive procedures are asked at one depth
//! more, where all calls stand for what is known.

use super::checker::Checker;
use super::complete::Completeness;
use super::units::Unit;
use super::visits::Visits;
use crate::budget::{Budget, StopReason};
use crate::engine::NoProof;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::logic::query::Reply;
use crate::pds::Slot;
use crate::pds::proof::Proof;
use crate::summaries::bodies::{Bodies, Point, entries, exits};
use crate::summaries::claims;
use crate::summaries::predicate::Predicate;
use crate::symbolic::graph::UnitId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// The conflicts that a question may take by which a core is made smaller.
const CONFLICTS: u64 = 100;

/// What the engine knows of predicates: formulas over their arguments and hidden inputs.
#[derive(Default)]
struct Oracle {
    /// Of each predicate some that contain all that is possible; what is easily asked comes first.
    known: FxHashMap<Predicate, Rc<[Formula]>>,
    visits: FxHashMap<ProcId, Visits>,
}

impl Checker<'_> {
    /// The proof that the target is not reached, which is known. `heads` are the loop heads of the system.
    ///
    /// # Errors
    /// Why there is none.
    pub fn prove(&mut self, heads: &[bool], budget: &Budget) -> Result<Proof, NoProof> {
        self.budget = budget.clone();
        let mut bodies = Bodies::new(heads, self.engine.solver);
        let proved = self.strengthen(&mut bodies);
        self.stats.lemmas += bodies.count() as u64;
        self.stats.proof += bodies.stats();
        proved?;
        Ok(claims::proof(&mut self.graph, &self.view, &mut bodies, heads))
    }

    /// Adds lemmas until all follow, and with them that the target is not reached. What is open in a procedure is asked in one question, and
    /// callers come first: theirs are the lemmas that need lemmas of callees, so a procedure has its turn when all that is wanted of it is known.
    fn strengthen(&mut self, bodies: &mut Bodies<'_>) -> Result<(), NoProof> {
        let entry = self.view.pds.entry;
        let callers_first: Vec<ProcId> = [entry].into_iter().chain(self.calls.order.iter().rev().copied()).collect();
        let turns: FxHashMap<ProcId, usize> = callers_first.iter().enumerate().map(|(at, &of)| (of, at)).collect();
        let mut oracle = Oracle::default();
        // For each turn that a segment breaks one of the lemmas that are open.
        let mut open: BTreeMap<usize, Formula> = BTreeMap::new();
        let mut points = vec![Point { predicate: Predicate::Hits(entry), literals: self.initial(entry) }];
        loop {
            let (predicate, lemma) = self.excluding(bodies, &mut oracle, &points)?;
            bodies.add(predicate, lemma);
            let breaks = bodies.breaks(&mut self.graph, &self.view, predicate, lemma);
            let any = open.entry(turns[&predicate.procedure()]).or_insert(Formula::FALSE);
            *any = self.graph.formulas.or(*any, breaks);
            points = loop {
                let Some((&turn, &breaks)) = open.first_key_value() else { return Ok(()) };
                let asked = (callers_first[turn], breaks);
                match bodies.broken(&mut self.graph, &self.view, asked, &self.budget)? {
                    Some(points) => break points,
                    None => _ = open.remove(&turn),
                }
            };
        }
    }

    /// A lemma that excludes one of these points.
    fn excluding(
        &mut self,
        bodies: &mut Bodies<'_>,
        oracle: &mut Oracle,
        points: &[Point],
    ) -> Result<(Predicate, Formula), NoProof> {
        for point in points {
            if let Some(lemma) = self.lemma(bodies, oracle, point)? {
                return Ok((point.predicate, lemma));
            }
        }
        Err(NoProof::NotInductive)
    }

    /// That the globals of the entry procedure have their initial values.
    fn initial(&mut self, entry: ProcId) -> Vec<Formula> {
        let slots = self.view.interface_of(entry).ins.clone();
        let inputs = entries(&mut self.graph, &self.view, entry);
        let init = |slot: Slot| match slot {
            Slot::Global(index) => self.view.pds.globals[index],
            _ => None,
        };
        let pairs = slots.into_iter().zip(inputs);
        pairs.filter_map(|(slot, input)| Some(if init(slot)? { input } else { !input })).collect()
    }

    /// A lemma that excludes a point which the engine knows to be impossible.
    fn lemma(
        &mut self,
        bodies: &mut Bodies<'_>,
        oracle: &mut Oracle,
        point: &Point,
    ) -> Result<Option<Formula>, StopReason> {
        let procedure = point.predicate.procedure();
        if !self.refined[procedure.index()] {
            return Ok(None);
        }
        let unit = self.proving(procedure);
        let known = match oracle.known.get(&point.predicate) {
            Some(known) => known.clone(),
            None => {
                let known = self.known(bodies, oracle, point.predicate, unit)?;
                oracle.known.insert(point.predicate, known.clone());
                known
            }
        };
        for &known in known.iter() {
            let fixed = [self.graph.open(), known];
            if let Some(core) = self.core(unit, &fixed, &point.literals, None)? {
                return Ok(Some(self.clause(unit, &fixed, core)?));
            }
        }
        Ok(None)
    }

    /// What excludes a core that is as small as can be found.
    fn clause(&mut self, unit: UnitId, fixed: &[Formula], mut core: Vec<Formula>) -> Result<Formula, StopReason> {
        // One literal after the other is left out, if the rest is a core.
        let mut at = 0;
        while at < core.len() {
            let mut fewer = core.clone();
            fewer.remove(at);
            match self.core(unit, fixed, &fewer, Some(CONFLICTS))? {
                // What is known to be needed stays in front.
                Some(smaller) => core = smaller,
                None => at += 1,
            }
        }
        let cube = core.into_iter().fold(Formula::TRUE, |all, literal| self.graph.formulas.and(all, literal));
        Ok(!cube)
    }

    /// Some of the literals, in their order, that cannot hold together with what is known; nothing if all can, or if that takes too many
    /// conflicts.
    fn core(
        &mut self,
        unit: UnitId,
        known: &[Formula],
        literals: &[Formula],
        conflicts: Option<u64>,
    ) -> Result<Option<Vec<Formula>>, StopReason> {
        let asked: Vec<Formula> = known.iter().chain(literals).copied().collect();
        Ok(match self.ask_within(unit, &asked, conflicts)? {
            Reply::Yes(_) | Reply::NotKnown => None,
            Reply::No(core) => {
                let core: FxHashSet<Formula> = core.into_iter().collect();
                Some(literals.iter().copied().filter(|literal| core.contains(literal)).collect())
            }
        })
    }

    /// The body of a procedure in which all calls stand for what is known.
    fn proving(&mut self, procedure: ProcId) -> UnitId {
        let unit = match self.calls.component_of(procedure) {
            None => Unit { procedure, level: 0, is_closed: false },
            Some(component) => {
                let recursion = self.recursion[component];
                let is_closed = recursion.completeness != Completeness::Open;
                Unit { procedure, level: recursion.depth + 1, is_closed }
            }
        };
        self.units.id(unit)
    }

    /// What is known of a predicate.
    fn known(
        &mut self,
        bodies: &mut Bodies<'_>,
        oracle: &mut Oracle,
        predicate: Predicate,
        unit: UnitId,
    ) -> Result<Rc<[Formula]>, StopReason> {
        let procedure = predicate.procedure();
        let exec = self.exec(unit)?;
        Ok(match predicate {
            Predicate::Hits(_) => Rc::new([exec.hits]),
            Predicate::Returns(_) => {
                let exits = exits(&mut self.graph, &self.view, procedure);
                Rc::new([self.same(exec.returns, exits.into_iter().zip(exec.outs.iter().copied()))])
            }
            Predicate::At(_, head) => {
                let segments = bodies.segments(&mut self.graph, &self.view, procedure);
                let visits = match oracle.visits.entry(procedure) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(new) => new.insert(self.visits(unit, &segments)),
                };
                self.visited(unit, &segments.heads[head], visits)?.into()
            }
        })
    }
}

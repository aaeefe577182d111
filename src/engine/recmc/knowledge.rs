//! All that is known: clauses and facts of predicates, and a solver for each that is asked about.
//!
//! Returns and loop heads are the same whatever is watched, so their clauses and facts are shared by all that is asked; each watch
//! adds predicates of its own, for hits (see the README, "Several targets").

use super::clauses::{Clauses, Level, Levels};
use super::cube::{Cube, Literal};
use super::fact::{FactId, Facts, Making};
use super::options::{Must, RecmcEngine};
use super::oracle::{Asked, Assumed, Found, Known, Oracle, Reply};
use super::pool::Pool;
use super::stats::RecmcStats;
use crate::budget::{Budget, StopReason};
use crate::logic::sat::Backend;
use crate::pds::Target;
use crate::pds::passes::Prepared;
use crate::summaries::predicate::PredicateId;
use crate::summaries::relations::body::Body;
use crate::summaries::relations::{Relations, Watched};
use crate::symbolic::graph::Name;

/// All that is known of a system.
pub struct Knowledge<'a> {
    pub relations: Relations<'a>,
    pub clauses: Vec<Clauses>,
    pub facts: Facts,
    pub levels: Levels,
    pub stats: RecmcStats,
    backend: Backend,
    oracles: Pool,
}

impl<'a> Knowledge<'a> {
    /// Of a system and all targets that will be asked about. Linear in it, up to the sizes of states.
    pub fn new(system: &'a Prepared, targets: &[Target], engine: &RecmcEngine, budget: &Budget) -> Knowledge<'a> {
        let mut knowledge = Knowledge {
            relations: Relations::new(system, targets, engine.copies_leaves(), budget),
            clauses: Vec::new(),
            facts: Facts::default(),
            levels: Levels::default(),
            stats: RecmcStats::default(),
            backend: engine.solver,
            oracles: Pool::default(),
        };
        knowledge.make_room();
        knowledge
    }

    /// Nothing is known yet of the predicates that are new.
    fn make_room(&mut self) {
        let Relations { graph, view, bodies, .. } = &mut self.relations;
        for body in &bodies[self.clauses.len()..] {
            let procedure = body.predicate.procedure();
            let ins = view.interface_of(procedure).ins.iter();
            self.facts.of_predicate(ins.map(|&slot| graph.number(Name::Entry(procedure, slot))).collect());
            self.clauses.push(Clauses::default());
            self.oracles.add();
        }
        self.stats.predicates = bodies.len();
    }

    /// The predicates by which hits of these locations are asked about; linear in the system.
    pub fn watch(&mut self, target: &Target) -> Watched {
        let watched = self.relations.watch(target);
        self.make_room();
        watched
    }

    /// What was known of a watch is no longer needed.
    pub fn forget(&mut self, watched: &Watched) {
        for &predicate in watched.hits.values() {
            self.oracles.retire(predicate);
            let clauses = &mut self.clauses[predicate.index()];
            self.stats.count(clauses);
            clauses.clear(&mut self.levels);
            self.facts.clear(predicate);
            self.relations.bodies[predicate.index()].forget();
        }
    }

    /// The question of a watch: whether the entry procedure, entered with the initial values of globals, can hit. `None` if control flow says
    /// that it cannot.
    pub fn root(&self, watched: &Watched) -> Option<(PredicateId, Cube)> {
        let Relations { view, .. } = &self.relations;
        let ins = &view.interface_of(view.pds.entry).ins;
        let literals = (0..).zip(ins).filter_map(|(argument, &slot)| {
            let value = self.relations.initial(slot)?;
            Some(Literal { argument, value })
        });
        Some((*watched.hits.get(&view.pds.entry)?, Cube::of(literals)))
    }

    /// The body of a predicate.
    pub fn body(&self, predicate: PredicateId) -> &Body {
        self.relations.body(predicate)
    }

    /// How much is known of the atoms of a predicate that may help one of its clauses to a level.
    pub fn of_atoms(&self, predicate: PredicateId, level: Level) -> u64 {
        let atoms = self.body(predicate).atoms.iter();
        atoms.map(|atom| self.clauses[atom.predicate.index()].known(level)).sum()
    }

    /// How many facts the atoms of a predicate have.
    pub fn facts_of_atoms(&self, predicate: PredicateId) -> usize {
        self.body(predicate).atoms.iter().map(|atom| self.facts.of(atom.predicate).len()).sum()
    }

    /// The answer to a question about a predicate.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn ask(&mut self, predicate: PredicateId, asked: &Asked<'_>, budget: &Budget) -> Result<Reply, StopReason> {
        budget.poll()?;
        let Knowledge { relations: Relations { graph, bodies, .. }, clauses, facts, oracles, backend, .. } = self;
        let body = &bodies[predicate.index()];
        let known = Known { graph, body, clauses, facts };
        let new = || Oracle::new(*backend, graph, body);
        oracles.ask(predicate, new, |oracle| oracle.ask(known, asked, budget))
    }

    /// A run of real atoms is a fact.
    pub fn make_fact(&mut self, predicate: PredicateId, found: &Found, must: Must) -> FactId {
        let Knowledge { relations: Relations { graph, bodies, .. }, facts, stats, .. } = self;
        let (fact, is_cut) = Making { graph, facts, body: &bodies[predicate.index()], found }.make(must);
        stats.facts += 1;
        stats.cubes += u64::from(is_cut);
        match must {
            Must::Off => self.facts.record(fact),
            Must::Cases | Must::Cubes | Must::Points => self.facts.add(fact),
        }
    }

    /// Counters, those of solvers that are still there with them.
    pub fn stats(&self) -> RecmcStats {
        let (sat, renewed) = (self.oracles.stats(), self.oracles.renewed());
        let mut stats = RecmcStats { sat, renewed, ..self.stats };
        self.clauses.iter().for_each(|clauses| stats.count(clauses));
        stats
    }
}

/// A question without what generalisation adds.
pub fn plain<'q>(cube: &'q Cube, level: Level, assumed: Assumed<'q>) -> Asked<'q> {
    Asked { cube, level, assumed, apart: false }
}

//! All that is known: predicates with their bodies, clauses and facts, and a solver for each that is asked about.
//!
//! Returns and loop heads are the same whatever is watched, so their clauses and facts are shared by all that is asked; each watch
//! adds predicates of its own, for hits (see the README, "Several targets").

use super::body::{Body, Builder, PredicateId, Watch};
use super::clauses::{Clauses, Level, Levels};
use super::cube::{Cube, Literal};
use super::fact::{FactId, Facts, Making};
use super::leaves::{self, Executed};
use super::options::{Must, RecmcEngine};
use super::oracle::{Asked, Assumed, Found, Known, Oracle, Reply};
use super::pool::Pool;
use super::stats::RecmcStats;
use crate::budget::{Budget, StopReason};
use crate::lang::program::ProcId;
use crate::logic::sat::Backend;
use crate::pds::analysis::components;
use crate::pds::passes::Prepared;
use crate::pds::{Slot, Target};
use crate::summaries::predicate::Predicate;
use crate::symbolic::graph::{Graph, Name};
use crate::symbolic::segments::Segments;
use crate::symbolic::view::View;
use rustc_hash::FxHashMap;

/// All that is known of a system.
pub struct Knowledge<'a> {
    pub graph: Graph,
    pub view: View<'a>,
    /// For each procedure that control comes to.
    pub segments: Vec<Option<Segments>>,
    /// For each procedure whether it is copied where it is called.
    pub is_leaf: Vec<bool>,
    pub bodies: Vec<Body>,
    pub clauses: Vec<Clauses>,
    pub facts: Facts,
    pub levels: Levels,
    pub stats: RecmcStats,
    /// The predicates that do not depend on what is watched.
    numbers: FxHashMap<Predicate, PredicateId>,
    /// These, callees first.
    order: Vec<PredicateId>,
    backend: Backend,
    oracles: Pool,
}

/// The predicates of a watch.
pub struct Watched {
    /// For each procedure that can hit.
    hits: FxHashMap<ProcId, PredicateId>,
    /// All predicates, callees first.
    pub order: Vec<PredicateId>,
}

impl<'a> Knowledge<'a> {
    /// Of a system and all targets that will be asked about: the bodies of its predicates. Linear in it, up to the sizes of states.
    pub fn new(system: &'a Prepared, targets: &[Target], engine: &RecmcEngine) -> Knowledge<'a> {
        let Prepared { pds, modref, cuts, .. } = system;
        let locations = targets.iter().flat_map(|target| target.locations.iter().copied()).collect();
        let view = View::new(pds, modref, &Target { locations });
        let mut graph = Graph::default();
        let procedures = (0..pds.procedures.len()).map(ProcId::from_index);
        let Executed { segments, is_leaf } = leaves::execute(&mut graph, &view, &cuts.heads, engine.copies_leaves());
        let mut knowledge = Knowledge {
            graph,
            view,
            segments: Vec::new(),
            is_leaf: Vec::new(),
            bodies: Vec::new(),
            clauses: Vec::new(),
            facts: Facts::default(),
            levels: Levels::default(),
            stats: RecmcStats::default(),
            numbers: FxHashMap::default(),
            order: Vec::new(),
            backend: engine.solver,
            oracles: Pool::default(),
        };
        let mut predicates = Vec::new();
        for procedure in procedures {
            let Some(segments) = &segments[procedure.index()] else { continue };
            predicates.extend((0..segments.heads.len()).map(|head| Predicate::At(procedure, head)));
            let is_asked = knowledge.view.returns(procedure) && !is_leaf[procedure.index()];
            predicates.extend(is_asked.then_some(Predicate::Returns(procedure)));
        }
        knowledge.numbers = predicates.iter().copied().zip((0..).map(PredicateId)).collect();
        let numbers = |predicate: Predicate| knowledge.numbers.get(&predicate).copied();
        let mut bodies = Vec::with_capacity(predicates.len());
        for (procedure, segments) in segments.iter().enumerate() {
            let (procedure, Some(segments)) = (ProcId::from_index(procedure), segments) else { continue };
            let builder = Builder::new(&mut knowledge.graph, &knowledge.view, procedure, segments);
            for head in 0..segments.heads.len() {
                let own = PredicateId(bodies.len() as u32);
                bodies.push(builder.at(&mut knowledge.graph, (own, head), &numbers));
            }
            if numbers(Predicate::Returns(procedure)).is_some() {
                let own = PredicateId(bodies.len() as u32);
                bodies.push(builder.returns(&mut knowledge.graph, own, &numbers));
            }
        }
        knowledge.segments = segments;
        knowledge.is_leaf = is_leaf;
        knowledge.order = knowledge.add(bodies);
        knowledge
    }

    /// Predicates more, whose numbers follow those that there are; callees first.
    fn add(&mut self, mut bodies: Vec<Body>) -> Vec<PredicateId> {
        let first = self.bodies.len();
        let successors: Vec<Vec<u32>> = bodies
            .iter()
            .map(|body| {
                let needed = body.atoms.iter().map(|atom| atom.predicate.index());
                needed.filter_map(|needed| Some(needed.checked_sub(first)? as u32)).collect()
            })
            .collect();
        let components = components(&successors, 0..bodies.len() as u32);
        let mut of = vec![0; bodies.len()];
        for (component, members) in components.iter().enumerate() {
            members.iter().for_each(|&member| of[member as usize] = component);
        }
        for (index, body) in bodies.iter_mut().enumerate() {
            for atom in &mut body.atoms {
                atom.is_recursive =
                    atom.predicate.index().checked_sub(first).is_some_and(|needed| of[needed] == of[index]);
            }
        }
        for body in bodies {
            let procedure = body.predicate.procedure();
            let ins = self.view.interface_of(procedure).ins.iter();
            self.facts.of_predicate(ins.map(|&slot| self.graph.number(Name::Entry(procedure, slot))).collect());
            self.clauses.push(Clauses::default());
            self.oracles.add();
            self.bodies.push(body);
        }
        self.stats.predicates = self.bodies.len();
        components.into_iter().flatten().map(|index| PredicateId(first as u32 + index)).collect()
    }

    /// The predicates by which hits of these locations are asked about; linear in the system.
    pub fn watch(&mut self, target: &Target) -> Watched {
        let mut is_watched = vec![false; self.view.pds.locations.len()];
        target.locations.iter().for_each(|location| is_watched[location.index()] = true);
        let mut hits: FxHashMap<ProcId, PredicateId> = FxHashMap::default();
        let mut procedures = Vec::new();
        let may_hit = self.view.may_hit(&target.locations);
        for procedure in (0..self.segments.len()).map(ProcId::from_index) {
            if may_hit[procedure.index()] && self.segments[procedure.index()].is_some() {
                hits.insert(procedure, PredicateId((self.bodies.len() + procedures.len()) as u32));
                procedures.push(procedure);
            }
        }
        let Knowledge { graph, view, segments, numbers, .. } = self;
        let watch =
            Watch { is_watched: &|at| is_watched[at.index()], hits: &|procedure| hits.get(&procedure).copied() };
        let bodies = procedures.iter().filter_map(|&procedure| {
            let segments = segments[procedure.index()].as_ref()?;
            let builder = Builder::new(graph, view, procedure, segments);
            let numbers = |predicate: Predicate| numbers.get(&predicate).copied();
            Some(builder.hits(graph, hits[&procedure], &watch, &numbers))
        });
        let bodies = bodies.collect();
        let own = self.add(bodies);
        Watched { hits, order: self.order.iter().copied().chain(own).collect() }
    }

    /// What was known of a watch is no longer needed.
    pub fn forget(&mut self, watched: &Watched) {
        for &predicate in watched.hits.values() {
            self.oracles.retire(predicate);
            let clauses = &mut self.clauses[predicate.index()];
            self.stats.count(clauses);
            clauses.clear(&mut self.levels);
            self.facts.clear(predicate);
            self.bodies[predicate.index()].forget();
        }
    }

    /// The question of a watch: whether the entry procedure, entered with the initial values of globals, can hit. `None` if control flow says
    /// that it cannot.
    pub fn root(&self, watched: &Watched) -> Option<(PredicateId, Cube)> {
        let pds = self.view.pds;
        let ins = &self.view.interface_of(pds.entry).ins;
        let literals = (0..).zip(ins).filter_map(|(argument, slot)| match *slot {
            Slot::Global(index) => Some(Literal { argument, value: pds.globals[index]? }),
            _ => None,
        });
        Some((*watched.hits.get(&pds.entry)?, Cube::of(literals)))
    }

    /// The body of a predicate.
    pub fn body(&self, predicate: PredicateId) -> &Body {
        &self.bodies[predicate.index()]
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
        let Knowledge { graph, bodies, clauses, facts, oracles, backend, .. } = self;
        let body = &bodies[predicate.index()];
        let known = Known { graph, body, clauses, facts };
        let new = || Oracle::new(*backend, graph, body);
        oracles.ask(predicate, new, |oracle| oracle.ask(known, asked, budget))
    }

    /// A run of real atoms is a fact.
    pub fn make_fact(&mut self, predicate: PredicateId, found: &Found, must: Must) -> FactId {
        let Knowledge { graph, bodies, facts, stats, .. } = self;
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

impl Watched {
    /// The predicate by which hits of a procedure are asked about, if it can hit.
    pub fn hits(&self, procedure: ProcId) -> Option<PredicateId> {
        self.hits.get(&procedure).copied()
    }
}

/// A question without what generalisation adds.
pub fn plain<'q>(cube: &'q Cube, level: Level, assumed: Assumed<'q>) -> Asked<'q> {
    Asked { cube, level, assumed, apart: false }
}

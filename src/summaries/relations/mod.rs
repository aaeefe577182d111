//! The predicates of a system as relations, each with a body: where a run to its sink begins, and what it takes from others
//! (2014-komuravelli, section 3). That is a system of constrained Horn clauses; who solves it, and how, is the engines' business.
//!
//! Returns and loop heads are the same whatever is watched; each [watch](Relations::watch) adds predicates of its own, for hits. [`runs`] leads
//! from instances of bodies to a run of the system.

pub mod body;
mod leaves;
mod prove;
pub mod runs;

use super::predicate::{Named, Predicate, PredicateId};
use crate::budget::Budget;
use crate::lang::program::ProcId;
use crate::pds::analysis::components;
use crate::pds::passes::Prepared;
use crate::pds::proof::Moment;
use crate::pds::{Slot, Target};
use crate::symbolic::graph::Graph;
use crate::symbolic::segments::Segments;
use crate::symbolic::view::View;
use body::{Body, Builder, Watch};
use leaves::Executed;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The predicates of a system, with their bodies.
pub struct Relations<'a> {
    pub graph: Graph,
    pub view: View<'a>,
    /// For each procedure that control comes to.
    pub segments: Vec<Option<Segments>>,
    /// For each procedure whether it is copied where it is called.
    pub is_leaf: Vec<bool>,
    /// Of all predicates, by their numbers.
    pub bodies: Vec<Body>,
    /// The predicates that do not depend on what is watched.
    numbers: FxHashMap<Predicate, PredicateId>,
    /// These, callees first.
    order: Vec<PredicateId>,
}

/// The predicates of a watch.
pub struct Watched {
    /// For each procedure that can hit.
    pub hits: BTreeMap<ProcId, PredicateId>,
    /// All predicates, callees first.
    pub order: Vec<PredicateId>,
}

impl<'a> Relations<'a> {
    /// Of a system and all targets that will be watched. If that is wanted, small procedures without loops and recursion are copied
    /// into their callers. Linear in the system, up to the sizes of states. Work is told to the budget;
    /// limits are not looked at.
    pub fn new(system: &'a Prepared, targets: &[Target], copies_leaves: bool, budget: &Budget) -> Relations<'a> {
        let Prepared { pds, modref, cuts, .. } = system;
        let locations = targets.iter().flat_map(|target| target.locations.iter().copied()).collect();
        let view = View::new(pds, modref, &Target { locations });
        let mut graph = Graph::default();
        let Executed { segments, is_leaf } = leaves::execute(&mut graph, &view, &cuts.heads, copies_leaves, budget);
        let mut predicates = Vec::new();
        for (procedure, segments) in executed(&segments) {
            predicates.extend((0..segments.heads.len()).map(|head| Predicate::At(procedure, head)));
            let is_asked = view.returns(procedure) && !is_leaf[procedure.index()];
            predicates.extend(is_asked.then_some(Predicate::Returns(procedure)));
        }
        let numbers: FxHashMap<_, _> = predicates.into_iter().zip((0..).map(PredicateId)).collect();
        let number = |predicate: Predicate| numbers.get(&predicate).copied();
        let mut bodies = Vec::with_capacity(numbers.len());
        for (procedure, segments) in executed(&segments) {
            let builder = Builder::new(&mut graph, &view, procedure, segments);
            for head in 0..segments.heads.len() {
                let own = PredicateId(bodies.len() as u32);
                bodies.push(builder.at(&mut graph, (own, head), &number));
            }
            if let Some(own) = number(Predicate::Returns(procedure)) {
                bodies.push(builder.returns(&mut graph, own, &number));
            }
        }
        let order = Vec::new();
        let mut relations = Relations { graph, view, segments, is_leaf, bodies: Vec::new(), numbers, order };
        relations.order = relations.add(bodies);
        relations
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
        self.bodies.extend(bodies);
        components.into_iter().flatten().map(|index| PredicateId(first as u32 + index)).collect()
    }

    /// The predicates by which hits of these locations are asked about, some of the targets; linear in the system.
    pub fn watch(&mut self, target: &Target) -> Watched {
        let mut is_watched = vec![false; self.view.pds.locations.len()];
        target.locations.iter().for_each(|location| is_watched[location.index()] = true);
        let may_hit = self.view.may_hit(&target.locations);
        let procedures = executed(&self.segments).map(|(procedure, _)| procedure);
        let numbers = (self.bodies.len() as u32..).map(PredicateId);
        let hits: BTreeMap<ProcId, PredicateId> =
            procedures.filter(|procedure| may_hit[procedure.index()]).zip(numbers).collect();
        let Relations { graph, view, segments, numbers, .. } = self;
        let watch =
            Watch { is_watched: &|at| is_watched[at.index()], hits: &|procedure| hits.get(&procedure).copied() };
        let bodies = hits.iter().filter_map(|(&procedure, &own)| {
            let builder = Builder::new(graph, view, procedure, segments[procedure.index()].as_ref()?);
            Some(builder.hits(graph, own, &watch, &|predicate: Predicate| numbers.get(&predicate).copied()))
        });
        let bodies = bodies.collect();
        let own = self.add(bodies);
        Watched { hits, order: self.order.iter().copied().chain(own).collect() }
    }

    /// The body of a predicate.
    pub fn body(&self, predicate: PredicateId) -> &Body {
        &self.bodies[predicate.index()]
    }

    /// The predicates that do not depend on what is watched, callees first.
    pub fn common(&self) -> &[PredicateId] {
        &self.order
    }

    /// The number of a predicate that does not depend on what is watched, if somebody may ask about it.
    pub fn number(&self, predicate: Predicate) -> Option<PredicateId> {
        self.numbers.get(&predicate).copied()
    }

    /// A predicate, to be told of.
    pub fn named(&self, predicate: PredicateId) -> Named {
        let predicate = self.body(predicate).predicate;
        let at = match predicate {
            Predicate::At(procedure, head) => {
                self.segments[procedure.index()].as_ref().map(|segments| segments.heads[head].at)
            }
            Predicate::Returns(_) | Predicate::Hits(_) => None,
        };
        Named { predicate, at }
    }

    /// What the arguments of a predicate are in terms of the system: the values at the entry, and those at the exit or at the loop head.
    pub fn moments(&self, predicate: PredicateId) -> Vec<Moment> {
        let predicate = self.body(predicate).predicate;
        let interface = self.view.interface_of(predicate.procedure());
        let entered = interface.ins.iter().map(|&slot| Moment::Entered(slot));
        let behind: &[Slot] = match predicate {
            Predicate::Returns(_) => &interface.outs,
            Predicate::Hits(_) => &[],
            Predicate::At(procedure, head) => match &self.segments[procedure.index()] {
                Some(segments) => &segments.heads[head].slots,
                None => &[],
            },
        };
        entered.chain(behind.iter().map(|&slot| Moment::Now(slot))).collect()
    }

    /// The value with which a run of the system begins, of an argument of the entry procedure; `None` for any.
    pub fn initial(&self, slot: Slot) -> Option<bool> {
        match slot {
            Slot::Global(index) => self.view.pds.globals[index],
            _ => None,
        }
    }
}

/// The procedures that control comes to, with their segments.
fn executed(segments: &[Option<Segments>]) -> impl Iterator<Item = (ProcId, &Segments)> {
    let all = segments.iter().enumerate();
    all.filter_map(|(index, segments)| Some((ProcId::from_index(index), segments.as_ref()?)))
}

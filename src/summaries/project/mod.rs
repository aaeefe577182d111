//! What is left of an execution when its hidden inputs are projected away (2007-basler, section 3): the relation
//! `∃ hidden. T` with `T := (hit ∧ H) ∨ (¬hit ∧ R ∧ y = out)`, over the values at the entry, `open`, and the exit.
//!
//! At worst it is exponential in the interface, and no way to compute it wins everywhere. So there are three, each with
//! limits: what one gives up the next one tries, and what all give up is copied for each call.
//!
//! | way | gives | ends early for | gives up |
//! |---|---|---|---|
//! | [`diagrams`] | a decision diagram | narrow interfaces, and wide ones where each value goes its own way | permutations, and many hidden inputs that interact |
//! | [`cubes`] | partial valuations of the interface | few variables and a hidden part in any mess | wide interfaces: an identity has 2^n |
//! | [`cases`] | guards with functions: a list of transfers | identity, permutation, xor, havoc: one case however wide | many ways through a body that do different things |

mod cases;
mod cubes;
mod diagrams;
#[cfg(test)]
mod tests;

use super::summary::Relation;
use crate::budget::{Budget, StopReason};
use crate::lang::program::ProcId;
use crate::logic::formula::{Formula, Input};
use crate::logic::query::Query;
use crate::logic::sat::{Backend, SatStats};
use crate::symbolic::graph::{Graph, Name};
use crate::symbolic::rounds::Effect;
use crate::symbolic::view::Interface;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// A way to project what is hidden away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// A decision diagram.
    Diagrams,
    /// Partial valuations, from cores.
    Cubes,
    /// Guards with functions.
    Cases,
}

/// Counters of projections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectionStats {
    /// Executions that were projected on their interface by decision diagrams.
    pub projected_bdd: u64,
    /// By cubes.
    pub projected_cubes: u64,
    /// By cases.
    pub projected_cases: u64,
    /// Counters of the solvers that they asked.
    #[serde(skip)]
    pub solver: SatStats,
}

impl ProjectionStats {
    fn by(&mut self, way: Way) -> &mut u64 {
        match way {
            Way::Diagrams => &mut self.projected_bdd,
            Way::Cubes => &mut self.projected_cubes,
            Way::Cases => &mut self.projected_cases,
        }
    }
}

impl AddAssign for ProjectionStats {
    fn add_assign(&mut self, more: ProjectionStats) {
        self.projected_bdd += more.projected_bdd;
        self.projected_cubes += more.projected_cubes;
        self.projected_cases += more.projected_cases;
        self.solver += more.solver;
    }
}

/// What is left of an execution when its hidden inputs are projected away: for calls, and as a relation.
pub struct Projected {
    /// The formulas that a call applies.
    pub effect: Effect,
    /// The relation.
    pub relation: Relation,
}

/// The variables of a projection: which inputs are kept besides `open`.
pub struct Variables {
    /// Inputs, those of one variable side by side, each with whether it is kept; those that are not listed are not.
    pub inputs: Vec<(Formula, bool)>,
    /// Those of them that are values at the exit.
    pub exits: Vec<Formula>,
}

/// An execution that is to be projected.
pub struct Subject<'a> {
    /// Whose it is, or is a part of.
    pub procedure: ProcId,
    pub variables: &'a Variables,
    /// It comes to its exit, with these values, in the order of the variables.
    pub returns: Formula,
    pub outs: &'a [Formula],
    /// It comes to the target.
    pub hits: Formula,
}

/// The projection of an execution, by the first of these ways that ends within its limits. Those before it are taken out:
/// the next execution of the procedure is hardly smaller.
///
/// # Errors
/// The limit of the budget that was hit.
pub fn project(
    graph: &mut Graph,
    subject: &Subject<'_>,
    ways: &mut Vec<Way>,
    solver: Backend,
    budget: &Budget,
    stats: &mut ProjectionStats,
) -> Result<Option<Projected>, StopReason> {
    while let Some(&way) = ways.first() {
        let mut query = Query::new(solver);
        let projected = by(way, graph, subject, &mut query, budget);
        stats.solver += query.stats();
        if let Some(projected) = projected? {
            *stats.by(way) += 1;
            return Ok(Some(projected));
        }
        ways.remove(0);
    }
    Ok(None)
}

/// The projection by one way, if it ends within its limits.
fn by(
    way: Way,
    graph: &mut Graph,
    subject: &Subject<'_>,
    query: &mut Query,
    budget: &Budget,
) -> Result<Option<Projected>, StopReason> {
    let relation = match way {
        Way::Diagrams => diagrams::relation(graph, subject, budget)?,
        Way::Cubes => cubes::relation(graph, subject, query, budget)?,
        Way::Cases => {
            let cases = cases::list(graph, subject, query, budget)?;
            return Ok(cases.map(|cases| cases.projected(graph, subject)));
        }
    };
    Ok(relation.map(|relation| as_relation(graph, subject, relation)))
}

/// At a call, the values at the exit are fresh inputs, and the relation is the condition.
fn as_relation(graph: &mut Graph, subject: &Subject<'_>, relation: Relation) -> Projected {
    let hit = graph.input(Name::ExitHit(subject.procedure));
    let (returns, hits) = match (relation.returns, relation.hits) {
        (returns, Formula::FALSE) => (returns, Formula::FALSE),
        (returns, hits) => (graph.formulas.and(returns, !hit), graph.formulas.and(hits, hit)),
    };
    let effect = Effect { returns, hits, outs: subject.variables.exits.clone(), nested: Vec::new() };
    Projected { effect, relation }
}

impl Variables {
    /// Those of a procedure's interface, which are all kept.
    pub fn of(graph: &mut Graph, procedure: ProcId, interface: &Interface) -> Variables {
        let entries = interface.ins.iter().map(|&slot| (slot, Name::Entry(procedure, slot)));
        let mut names: Vec<_> =
            entries.chain(interface.outs.iter().map(|&slot| (slot, Name::Exit(procedure, slot)))).collect();
        names.sort_by_key(|&(slot, _)| slot);
        Variables {
            inputs: names.into_iter().map(|(_, name)| (graph.input(name), true)).collect(),
            exits: interface.outs.iter().map(|&slot| graph.input(Name::Exit(procedure, slot))).collect(),
        }
    }
}

impl Subject<'_> {
    /// What is left, and what it is then.
    fn pairs(&self) -> Vec<(Formula, Formula)> {
        self.variables.exits.iter().copied().zip(self.outs.iter().copied()).collect()
    }

    /// What is not projected away.
    fn kept(&self, graph: &mut Graph) -> FxHashSet<Input> {
        let kept = self.variables.inputs.iter().filter(|(_, is_kept)| *is_kept).map(|&(input, _)| input);
        [graph.open()].into_iter().chain(kept).map(|input| graph.number_of(input)).collect()
    }
}

/// A condition holds, and each of these pairs is equal.
fn relation(graph: &mut Graph, condition: Formula, pairs: &[(Formula, Formula)]) -> Formula {
    pairs.iter().fold(condition, |all, &(a, b)| {
        let same = graph.formulas.iff(a, b);
        graph.formulas.and(all, same)
    })
}

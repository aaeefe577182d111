//! What is left of an execution when its hidden inputs are projected away (specification, section 6): the relation
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

use super::exec::Exec;
use super::graph::{Graph, Name};
use super::interface::Interface;
use super::query::Query;
use super::summaries::{Applied, Projected, Relation};
use super::{SummaryStats, Way};
use crate::budget::{Budget, StopReason};
use crate::lang::program::ProcId;
use crate::logic::formula::{Formula, Input};
use rustc_hash::FxHashSet;

/// An execution as callers see it.
pub(super) struct Subject<'a> {
    pub procedure: ProcId,
    pub interface: &'a Interface,
    pub exec: &'a Exec,
}

/// The projection of an execution, by the first of these ways that ends within its limits. Those before it are taken out:
/// the next execution of the procedure is hardly smaller.
///
/// # Errors
/// The limit of the budget that was hit.
pub(super) fn project(
    graph: &mut Graph,
    subject: &Subject<'_>,
    ways: &mut Vec<Way>,
    budget: &Budget,
    stats: &mut SummaryStats,
) -> Result<Option<Projected>, StopReason> {
    while let Some(&way) = ways.first() {
        let mut query = Query::new();
        let projected = match way {
            Way::Diagrams => diagrams::relation(graph, subject, budget)?.map(|r| as_relation(graph, subject, r)),
            Way::Cubes => cubes::relation(graph, subject, &mut query, budget)?.map(|r| as_relation(graph, subject, r)),
            Way::Cases => cases::list(graph, subject, &mut query, budget)?.map(|list| list.projected(graph, subject)),
        };
        stats.solver_calls += query.stats().calls;
        stats.spend(&query.stats());
        if projected.is_some() {
            *stats.projected(way) += 1;
            return Ok(projected);
        }
        ways.remove(0);
    }
    stats.copied += 1;
    Ok(None)
}

/// At a call, the values at the exit are fresh inputs, and the relation is the condition.
fn as_relation(graph: &mut Graph, subject: &Subject<'_>, relation: Relation) -> Projected {
    let hit = graph.input(Name::ExitHit(subject.procedure));
    let (returns, hits) = match (relation.returns, relation.hits) {
        (returns, Formula::FALSE) => (returns, Formula::FALSE),
        (returns, hits) => (graph.formulas.and(returns, !hit), graph.formulas.and(hits, hit)),
    };
    Projected { applied: Applied { returns, hits, outs: subject.exits(graph) }, relation }
}

impl Subject<'_> {
    /// The values at the exit, in the order of the interface.
    fn exits(&self, graph: &mut Graph) -> Vec<Formula> {
        self.interface.outs.iter().map(|&slot| graph.input(Name::Exit(self.procedure, slot))).collect()
    }

    /// What is not projected away.
    fn kept(&self, graph: &mut Graph) -> FxHashSet<Input> {
        let entries = self.interface.ins.iter().map(|&slot| Name::Entry(self.procedure, slot));
        let exits = self.interface.outs.iter().map(|&slot| Name::Exit(self.procedure, slot));
        [Name::Open].into_iter().chain(entries).chain(exits).map(|name| graph.number(name)).collect()
    }
}

/// A condition holds, and each of these pairs is equal.
fn relation(graph: &mut Graph, condition: Formula, pairs: &[(Formula, Formula)]) -> Formula {
    pairs.iter().fold(condition, |all, &(a, b)| {
        let same = graph.formulas.iff(a, b);
        graph.formulas.and(all, same)
    })
}

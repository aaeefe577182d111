//! What a component of the control flow can make of a state in any number of rounds, as a relation: the closure of one round.
//!
//! It is what the star copy of a stubborn component starts from (see "The formula of a body" in the README). The rounds that have to be told apart are then those up to the
//! diameter, not all that a loop-free run can make. The closure of a round over-approximates when the round does, and it
//! is asked about together with `open` only; whatever run is real still has to be executed.

use super::Bound;
use super::checker::Checker;
use crate::budget::StopReason;
use crate::engine::summary::event::Event;
use crate::logic::formula::Formula;
use crate::logic::query::{Query, Reply};
use crate::summaries::project::{Subject, Variables, Way, project};
use crate::symbolic::flow::Component;
use crate::symbolic::graph::UnitId;
use crate::symbolic::rounds::{Closure, Inputs, Shape, round};
use std::rc::Rc;

/// A component with so many rounds is stubborn.
pub const STUBBORN: u32 = 2;
/// The most nodes of a closure: it is copied into each execution.
const NODES: usize = 4_000;
/// The most times that a relation is composed with itself.
const SQUARES: usize = 24;
/// The most conflicts of the question whether the closure still grows.
pub const CONFLICTS: u64 = 2_000;

/// A round of a component, and its closure.
pub(super) struct ClosedRound {
    /// The formulas of the round.
    round: Vec<Formula>,
    /// Nothing if it is too large.
    pub closure: Option<Rc<Closure>>,
}

impl Checker<'_> {
    /// Sees to it that the closures of the stubborn components of a body are known, before it is executed.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn close(&mut self, id: UnitId) -> Result<(), StopReason> {
        let procedure = self.units.unit(id).procedure;
        let flow = self.flow(procedure);
        for (index, component) in flow.components.iter().enumerate() {
            if component.is_loop && self.bound(procedure, index) >= STUBBORN && self.engine.bound != Bound::Chain {
                self.close_component(id, index, component)?;
            }
        }
        Ok(())
    }

    fn close_component(&mut self, id: UnitId, index: usize, component: &Component) -> Result<(), StopReason> {
        let shape = Shape::of(&self.view, component);
        let inputs = Inputs::of(&mut self.graph, id, index, &shape);
        let Inputs { before, kept, .. } = &inputs;
        let made = self.with_setting(id, |graph, setting| round(graph, setting, index, &shape, before, kept));
        let open = self.graph.open();
        let made: Vec<Formula> =
            made.into_iter().map(|root| self.graph.replaced(root, [(open, Formula::TRUE)])).collect();
        if self.closures.get(&(id, index)).is_some_and(|closed| closed.round == made) {
            return Ok(());
        }
        let relation = self.transitive_closure(id, &inputs, &made)?;
        if relation.is_some() {
            self.stats.closures += 1;
            self.emit(Event::Closed { head: shape.heads[0] });
        }
        let closure = relation.map(|relation| Rc::new(Closure { shape, inputs, relation }));
        self.closures.insert((id, index), ClosedRound { round: made, closure });
        Ok(())
    }

    /// The reflexive and transitive closure of a round, by squaring, as long as projections end within their limits.
    fn transitive_closure(
        &mut self,
        id: UnitId,
        inputs: &Inputs,
        round: &[Formula],
    ) -> Result<Option<Formula>, StopReason> {
        let Inputs { before, between, after, .. } = inputs;
        let variables = variables(inputs);
        let mut ways = self.engine.project.ways().to_vec();
        let Some(once) = self.projected_relation(id, &variables, (round[0], &round[1..]), &mut ways)? else {
            return Ok(None);
        };
        let graph = &mut self.graph;
        let same = before.iter().zip(after).fold(Formula::TRUE, |all, (&before, &after)| {
            let same = graph.formulas.iff(before, after);
            graph.formulas.and(all, same)
        });
        let mut reached = graph.formulas.or(same, once);
        for _ in 0..SQUARES {
            let graph = &mut self.graph;
            let onto =
                |from: &[Formula], to: &[Formula]| from.iter().copied().zip(to.iter().copied()).collect::<Vec<_>>();
            let first = graph.replaced(reached, onto(after, between));
            let second = graph.replaced(reached, onto(before, between));
            let both = graph.formulas.and(first, second);
            let Some(next) = self.projected_relation(id, &variables, (both, after), &mut ways)? else {
                return Ok(None);
            };
            let question = [next, !reached];
            let mut query = Query::new(self.engine.solver);
            let reply = query.ask_within(&self.graph.formulas, &question, &self.budget, Some(CONFLICTS));
            self.stats.spend(&query.stats());
            match reply? {
                Reply::No(_) => return Ok(Some(reached)),
                Reply::NotKnown => return Ok(None),
                Reply::Yes(_) => reached = next,
            }
        }
        Ok(None)
    }

    /// A relation with all inputs projected away that are not kept.
    pub fn projected_relation(
        &mut self,
        id: UnitId,
        variables: &Variables,
        (holds, outs): (Formula, &[Formula]),
        ways: &mut Vec<Way>,
    ) -> Result<Option<Formula>, StopReason> {
        let procedure = self.units.unit(id).procedure;
        let subject = Subject { procedure, variables, returns: holds, outs, hits: Formula::FALSE };
        let projected =
            project(&mut self.graph, &subject, ways, self.engine.solver, &self.budget, &mut self.stats.projections)?;
        let relation = projected.map(|projected| projected.relation.returns);
        Ok(relation.filter(|&relation| self.graph.formulas.cone([relation]).len() <= NODES))
    }
}

/// The three states place by place, of which the one between is not kept.
fn variables(inputs: &Inputs) -> Variables {
    let places = inputs.before.iter().zip(&inputs.between).zip(&inputs.after);
    let places = places.flat_map(|((&before, &between), &after)| [(before, true), (between, false), (after, true)]);
    Variables {
        inputs: inputs.kept.iter().map(|&kept| (kept, true)).chain(places).collect(),
        exits: inputs.after.clone(),
    }
}

//! What a component of the control flow can make of a state in any number of rounds, as a relation: the closure of one round.
//!
//! It is what the star copy of a stubborn component starts from (specification, section 8: as if the component were a
//! tail-recursive procedure that is tested for a fixpoint). The rounds that have to be told apart are then those up to the
//! diameter, not all that a loop-free run can make. The closure of a round over-approximates when the round does, and it
//! is asked about together with `open` only; whatever run is real still has to be executed.

use super::checker::Checker;
use super::exec::{State, round};
use super::flow::Component;
use super::graph::{Graph, Name, Side, UnitId};
use super::interface::View;
use super::project::{Sides, Subject, project};
use super::query::{Query, Reply};
use super::{Bound, Way};
use crate::budget::StopReason;
use crate::engine::Event;
use crate::lang::cfg::LocId;
use crate::logic::formula::Formula;
use crate::pds::Slot;
use std::rc::Rc;

/// A component with so many rounds is stubborn.
const STUBBORN: u32 = 2;
/// The most nodes of a closure: it is copied into each execution.
const NODES: usize = 4_000;
/// The most times that a relation is composed with itself.
const SQUARES: usize = 24;
/// The conflicts that a question may take.
const CONFLICTS: u64 = 2_000;

/// The closure of the rounds of a component.
pub(super) struct Closure {
    pub shape: Shape,
    inputs: Inputs,
    relation: Formula,
}

/// What a state at a head consists of, whichever head it is.
pub(super) struct Shape {
    pub heads: Vec<LocId>,
    /// What is live at a head and can change in the component.
    changing: Vec<Slot>,
    /// What is live there and cannot.
    kept: Vec<Slot>,
}

/// The inputs of a relation of rounds.
struct Inputs {
    before: Vec<Formula>,
    between: Vec<Formula>,
    after: Vec<Formula>,
    kept: Vec<Formula>,
}

/// What is known of the rounds of a component.
pub(super) struct Known {
    /// The formulas of the round that it is about.
    round: Vec<Formula>,
    /// Nothing if it is too large.
    pub closure: Option<Rc<Closure>>,
}

impl Shape {
    fn of(view: &View<'_>, component: &Component) -> Shape {
        let mut slots: Vec<Slot> = component.heads.iter().flat_map(|&head| view.layout(head)).copied().collect();
        slots.sort_unstable();
        slots.dedup();
        let (changing, kept) = slots.into_iter().partition(|slot| component.writes.contains(slot));
        Shape { heads: component.heads.clone(), changing, kept }
    }

    /// A state at a head: for each head but the first whether it is there, then the values of what can change, F where they do not
    /// matter.
    pub fn vector(&self, view: &View<'_>, head: LocId, state: &[Formula]) -> Vec<Formula> {
        let here = self.heads[1..].iter().map(|&other| Formula::constant(other == head));
        let layout = view.layout(head);
        let value = |slot: &Slot| layout.binary_search(slot).map_or(Formula::FALSE, |at| state[at]);
        here.chain(self.changing.iter().map(value)).collect()
    }

    /// For each head the condition that a vector is there, and its state.
    pub fn states(
        &self,
        graph: &mut Graph,
        view: &View<'_>,
        vector: &[Formula],
        kept: &[Formula],
    ) -> Vec<(Formula, State)> {
        let (here, values) = vector.split_at(self.heads.len() - 1);
        let mut first = Formula::TRUE;
        let mut conditions = Vec::with_capacity(self.heads.len());
        for &here in here {
            conditions.push(graph.formulas.and(first, here));
            first = graph.formulas.and(first, !here);
        }
        let state = |&head: &LocId| {
            let value = |slot| match (self.changing.binary_search(slot), self.kept.binary_search(slot)) {
                (Ok(at), _) => values[at],
                (_, Ok(at)) => kept[at],
                _ => Formula::FALSE,
            };
            view.layout(head).iter().map(value).collect()
        };
        [first].into_iter().chain(conditions).zip(self.heads.iter().map(state)).collect()
    }
}

impl Inputs {
    fn of(graph: &mut Graph, unit: UnitId, component: usize, shape: &Shape) -> Inputs {
        let width = (shape.heads.len() - 1 + shape.changing.len()) as u32;
        let mut vector = |side: fn(u32) -> Side| -> Vec<Formula> {
            (0..width).map(|at| graph.input(Name::Rounds(unit, component, side(at)))).collect()
        };
        Inputs {
            before: vector(Side::Before),
            between: vector(Side::Between),
            after: vector(Side::After),
            kept: shape.kept.iter().map(|&slot| graph.input(Name::Rounds(unit, component, Side::Kept(slot)))).collect(),
        }
    }

    /// The three states place by place, of which the one between is not kept.
    fn sides(&self) -> Sides {
        let places = self.before.iter().zip(&self.between).zip(&self.after);
        let places = places.flat_map(|((&before, &between), &after)| [(before, true), (between, false), (after, true)]);
        Sides { inputs: self.kept.iter().map(|&kept| (kept, true)).chain(places).collect(), exits: self.after.clone() }
    }
}

impl Closure {
    /// That some number of rounds leads from one state to another, with these values of what does not change.
    pub fn leads(
        &self,
        graph: &mut Graph,
        before: &[Formula],
        after: &[Formula],
        kept: impl Fn(Slot) -> Formula,
    ) -> Formula {
        let kept: Vec<Formula> = self.shape.kept.iter().map(|&slot| kept(slot)).collect();
        let Inputs { before: from, after: to, kept: with, .. } = &self.inputs;
        let pairs = from.iter().zip(before).chain(to.iter().zip(after)).chain(with.iter().zip(&kept));
        replaced(graph, self.relation, &pairs.map(|(&input, &value)| (input, value)).collect::<Vec<_>>())
    }
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
            made.into_iter().map(|root| replaced(&mut self.graph, root, &[(open, Formula::TRUE)])).collect();
        if self.closures.get(&(id, index)).is_some_and(|known| known.round == made) {
            return Ok(());
        }
        let relation = self.closed(id, &inputs, &made)?;
        if relation.is_some() {
            self.stats.closures += 1;
            self.tell(Event::Closed { head: shape.heads[0] });
        }
        let closure = relation.map(|relation| Rc::new(Closure { shape, inputs, relation }));
        self.closures.insert((id, index), Known { round: made, closure });
        Ok(())
    }

    /// The reflexive and transitive closure of a round, by squaring, as long as projections end within their limits.
    fn closed(&mut self, id: UnitId, inputs: &Inputs, round: &[Formula]) -> Result<Option<Formula>, StopReason> {
        let Inputs { before, between, after, .. } = inputs;
        let sides = inputs.sides();
        let mut ways = self.engine.project.ways().to_vec();
        let Some(once) = self.related(id, &sides, (round[0], &round[1..]), &mut ways)? else { return Ok(None) };
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
            let first = replaced(graph, reached, &onto(after, between));
            let second = replaced(graph, reached, &onto(before, between));
            let both = graph.formulas.and(first, second);
            let Some(next) = self.related(id, &sides, (both, after), &mut ways)? else { return Ok(None) };
            let question = [next, !reached];
            let mut query = Query::new(self.engine.solver);
            let reply = query.ask_within(&self.graph, &question, &self.budget, Some(CONFLICTS));
            self.stats.spend(&query.stats());
            match reply? {
                Reply::No(_) => return Ok(Some(reached)),
                Reply::NotKnown => return Ok(None),
                Reply::Yes(_) => reached = next,
            }
        }
        Ok(None)
    }

    /// What is left of a relation when all but its sides is projected away.
    fn related(
        &mut self,
        id: UnitId,
        sides: &Sides,
        (holds, outs): (Formula, &[Formula]),
        ways: &mut Vec<Way>,
    ) -> Result<Option<Formula>, StopReason> {
        let procedure = self.units.unit(id).procedure;
        let subject = Subject { procedure, sides, returns: holds, outs, hits: Formula::FALSE };
        let projected = project(&mut self.graph, &subject, ways, self.engine.solver, &self.budget, &mut self.stats)?;
        let relation = projected.map(|projected| projected.relation.returns);
        Ok(relation.filter(|&relation| self.graph.formulas.cone([relation]).len() <= NODES))
    }
}

/// A formula with others in place of some inputs.
fn replaced(graph: &mut Graph, formula: Formula, pairs: &[(Formula, Formula)]) -> Formula {
    let pairs: rustc_hash::FxHashMap<_, _> =
        pairs.iter().map(|&(input, value)| (graph.number_of(input), value)).collect();
    let cone = graph.formulas.cone([formula]);
    graph.substitute(&cone, &[formula], |graph, input| {
        pairs.get(&input).copied().unwrap_or_else(|| graph.formulas.input(input))
    })[0]
}

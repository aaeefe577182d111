//! What any number of rounds of a component can make of a state, as a relation, and what such a state consists of.

use crate::lang::cfg::LocId;
use crate::logic::formula::Formula;
use crate::pds::Slot;
use crate::symbolic::flow::Component;
use crate::symbolic::graph::{Graph, Name, Side, UnitId};
use crate::symbolic::machine::State;
use crate::symbolic::view::View;

/// The closure of the rounds of a component.
pub struct Closure {
    pub shape: Shape,
    pub inputs: Inputs,
    pub relation: Formula,
}

/// What a state at a head consists of, whichever head it is.
pub struct Shape {
    pub heads: Vec<LocId>,
    /// What is live at a head and can change in the component.
    changing: Vec<Slot>,
    /// What is live there and cannot.
    pub kept: Vec<Slot>,
}

/// The inputs of a relation of rounds.
pub struct Inputs {
    pub before: Vec<Formula>,
    pub between: Vec<Formula>,
    pub after: Vec<Formula>,
    pub kept: Vec<Formula>,
}

impl Shape {
    /// The shape of states at the heads of a component.
    pub fn of(view: &View<'_>, component: &Component) -> Shape {
        let mut slots: Vec<Slot> = component.heads.iter().flat_map(|&head| view.layout(head)).copied().collect();
        slots.sort_unstable();
        slots.dedup();
        let (changing, kept) = slots.into_iter().partition(|slot| component.writes.contains(slot));
        Shape { heads: component.heads.clone(), changing, kept }
    }

    /// The places of a vector: nothing where it says at which head it is.
    pub fn places(&self) -> impl Iterator<Item = Option<Slot>> + '_ {
        self.heads[1..].iter().map(|_| None).chain(self.changing.iter().map(|&slot| Some(slot)))
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
    /// Of a component of a body.
    pub fn of(graph: &mut Graph, unit: UnitId, component: usize, shape: &Shape) -> Inputs {
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
        graph.replaced(self.relation, pairs.map(|(&input, &value)| (input, value)))
    }
}

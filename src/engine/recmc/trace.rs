//! From a fact to a run (see the README, "Evidence"): a fact says how runs go from all entries in its guard; here one of them is made.
//!
//! What a fact leaves open its user decides: an argument with any value gets the one that is wanted. A run is that of a fact, an entry and the
//! wanted values, and is made once.

use super::fact::{Fact, FactId, Facts};
use super::knowledge::Knowledge;
use crate::budget::{Budget, StopReason};
use crate::lang::program::semantics::Bits;
use crate::logic::fold::Values;
use crate::logic::formula::{Formula, Input};
use crate::pds::Slot;
use crate::pds::derivation::Derivation;
use crate::summaries::relations::Relations;
use crate::summaries::relations::body::{AtomKind, as_input};
use crate::summaries::relations::runs::{self, Inputs, Points, Segment, Segmented};
use crate::symbolic::graph::Graph;

/// A point that a fact says is real.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Real {
    fact: FactId,
    /// The values at the entry.
    entered: Bits,
    /// The values behind, of which those count that the fact leaves open.
    wanted: Bits,
}

/// The run of a fact of the entry procedure that hits.
///
/// # Errors
/// The limit that was hit.
pub(super) fn derivation(known: &mut Knowledge<'_>, root: FactId, budget: &Budget) -> Result<Derivation, StopReason> {
    let first = first(known, root);
    let Knowledge { relations, facts, .. } = known;
    runs::derivation(relations, facts, first, budget)
}

/// A root fact, from where it was found.
fn first(known: &Knowledge<'_>, root: FactId) -> Real {
    let Knowledge { relations, facts, .. } = known;
    let fact = &facts[root];
    let shape = relations.body(fact.predicate).shape(&relations.graph);
    let entered = facts.entered(fact.predicate).iter();
    let ins = relations.view.interface_of(relations.view.pds.entry).ins.iter();
    // What does not occur in the body has its initial value all the same.
    let value = |(&input, &slot): (&Input, &Slot)| match shape.place(input) {
        Some(place) => fact.inputs[place],
        None => relations.initial(slot).unwrap_or(false),
    };
    Real { fact: root, entered: entered.zip(ins).map(value).collect(), wanted: Bits::new() }
}

impl Points for Facts {
    type Point = Real;

    /// The segments of the fact and of those that its sources are facts of.
    fn segments(
        &self,
        relations: &Relations<'_>,
        point: &Real,
        budget: &Budget,
    ) -> Result<Segmented<Real>, StopReason> {
        let mut segments = Vec::new();
        let mut next = Some((point.fact, point.wanted.clone()));
        while let Some((fact, values)) = next {
            budget.poll()?;
            let (segment, source) = self.segment(relations, fact, &point.entered, &values);
            segments.push(segment);
            next = source;
        }
        segments.reverse();
        Ok((relations.body(self[point.fact].predicate).predicate.procedure(), segments))
    }
}

impl Facts {
    /// The segment of a fact, and where it begins at a loop head: the fact of the head, and the values there.
    fn segment(
        &self,
        relations: &Relations<'_>,
        id: FactId,
        entered: &Bits,
        wanted: &Bits,
    ) -> (Segment<Real>, Option<(FactId, Bits)>) {
        let Relations { graph, .. } = relations;
        let fact = &self[id];
        let body = relations.body(fact.predicate);
        let shape = body.shape(graph);
        let mut values: Inputs = shape.inputs.iter().copied().zip(fact.inputs.iter().by_vals()).collect();
        values.extend(self.entered(fact.predicate).iter().copied().zip(entered.iter().by_vals()));
        for &(at, input, is_negated) in &fact.free {
            if let Some(value) = wanted.get(at).as_deref() {
                values.insert(input, *value != is_negated);
            }
        }
        let mut segment = Segment { values, steps: body.steps.clone(), calls: Vec::new(), hits: None };
        let mut source = None;
        for &(index, used) in &fact.used {
            let atom = &body.atoms[index];
            let given = self.entered(atom.predicate).len();
            let ins: Bits = match atom.kind {
                AtomKind::Source => entered.clone(),
                _ => evaluate(graph, &segment.values, atom.arguments[..given].iter().copied()),
            };
            let behind = atom.arguments[given..].iter().map(|&argument| as_input(graph, argument));
            let behind: Vec<Option<(Input, bool)>> = behind.collect();
            let said = self.leaves(graph, &self[used], &ins);
            for (input, value) in behind.iter().zip(said) {
                if let (Some((input, is_negated)), Some(value)) = (*input, value) {
                    segment.values.insert(input, value != is_negated);
                }
            }
            let value = |input: &Option<(Input, bool)>| {
                input.is_some_and(|(input, is_negated)| {
                    segment.values.get(&input).copied().unwrap_or_default() != is_negated
                })
            };
            let wanted: Bits = behind.iter().map(value).collect();
            match atom.kind {
                AtomKind::Source => source = Some((used, wanted)),
                AtomKind::Returns(call) => segment.calls.push((call, self.real(used, ins, wanted))),
                AtomKind::Hits(call) => segment.hits = Some((call, self.real(used, ins, wanted))),
            }
        }
        (segment, source)
    }

    /// A point, in which what the fact says itself is not wanted: so runs that are the same are known to be.
    fn real(&self, fact: FactId, entered: Bits, mut wanted: Bits) -> Real {
        for (at, value) in self[fact].values.iter().enumerate() {
            if value.is_some() {
                wanted.set(at, false);
            }
        }
        Real { fact, entered, wanted }
    }

    /// What a fact says of the arguments behind an entry.
    fn leaves(&self, graph: &Graph, fact: &Fact, entered: &Bits) -> Vec<Option<bool>> {
        let inputs: Inputs = self.entered(fact.predicate).iter().copied().zip(entered.iter().by_vals()).collect();
        let mut values = Values::new(&graph.formulas, |input| inputs.get(&input).copied().unwrap_or_default());
        fact.values.iter().map(|value| value.map(|value| values.of(value))).collect()
    }
}

/// The values of formulas.
fn evaluate(graph: &Graph, inputs: &Inputs, formulas: impl Iterator<Item = Formula>) -> Bits {
    let mut values = Values::new(&graph.formulas, |input| inputs.get(&input).copied().unwrap_or_default());
    formulas.map(|formula| values.of(formula)).collect()
}

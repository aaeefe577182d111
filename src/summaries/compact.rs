//! Formulas in fewer nodes, by way of their decision diagrams.

use crate::budget::{Budget, StopReason};
use crate::logic::bdd::{Bdds, Column, Limits, Stop, Translation};
use crate::logic::formula::{Formula, Input};
use crate::symbolic::graph::Graph;
use rustc_hash::FxHashMap;

/// The most nodes of diagrams at a time.
pub(super) const NODES: usize = 1 << 16;

/// A formula in as few nodes as its diagram has, in this order of its inputs, if that stays within its nodes.
///
/// # Errors
/// The limit of the budget that was hit.
pub fn compact(
    graph: &mut Graph,
    inputs: &[Formula],
    formula: Formula,
    budget: &Budget,
) -> Result<Option<Formula>, StopReason> {
    let columns: FxHashMap<Input, Column> =
        inputs.iter().map(|&input| graph.number_of(input)).zip((0..).map(Column)).collect();
    let Ok(mut bdds) = Bdds::new(inputs.len(), Limits { budget: budget.clone(), nodes: NODES }) else {
        return Ok(None);
    };
    let literal = |bdds: &mut Bdds, input: Input| Ok(bdds.literal(columns[&input], true));
    match Translation::default().diagram(&mut bdds, &graph.formulas, formula, literal) {
        Ok(set) => Ok(Some(bdds.formula(set, &mut graph.formulas, |column| inputs[column.index()]))),
        Err(Stop::Nodes) => Ok(None),
        Err(Stop::Budget(reason)) => Err(reason),
    }
}

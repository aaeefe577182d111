//! Projection by decision diagrams.
//!
//! What is kept stands above, what is hidden below, so `∃ hidden` asks of each hidden node only whether it is not false.
//! The order of the hidden inputs is the order in which they were made, and where diagrams fail it is because of it.

use super::{Subject, Variables};
use crate::budget::{Budget, StopReason};
use crate::logic::bdd::{BddId, Bdds, Column, Limits, Stop, Translation};
use crate::logic::formula::{Formula, Input};
use crate::summaries::compact::{self, NODES};
use crate::summaries::summary::Relation;
use crate::symbolic::graph::Graph;
use rustc_hash::FxHashMap;

/// The most nodes of what is left: more cost more at each call than a copy of the formulas.
const LEFT: usize = 1 << 13;

/// What an execution relates, if the diagrams stay within their nodes.
///
/// # Errors
/// The limit of the budget that was hit.
pub(super) fn relation(
    graph: &mut Graph,
    subject: &Subject<'_>,
    budget: &Budget,
) -> Result<Option<Relation>, StopReason> {
    match within(graph, subject, Limits { budget: budget.clone(), nodes: NODES }) {
        Ok(relation) => Ok(relation),
        Err(Stop::Nodes) => Ok(None),
        Err(Stop::Budget(reason)) => Err(reason),
    }
}

/// A formula over what is kept in as few nodes as its diagram has, if that stays within its nodes.
///
/// # Errors
/// The limit of the budget that was hit.
pub(super) fn compact(
    graph: &mut Graph,
    variables: &Variables,
    formula: Formula,
    budget: &Budget,
) -> Result<Option<Formula>, StopReason> {
    let (inputs, _) = columns(graph, variables);
    compact::compact(graph, &inputs, formula, budget)
}

/// `open` and the inputs at the variables, each with its column.
fn columns(graph: &mut Graph, variables: &Variables) -> (Vec<Formula>, FxHashMap<Input, Column>) {
    let inputs: Vec<Formula> =
        [graph.open()].into_iter().chain(variables.inputs.iter().map(|&(input, _)| input)).collect();
    let numbers = inputs.iter().map(|&input| graph.number_of(input));
    let columns = numbers.zip((0..).map(Column)).collect();
    (inputs, columns)
}

fn within(graph: &mut Graph, subject: &Subject<'_>, limits: Limits) -> Result<Option<Relation>, Stop> {
    let &Subject { variables, returns, outs, hits, .. } = subject;
    let (inputs, mut columns) = columns(graph, variables);
    let exits: Vec<Column> = variables.exits.iter().map(|&exit| columns[&graph.number_of(exit)]).collect();
    let listed = inputs.len();
    let roots = [returns, hits].into_iter().chain(outs.iter().copied());
    for input in graph.formulas.support(roots) {
        let next = Column(columns.len().min(usize::from(u16::MAX)) as u16);
        columns.entry(input).or_insert(next);
    }
    let Ok(mut bdds) = Bdds::new(columns.len(), limits) else { return Ok(None) };
    let between = variables.inputs.iter().zip(1..).filter(|((_, is_kept), _)| !is_kept).map(|(_, column)| column);
    let hidden = between.chain(listed..columns.len()).map(|column| Column(column as u16));
    let hidden = bdds.column_set(hidden);
    let mut translation = Translation::default();
    let mut diagram = |bdds: &mut Bdds, formula: Formula| {
        translation.diagram(bdds, &graph.formulas, formula, |bdds: &mut Bdds, input: Input| {
            Ok(bdds.literal(columns[&input], true))
        })
    };
    let mut returns = diagram(&mut bdds, returns)?;
    for (&exit, &out) in exits.iter().zip(outs) {
        let value = diagram(&mut bdds, out)?;
        let exit = bdds.literal(exit, true);
        let same = bdds.iff(exit, value)?;
        returns = bdds.and(returns, same)?;
    }
    let returns = bdds.exists(returns, hidden)?;
    let hits = diagram(&mut bdds, hits)?;
    let hits = bdds.exists(hits, hidden)?;
    if bdds.size(returns) + bdds.size(hits) > LEFT {
        return Ok(None);
    }
    let mut formula = |set: BddId| bdds.formula(set, &mut graph.formulas, |column| inputs[column.index()]);
    Ok(Some(Relation { returns: formula(returns), hits: formula(hits) }))
}

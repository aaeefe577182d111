//! Projection by decision diagrams: the only place of this engine that knows them.
//!
//! What is kept stands above, what is hidden below, so `∃ hidden` asks of each hidden node only whether it is not false.
//! The order of the hidden inputs is the order in which they were made, and where diagrams fail it is because of it.

use super::Subject;
use crate::budget::{Budget, StopReason};
use crate::engine::summary::graph::{Graph, Name};
use crate::engine::summary::summaries::Relation;
use crate::logic::bdd::{BddId, Bdds, Column, Limits, Stop, Translation};
use crate::logic::formula::{Formula, Input};
use rustc_hash::FxHashMap;

/// The most nodes of diagrams: a larger one costs more at each call than a copy of the formulas.
const NODES: usize = 1 << 13;

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

fn within(graph: &mut Graph, subject: &Subject<'_>, limits: Limits) -> Result<Option<Relation>, Stop> {
    let &Subject { procedure, interface, exec } = subject;
    // A value at the entry and the same variable's at the exit are neighbours.
    let mut names: Vec<Name> = vec![Name::Open];
    names.extend(interface.ins.iter().map(|&slot| Name::Entry(procedure, slot)));
    names.extend(interface.outs.iter().map(|&slot| Name::Exit(procedure, slot)));
    names.sort_by_key(|name| match name {
        Name::Entry(_, slot) => (1, Some(*slot), 0),
        Name::Exit(_, slot) => (1, Some(*slot), 1),
        _ => (0, None, 0),
    });
    let mut columns: FxHashMap<Input, Column> = FxHashMap::default();
    let mut inputs: Vec<Formula> = Vec::new();
    for name in names {
        columns.insert(graph.number(name), Column(inputs.len() as u16));
        inputs.push(graph.input(name));
    }
    let exits: Vec<Input> = interface.outs.iter().map(|&slot| graph.number(Name::Exit(procedure, slot))).collect();
    let exits: Vec<Column> = exits.iter().map(|exit| columns[exit]).collect();
    let kept = inputs.len();
    let roots = [exec.returns, exec.hits].into_iter().chain(exec.outs.iter().copied());
    for input in graph.formulas.support(roots) {
        let next = Column(columns.len().min(usize::from(u16::MAX)) as u16);
        columns.entry(input).or_insert(next);
    }
    let Ok(mut bdds) = Bdds::new(columns.len(), limits) else { return Ok(None) };
    let hidden = bdds.column_set((kept..columns.len()).map(|column| Column(column as u16)));
    let mut translation = Translation::default();
    let mut diagram = |bdds: &mut Bdds, formula: Formula| {
        translation.diagram(bdds, &graph.formulas, formula, |bdds: &mut Bdds, input: Input| {
            Ok(bdds.literal(columns[&input], true))
        })
    };
    let mut returns = diagram(&mut bdds, exec.returns)?;
    for (&exit, &out) in exits.iter().zip(&exec.outs) {
        let value = diagram(&mut bdds, out)?;
        let exit = bdds.literal(exit, true);
        let same = bdds.iff(exit, value)?;
        returns = bdds.and(returns, same)?;
    }
    let returns = bdds.exists(returns, hidden)?;
    let hits = diagram(&mut bdds, exec.hits)?;
    let hits = bdds.exists(hits, hidden)?;
    let mut formula = |set: BddId| bdds.formula(set, &mut graph.formulas, |column| inputs[column.index()]);
    Ok(Some(Relation { returns: formula(returns), hits: formula(hits) }))
}

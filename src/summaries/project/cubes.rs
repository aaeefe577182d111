//! Projection by cubes from cores: models of T outside the cover, each made a cube of the cover, until there are none.
//!
//! A model fixes the hidden inputs h and the interface. Under all of that, ¬T and ¬cover are refuted together, and so they are by
//! a core: whatever satisfies the interface part of the core is in the cover, or in T with this h. So each cube is in
//! the projection, and once no model of T is left outside, the cover is the projection.
//! (K. L. McMillan, "Applying SAT methods in unbounded symbolic model checking", CAV 2002, has the same loop with blocking
//! clauses from conflicts.)

use super::{Subject, diagrams};
use crate::budget::{Budget, StopReason};
use crate::logic::formula::{Formula, Input};
use crate::logic::query::{Query, Reply};
use crate::summaries::summary::Relation;
use crate::symbolic::graph::Graph;
use rustc_hash::FxHashSet;

/// The most literals of a cover: it is meant for few variables, and many long cubes are found to be too many soon.
const LITERALS: usize = 2_048;
/// The conflicts that a question may take.
const CONFLICTS: u64 = 1_000;

/// What an execution relates, if few cubes cover it.
///
/// # Errors
/// The limit of the budget that was hit.
pub(super) fn relation(
    graph: &mut Graph,
    subject: &Subject<'_>,
    query: &mut Query,
    budget: &Budget,
) -> Result<Option<Relation>, StopReason> {
    let returns = super::relation(graph, subject.returns, &subject.pairs());
    let kept = subject.kept(graph);
    let Some(hits) = cover(graph, query, subject.hits, &kept, budget)? else { return Ok(None) };
    let Some(returns) = cover(graph, query, returns, &kept, budget)? else { return Ok(None) };
    let hits = diagrams::compact(graph, subject.variables, hits, budget)?.unwrap_or(hits);
    let returns = diagrams::compact(graph, subject.variables, returns, budget)?.unwrap_or(returns);
    Ok(Some(Relation { returns, hits }))
}

/// `∃ hidden. whole`
fn cover(
    graph: &mut Graph,
    query: &mut Query,
    whole: Formula,
    kept: &FxHashSet<Input>,
    budget: &Budget,
) -> Result<Option<Formula>, StopReason> {
    let support = graph.formulas.support([whole]);
    // What is assumed first implies as much of the rest as it can, which is then in no core.
    let (kept, hidden): (Vec<Input>, Vec<Input>) = support.into_iter().partition(|input| kept.contains(input));
    let (mut cover, mut literals) = (Formula::FALSE, 0);
    while literals <= LITERALS {
        let found = match query.ask_within(&graph.formulas, &[whole, !cover], budget, Some(CONFLICTS))? {
            Reply::Yes(found) => found,
            Reply::No(_) => return Ok(Some(cover)),
            Reply::NotKnown => return Ok(None),
        };
        let [hidden, kept] = [&hidden, &kept].map(|inputs| found.literals(&mut graph.formulas, inputs));
        let question: Vec<Formula> = [!whole, !cover].into_iter().chain(hidden).chain(kept.iter().copied()).collect();
        let Reply::No(core) = query.ask_within(&graph.formulas, &question, budget, Some(CONFLICTS))? else {
            return Ok(None);
        };
        let core: FxHashSet<Formula> = core.into_iter().collect();
        let cube: Vec<Formula> = kept.into_iter().filter(|literal| core.contains(literal)).collect();
        literals += cube.len();
        let cube = cube.into_iter().fold(Formula::TRUE, |cube, literal| graph.formulas.and(cube, literal));
        cover = graph.formulas.or(cover, cube);
    }
    Ok(None)
}

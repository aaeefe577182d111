//! Engines side by side: what only one of them solves, who is quicker where, and what the best of them would do.

use super::{Cell, Results, Summary};
use std::cmp::Ordering;

/// Times that are no further apart are equal, in seconds: less is an accident of the machine.
pub(crate) const TIE: f64 = 0.01;

/// The inputs that an engine alone solves, by engine.
pub(super) fn unique(results: &Results) -> Vec<usize> {
    let mut counts = vec![0; results.engines.len()];
    for input in 0..results.inputs.len() {
        let mut solvers =
            results.row(input).iter().enumerate().filter(|(_, cell)| cell.as_ref().is_some_and(Cell::solved));
        if let (Some((engine, _)), None) = (solvers.next(), solvers.next()) {
            counts[engine] += 1;
        }
    }
    counts
}

/// How often an engine beats another, as rows of a matrix: of the inputs that both were asked about, those that it solves and the other does not, and
/// those that both solve and it more than [`TIE`] sooner.
pub(super) fn wins(results: &Results) -> Vec<Vec<usize>> {
    let engines = results.engines.len();
    let beats = |input: usize, a: usize, b: usize| {
        let (Some(a), Some(b)) = (results.cell(input, a), results.cell(input, b)) else { return false };
        a.solved() && (!b.solved() || a.seconds() + TIE < b.seconds())
    };
    let count = |a: usize, b: usize| (0..results.inputs.len()).filter(|&input| beats(input, a, b)).count();
    (0..engines).map(|a| (0..engines).map(|b| count(a, b)).collect()).collect()
}

/// For each input the cell of the engine that does best: solves it soonest, or else does not fail otherwise than by a limit.
pub(super) fn best(results: &Results) -> Vec<&Cell> {
    let rows = (0..results.inputs.len()).map(|input| results.row(input).iter().flatten());
    rows.filter_map(|cells| cells.min_by(|a, b| order(a, b))).collect()
}

/// The better one is less.
fn order(a: &Cell, b: &Cell) -> Ordering {
    let rank = |cell: &Cell| (!cell.solved(), cell.wrong, cell.said_safe && cell.said_unsafe);
    rank(a).cmp(&rank(b)).then(a.seconds().total_cmp(&b.seconds()))
}

/// What an engine would come to that is the best one for each input.
pub(super) fn virtual_best(results: &Results) -> Summary {
    Summary::of(best(results).into_iter())
}

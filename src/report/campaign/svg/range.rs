//! What the axes of time have to hold: the same for all plots of a campaign, so that they can be compared.

use super::axis::{above, decade};
use crate::campaign::results::{Cell, Outcome, Results};

/// Seconds from and to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    /// A power of ten, at least a millisecond: what is quicker is as good as nothing.
    pub(crate) low: f64,
    /// At least ten times that.
    pub(crate) high: f64,
}

impl Range {
    /// The range of the answers, with the limit if anything ran into it.
    pub(crate) fn of(results: &Results) -> Range {
        let (mut low, mut high) = (f64::INFINITY, 0f64);
        for (_, cell) in (0..results.engines.len()).flat_map(|engine| results.column(engine)) {
            if answered(cell) {
                low = low.min(cell.seconds());
                high = high.max(cell.seconds());
            } else if cell.outcome == Outcome::Unknown("time".to_string()) {
                high = high.max(cell.limit);
            }
        }
        let low = decade(if low.is_finite() { low.max(0.001) } else { 0.001 });
        Range { low, high: if high > low * 10.0 { above(high) } else { low * 10.0 } }
    }
}

/// Whether there is an answer to draw a point for, be it wrong.
pub(crate) fn answered(cell: &Cell) -> bool {
    matches!(cell.outcome, Outcome::Safe | Outcome::Unsafe)
}

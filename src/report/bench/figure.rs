//! Figures.

use crate::bench::ratio::Ratio;
use crate::campaign::results::{Cell, Outcome};
use crate::report::campaign::duration;

/// What stands where there is no figure.
const NONE: &str = "-";

/// What an engine took for a program.
pub(crate) fn cell(cell: Option<&Cell>) -> String {
    match cell {
        Some(cell) if cell.solved() => duration::seconds(cell.seconds()),
        Some(cell) if cell.wrong || cell.outcome == Outcome::Contradictory => "**wrong**".to_string(),
        Some(Cell { outcome: Outcome::Error(_), .. }) => "error".to_string(),
        _ => NONE.to_string(),
    }
}

/// How an engine compares with another.
pub(crate) fn ratio(ratio: Option<Ratio>) -> String {
    match ratio {
        Some(Ratio::Exactly(ratio)) => two_digits(ratio),
        Some(Ratio::Below(ratio)) => format!("< {}", two_digits(ratio)),
        Some(Ratio::Above(ratio)) => format!("> {}", two_digits(ratio)),
        None => NONE.to_string(),
    }
}

/// How time grows.
pub(crate) fn exponent(exponent: Option<f64>) -> String {
    exponent.map_or(NONE.to_string(), |exponent| format!("{exponent:.1}"))
}

/// Two digits that count, and never more than four behind the point.
fn two_digits(value: f64) -> String {
    match value {
        value if value < 0.009_95 => format!("{value:.4}"),
        value if value < 0.0995 => format!("{value:.3}"),
        value if value < 0.995 => format!("{value:.2}"),
        value if value < 9.95 => format!("{value:.1}"),
        value => format!("{value:.0}"),
    }
}

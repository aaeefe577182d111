//! What the lines of a table come to.

use super::fill::Row;
use super::paper::Sum;
use crate::campaign::results::Outcome;

/// A sum of a column over some lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// How many, of how many.
    Of(usize, usize),
    /// Seconds.
    Seconds(f64),
    /// A number.
    Number(i64),
}

impl Sum {
    /// The points of a column; see [`Sum::Score`].
    pub(super) fn points<'a>(rows: impl IntoIterator<Item = &'a Row>, column: usize) -> i64 {
        let points = rows.into_iter().filter_map(|row| {
            let told = row.told[column].as_ref()?;
            Some(match (&told.cell.outcome, told.cell.wrong) {
                (Outcome::Safe, false) => 2,
                (Outcome::Unsafe, false) => 1,
                (Outcome::Unsafe, true) => -6,
                (Outcome::Safe, true) => -12,
                _ => 0,
            })
        });
        points.sum()
    }

    /// The amount of a column, if anybody was asked there.
    pub fn amount(self, rows: &[&Row], column: usize) -> Option<Amount> {
        let told: Vec<_> = rows.iter().filter_map(|row| row.told[column].as_ref()).collect();
        let wrong =
            |outcome: Outcome| told.iter().filter(|told| told.cell.wrong && told.cell.outcome == outcome).count();
        let decided = || told.iter().filter(|told| told.is_decided());
        let asked = rows.iter().filter(|row| row.line.program.is_some()).count();
        (!told.is_empty()).then(|| match self {
            Sum::Decided => Amount::Of(decided().count(), asked),
            Sum::Seconds => Amount::Seconds(decided().map(|told| told.seconds()).sum()),
            Sum::FalseAlarms => Amount::Number(wrong(Outcome::Unsafe) as i64),
            Sum::Missed => Amount::Number(wrong(Outcome::Safe) as i64),
            Sum::Score => Amount::Number(Sum::points(rows.iter().copied(), column)),
        })
    }
}

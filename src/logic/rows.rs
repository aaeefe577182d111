//! Sets of rows of truth values as formulas.

use super::formula::{Formula, Formulas, Input};
use bitvec::prelude::{BitVec, Lsb0};

/// The formula that holds of these rows and no others: value n of a row is that of input n. It is a decision diagram in the order of the
/// inputs, so what all rows allow for does not occur in it. Takes time in the number of rows times their length.
pub(crate) fn any_of(formulas: &mut Formulas, inputs: &[Input], mut rows: Vec<BitVec<u64, Lsb0>>) -> Formula {
    if rows.is_empty() {
        return Formula::FALSE;
    }
    rows.sort_unstable();
    rows.dedup();
    // Each row, with what is said of the values from some position on, and where the next row differs first.
    let differs = |pair: &[BitVec<u64, Lsb0>]| (pair[0].clone() ^ &pair[1]).first_one().unwrap_or(inputs.len());
    let mut ends: Vec<usize> = rows.windows(2).map(differs).collect();
    ends.push(usize::MAX);
    let mut open: Vec<(usize, Formula, usize)> =
        ends.into_iter().enumerate().map(|(row, end)| (row, Formula::TRUE, end)).collect();
    for (position, &input) in inputs.iter().enumerate().rev() {
        let input = formulas.input(input);
        let mut merged: Vec<(usize, Formula, usize)> = Vec::with_capacity(open.len());
        let mut pending = None;
        for (row, formula, end) in open {
            match pending.take() {
                // The two differ here and nowhere before, and the first of two rows has the smaller value.
                Some(low) => merged.push((row, formulas.ite(input, formula, low), end)),
                None if end == position => pending = Some(formula),
                None => {
                    let value = if rows[row][position] { input } else { !input };
                    merged.push((row, formulas.and(value, formula), end));
                }
            }
        }
        open = merged;
    }
    open.first().map_or(Formula::FALSE, |&(_, formula, _)| formula)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::fold::{Memo, Substitution};

    /// All sets of rows of three values.
    #[test]
    fn the_formula_holds_of_the_rows_only() {
        let row = |number: usize| (0..3).map(|bit| number >> bit & 1 == 1).collect::<BitVec<u64, Lsb0>>();
        for set in 0..256usize {
            let mut formulas = Formulas::default();
            let rows = (0..8).filter(|number| set >> number & 1 == 1).map(row).collect();
            let formula = any_of(&mut formulas, &[0, 1, 2].map(Input), rows);
            for number in 0..8 {
                let by = |_: &mut Formulas, Input(bit): Input| Formula::constant(number >> bit & 1 == 1);
                let value = Memo::default().value(&mut Substitution { formulas: &mut formulas, by }, formula);
                assert_eq!(value, Formula::constant(set >> number & 1 == 1), "{set:08b} {number}");
            }
        }
    }

    #[test]
    fn what_does_not_matter_does_not_occur() {
        let mut formulas = Formulas::default();
        let rows = [[false, true], [true, true]].map(|row| row.into_iter().collect());
        let formula = any_of(&mut formulas, &[Input(0), Input(1)], rows.to_vec());
        assert_eq!(formulas.support([formula]), [Input(1)]);
    }
}

//! Sets of rows of truth values as formulas.

use super::formula::{Formula, Formulas, Input};

/// The values in a word.
const WORD: usize = 64;

/// The formula that holds of these rows and no others: value n of a row is that of input n. It is a decision diagram in the order of the
/// inputs, so what all rows allow for does not occur in it. Takes time in the number of rows times their length.
pub(crate) fn any_of<R>(formulas: &mut Formulas, inputs: &[Input], rows: impl IntoIterator<Item = R>) -> Formula
where
    R: IntoIterator<Item = bool>,
{
    let mut rows = Rows::of(inputs.len(), rows);
    rows.sort();
    // Each row, with what is said of the values from some position on, and where the next row differs first.
    let ends = (1..rows.order.len()).map(|row| rows.differ(row - 1, row)).chain([usize::MAX]);
    let mut open: Vec<(usize, Formula, usize)> =
        ends.enumerate().map(|(row, end)| (row, Formula::TRUE, end)).take(rows.order.len()).collect();
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
                    let value = if rows.value(row, position) { input } else { !input };
                    merged.push((row, formulas.and(value, formula), end));
                }
            }
        }
        open = merged;
    }
    open.first().map_or(Formula::FALSE, |&(_, formula, _)| formula)
}

/// Rows of truth values as words, the first value highest, so that words are in order when values are.
struct Rows {
    /// The words of a row: at least one.
    words: usize,
    values: Vec<u64>,
    order: Vec<u32>,
}

impl Rows {
    fn of<R: IntoIterator<Item = bool>>(length: usize, rows: impl IntoIterator<Item = R>) -> Rows {
        let words = length.div_ceil(WORD).max(1);
        let (mut values, mut count) = (Vec::new(), 0);
        for row in rows {
            let begin = values.len();
            values.resize(begin + words, 0);
            for (position, value) in row.into_iter().enumerate() {
                debug_assert!(position < length, "a value for each input");
                values[begin + position / WORD] |= u64::from(value) << (WORD - 1 - position % WORD);
            }
            count += 1;
        }
        Rows { words, values, order: (0..count).collect() }
    }

    /// In order, each once.
    fn sort(&mut self) {
        let Rows { words, values, order } = self;
        let row = |&row: &u32| &values[row as usize * *words..][..*words];
        order.sort_unstable_by(|one, other| row(one).cmp(row(other)));
        order.dedup_by(|one, other| row(one) == row(other));
    }

    fn row(&self, at: usize) -> &[u64] {
        &self.values[self.order[at] as usize * self.words..][..self.words]
    }

    fn value(&self, at: usize, position: usize) -> bool {
        self.row(at)[position / WORD] >> (WORD - 1 - position % WORD) & 1 == 1
    }

    /// The first position in which two rows differ that are not the same.
    fn differ(&self, one: usize, other: usize) -> usize {
        let words = self.row(one).iter().zip(self.row(other)).map(|(one, other)| one ^ other);
        let first = words.enumerate().find(|&(_, difference)| difference != 0);
        first.map_or(usize::MAX, |(word, difference)| word * WORD + difference.leading_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::fold::{Memo, Substitution};
    use bitvec::prelude::{BitVec, Lsb0};

    /// All sets of rows of three values.
    #[test]
    fn the_formula_holds_of_the_rows_only() {
        let row = |number: usize| (0..3).map(|bit| number >> bit & 1 == 1).collect::<BitVec<u64, Lsb0>>();
        for set in 0..256usize {
            let mut formulas = Formulas::default();
            let rows = (0..8).filter(|number| set >> number & 1 == 1).map(row);
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
        let formula = any_of(&mut formulas, &[Input(0), Input(1)], [[false, true], [true, true]]);
        assert_eq!(formulas.support([formula]), [Input(1)]);
    }

    /// Rows of 130 values that differ in one word each, one twice.
    #[test]
    fn rows_of_several_words() {
        let inputs: Vec<Input> = (0..130).map(Input).collect();
        let ones = [0, 63, 64, 65, 127, 128, 129, 64];
        let mut formulas = Formulas::default();
        let formula = any_of(&mut formulas, &inputs, ones.map(|one| (0..130).map(move |at| at == one)));
        for one in 0..131 {
            let by = |_: &mut Formulas, Input(at): Input| Formula::constant(at == one);
            let value = Memo::default().value(&mut Substitution { formulas: &mut formulas, by }, formula);
            assert_eq!(value, Formula::constant(ones.contains(&one)), "{one}");
        }
    }
}

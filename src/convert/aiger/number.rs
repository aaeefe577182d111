//! Numbers in binary.

use crate::logic::formula::{Formula, Formulas, Input};

/// Inputs side by side that are read as a number, the lowest digit first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    /// The lowest digit.
    pub(crate) first: u32,
    /// How many digits there are.
    pub(crate) width: u32,
}

impl Number {
    /// The number that tells so many things apart, counted from 0.
    pub(crate) fn below(count: usize, first: u32) -> Number {
        Number { first, width: usize::BITS - count.saturating_sub(1).leading_zeros() }
    }

    /// The digits, each with what it is in this number.
    pub(crate) fn digits(self, value: usize) -> impl DoubleEndedIterator<Item = (Input, bool)> {
        (0..self.width).map(move |digit| (Input(self.first + digit), value >> digit & 1 == 1))
    }

    /// That it is this one. Numbers with the same high digits share what is said of them.
    pub(crate) fn is(self, formulas: &mut Formulas, value: usize) -> Formula {
        self.digits(value).rev().fold(Formula::TRUE, |all, (digit, value)| {
            let digit = formulas.input(digit);
            formulas.and(all, if value { digit } else { !digit })
        })
    }
}

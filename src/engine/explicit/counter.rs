//! Counting through all values of a row of choices.

use crate::lang::program::semantics::Bits;

/// A position in the list of all values of `positions.len()` bits, in binary order, the first position the lowest digit.
/// The bits are spread over a longer row, where all others stay as they are.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    bits: Bits,
}

impl Counter {
    /// At the first value: all positions 0 in a row that is otherwise like `row`.
    pub(super) fn new(row: Bits) -> Counter {
        Counter { bits: row }
    }

    /// The current value.
    pub(super) fn bits(&self) -> &Bits {
        &self.bits
    }

    /// Goes to the next value; `false` behind the last one.
    pub(super) fn advance(&mut self, positions: &[usize]) -> bool {
        for &position in positions {
            let digit = !self.bits[position];
            self.bits.set(position, digit);
            if digit {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_values_come_once() {
        let mut counter = Counter::new(Bits::repeat(false, 4));
        let mut seen = vec![counter.bits().to_string()];
        while counter.advance(&[1, 3]) {
            seen.push(counter.bits().to_string());
        }
        assert_eq!(seen, ["[0, 0, 0, 0]", "[0, 1, 0, 0]", "[0, 0, 0, 1]", "[0, 1, 0, 1]"]);
    }
}

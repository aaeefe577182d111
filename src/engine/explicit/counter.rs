//! Going through values of a row of choices.

use super::ternary::Ternary;
use crate::lang::program::semantics::Bits;

/// A position in the list of all values of some bits, in binary order, the first position the lowest digit.
/// The bits are spread over a longer row, where all others stay as they are.
///
/// The digits are decided from the highest to the lowest, and when one is, it is asked whether any value that begins so is worth a try. So a
/// few values among 2^k are found with few questions, as long as the highest digits tell.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    bits: Bits,
    stage: Stage,
    /// So many digits, the lowest, may have any value behind what the others are: nothing needs to be asked.
    free: usize,
}

/// How far the search for the next value is.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// So many digits, the lowest, are not decided, or all, if there are fewer; of the others nothing was asked yet.
    Asking(usize),
    /// At a value.
    There,
}

/// What a step of a counter led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The next value.
    Value,
    /// It takes more steps to find the next value.
    Later,
    /// There was the last value.
    End,
}

impl Counter {
    /// Before the first value, in a row that is like `row`, and has 0 at all positions.
    pub(super) fn new(row: Bits) -> Counter {
        Counter { bits: row, stage: Stage::Asking(usize::MAX), free: 0 }
    }

    /// The current value.
    pub(super) fn bits(&self) -> &Bits {
        &self.bits
    }

    /// How many values there are from the current one on, at most `u64::MAX`.
    pub(super) fn left(&self, positions: &[usize]) -> u64 {
        let is_zero = |position: usize| !self.bits[position];
        let (low, high) = positions.split_at(positions.len().min(64));
        if high.iter().any(|&position| is_zero(position)) {
            return u64::MAX;
        }
        // Each value behind this one has a 1 where this one has a 0, and is like it in all higher digits.
        let zeros = low.iter().enumerate().filter(|&(_, &position)| is_zero(position));
        zeros.fold(1, |left: u64, (digit, _)| left.saturating_add(1 << digit))
    }

    /// A step to the next value of which `may` does not say that it is [`Ternary::FALSE`]. It is asked with a row in which some positions are not decided, the lowest digits: what does it say, whatever they are?
    pub(super) fn step(&mut self, positions: &[usize], may: impl FnOnce(&Bits, &[usize]) -> Ternary) -> Next {
        let undecided = match self.stage {
            Stage::Asking(undecided) => undecided.min(positions.len()),
            Stage::There => match self.carry(positions, 0) {
                None => return Next::End,
                Some(at) if at < self.free => return Next::Value,
                Some(at) => at,
            },
        };
        self.free = 0;
        let (stage, next) = match may(&self.bits, &positions[..undecided]) {
            Ternary::FALSE => match self.carry(positions, undecided) {
                None => return Next::End,
                Some(at) => (Stage::Asking(at), Next::Later),
            },
            Ternary::TRUE => {
                self.free = undecided;
                (Stage::There, Next::Value)
            }
            _ if undecided == 0 => (Stage::There, Next::Value),
            _ => (Stage::Asking(undecided - 1), Next::Later),
        };
        self.stage = stage;
        next
    }

    /// Adds one at a digit: the digit that is 1 now, and was 0; all lower ones are 0. `None` behind the last value.
    fn carry(&mut self, positions: &[usize], from: usize) -> Option<usize> {
        let at = (from..positions.len()).find(|&digit| !self.bits[positions[digit]])?;
        positions[..at].iter().for_each(|&position| self.bits.set(position, false));
        self.bits.set(positions[at], true);
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::explicit::ternary::Value;

    /// The values for which a predicate holds, and how many questions that took. Of undecided positions all values are tried.
    fn values(width: usize, positions: &[usize], holds: impl Fn(&Bits) -> bool) -> (Vec<String>, usize) {
        let (mut counter, mut seen, mut asked) = (Counter::new(Bits::repeat(false, width)), Vec::new(), 0);
        loop {
            let next = counter.step(positions, |bits, undecided| {
                asked += 1;
                let mut answers = (0..1u32 << undecided.len()).map(|value| {
                    let mut bits = bits.clone();
                    undecided.iter().enumerate().for_each(|(digit, &at)| bits.set(at, value >> digit & 1 == 1));
                    holds(&bits)
                });
                let first = answers.next().expect("at least one value");
                if answers.all(|answer| answer == first) { Ternary::known(first) } else { Ternary::UNKNOWN }
            });
            match next {
                Next::Value => seen.push(counter.bits().iter().map(|bit| if *bit { '1' } else { '0' }).collect()),
                Next::Later => {}
                Next::End => return (seen, asked),
            }
        }
    }

    #[test]
    fn all_values_come_once() {
        assert_eq!(values(4, &[1, 3], |_| true), (["0000", "0100", "0001", "0101"].map(String::from).to_vec(), 1));
        assert_eq!(values(2, &[], |_| true).0, ["00"]);
    }

    #[test]
    fn what_is_left_becomes_less() {
        let positions = [0, 2];
        let mut counter = Counter::new(Bits::repeat(false, 3));
        let mut left = Vec::new();
        while counter.step(&positions, |_, _| Ternary::TRUE) == Next::Value {
            left.push(counter.left(&positions));
        }
        assert_eq!(left, [4, 3, 2, 1]);
        let mut counter = Counter::new(Bits::repeat(false, 5));
        let all = [0, 1, 2, 3, 4];
        assert_eq!(counter.step(&all, |_, _| Ternary::UNKNOWN), Next::Later);
        assert_eq!(counter.step(&all, |_, _| Ternary::FALSE), Next::Later);
        assert_eq!(counter.left(&all), 16, "the lower half is passed over");
        let wide = |width| Counter::new(Bits::repeat(false, width)).left(&(0..width).collect::<Vec<_>>());
        assert_eq!([0, 1, 63, 64, 200].map(wide), [1, 2, 1 << 63, u64::MAX, u64::MAX]);
    }

    #[test]
    fn values_that_are_no_use_are_passed_over() {
        let even_below_five = |bits: &Bits| !(bits[0] || bits[2] && bits[1]);
        assert_eq!(values(3, &[0, 1, 2], even_below_five).0, ["000", "010", "001"]);
        assert_eq!(values(3, &[0, 1, 2], |_| false), (Vec::new(), 1));
        assert_eq!(values(2, &[], |_| false).0, [""; 0]);
    }

    #[test]
    fn a_few_values_of_many_take_a_few_questions() {
        let positions: Vec<usize> = (0..10).collect();
        let (seen, asked) = values(10, &positions, |bits| bits.count_ones() == bits.len());
        assert_eq!((seen.len(), asked), (1, 21));
    }
}

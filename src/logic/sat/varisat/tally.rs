//! Counts conflicts in a proof, in varisat's own format, as it is written piece by piece.
//!
//! A proof is a sequence of numbers, a step a code and what belongs to it: a fixed number of numbers, or lists that have their
//! length in front. A number of up to 7n bits has n bytes, the least first; its bits stand above a one that is the
//! (n-1)-th bit, so the zeros at the beginning tell the length (varisat-internal-proof 0.2.2, `binary_format.rs` and
//! `vli_enc.rs`).
//!
//! A clause that was learnt from a conflict is a step with two lists, the clause and what it follows from. A clause that
//! lost literals is such a step too, but follows from a single other clause, as no learnt one does unless it is
//! empty: a conflict takes at least one step of resolution.

/// A count, and how far the reading has come.
#[derive(Default)]
pub(super) struct Tally {
    conflicts: u64,
    /// The beginning of a number whose end is not written yet.
    cut: Vec<u8>,
    step: Step,
}

/// What is still to come of a step; nothing between steps.
#[derive(Default)]
struct Step {
    /// Numbers up to the next length.
    numbers: u64,
    /// Lists that begin behind these.
    lists: u8,
    /// How many numbers an element of a list has.
    width: u64,
    /// Whether it adds a clause that follows from others.
    derives: bool,
    /// The length of its first list.
    clause: u64,
}

impl Tally {
    /// The conflicts in what was read.
    pub(crate) fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// Reads the next piece of the proof.
    pub fn read(&mut self, mut bytes: &[u8]) {
        while !self.cut.is_empty()
            && let Some((&byte, rest)) = bytes.split_first()
        {
            self.cut.push(byte);
            bytes = rest;
            if let Some((number, _)) = split_number(&self.cut) {
                self.cut.clear();
                self.number(number);
            }
        }
        loop {
            bytes = self.skip(bytes);
            let Some((number, rest)) = split_number(bytes) else { break };
            self.number(number);
            bytes = rest;
        }
        self.cut.extend_from_slice(bytes);
    }

    /// Passes by short numbers up to the next length, which are most of a proof; what is left begins with another one, or ends before one does.
    fn skip<'p>(&mut self, mut bytes: &'p [u8]) -> &'p [u8] {
        while self.step.numbers > 0
            && let Some(&first @ 1..) = bytes.first()
            && let Some(rest) = bytes.get(first.trailing_zeros() as usize + 1..)
        {
            bytes = rest;
            self.step.numbers -= 1;
        }
        bytes
    }

    fn number(&mut self, number: u64) {
        let step = &mut self.step;
        if step.numbers > 0 {
            step.numbers -= 1;
        } else if step.lists > 0 {
            step.lists -= 1;
            step.numbers = number.saturating_mul(step.width);
            if step.lists == 1 {
                step.clause = number;
            } else if step.derives && (number > 1 || step.clause == 0) {
                self.conflicts += 1;
            }
        } else {
            *step = Step::begin(number);
        }
    }
}

impl Step {
    /// The step with this code.
    fn begin(code: u64) -> Step {
        let (numbers, lists, width) = match code {
            0 | 2 => (2, 0, 0),
            1 | 3..=6 | 13 => (1, 0, 0),
            7 | 8 | 17 => (0, 2, 1),
            9 => (0, 1, 2),
            10..=12 | 14..=16 => (0, 1, 1),
            _ => (0, 0, 0),
        };
        Step { numbers, lists, width, derives: matches!(code, 7 | 8), clause: 0 }
    }
}

/// The first number, if all of it is there, and what follows it.
fn split_number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let length = match *bytes {
        [0, second, ..] if second & 1 == 1 => 9,
        [0, _, ..] => 10,
        [0] | [] => return None,
        [first, ..] => first.trailing_zeros() as usize + 1,
    };
    let (number, rest) = bytes.split_at_checked(length)?;
    let bits = number.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte));
    Some(((bits >> length) as u64, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(number: u64, proof: &mut Vec<u8>) {
        let length = (1..10).find(|&n| number >> (7 * n).min(63) == 0).unwrap_or(10);
        let bits = (u128::from(number) << 1 | 1) << (length - 1);
        proof.extend_from_slice(&bits.to_le_bytes()[..length]);
    }

    #[test]
    fn numbers_of_every_length_are_read() {
        for bits in 0..64 {
            for number in [1 << bits, (1u64 << bits) - 1, !0 >> bits] {
                let mut proof = Vec::new();
                write(number, &mut proof);
                for cut in 0..proof.len() {
                    assert_eq!(split_number(&proof[..cut]), None);
                }
                proof.push(7);
                assert_eq!(split_number(&proof), Some((number, &[7][..])));
            }
        }
    }

    #[test]
    fn conflicts_are_told_from_other_steps_wherever_the_proof_is_cut() {
        let steps: [&[u64]; 9] = [
            &[0, 300, 7],
            &[8, 2, 5, 9, 3, u64::MAX, 7, 8],
            &[10, 3, 7, 7, 7],
            &[7, 2, 5, 9, 1, 70_000],
            &[9, 2, 7, 7, 8, 8],
            &[17, 1, 7, 2, 8, 7],
            &[13, 40],
            &[7, 0, 1, 5],
            &[0x9ac3_391f_4294_c211],
        ];
        let mut proof = Vec::new();
        steps.concat().into_iter().for_each(|number| write(number, &mut proof));
        for size in 1..=proof.len() {
            let mut tally = Tally::default();
            proof.chunks(size).for_each(|piece| tally.read(piece));
            assert_eq!(tally.conflicts(), 2, "in pieces of {size}");
        }
    }
}

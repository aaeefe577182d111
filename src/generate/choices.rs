//! Where decisions come from: a seeded stream, or a tape of numbers.
//!
//! A generator never asks for "a random number"; it asks its [`Choices`] for one of `n` alternatives, and 0 is always the
//! simplest of them. Driven by [`Seeded`] it wanders; driven by a [`Tape`] it can be steered, and a property test that makes
//! the numbers on the tape fewer and smaller makes the program smaller with them.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A source of decisions.
pub trait Choices {
    /// One of the `n` alternatives `0..n`. Answers 0 when `n` is 0 or 1.
    fn below(&mut self, n: u32) -> u32;
}

/// Decisions from a seed. The same seed gives the same decisions on every platform and in every release: the stream is
/// ChaCha8, which is specified to the bit, and the reduction to a range is written out here instead of borrowed from a crate
/// that may change it.
#[derive(Clone, Debug)]
pub struct Seeded {
    stream: ChaCha8Rng,
}

impl Seeded {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self { stream: ChaCha8Rng::from_seed(key) }
    }
}

impl Choices for Seeded {
    /// Multiplies a 32-bit number into the range and keeps the high word. The bias is below `n / 2^32`, which no program
    /// family can notice; in return each decision costs exactly one number.
    fn below(&mut self, n: u32) -> u32 {
        if n <= 1 {
            return 0;
        }
        let wide = u64::from(self.stream.next_u32()) * u64::from(n);
        (wide >> 32) as u32
    }
}

/// Decisions read from a slice: each takes the next number modulo the number of alternatives, and 0 when none is left.
#[derive(Clone, Debug)]
pub struct Tape<'a> {
    rest: &'a [u32],
}

impl<'a> Tape<'a> {
    /// Reads `numbers` from the first on.
    pub fn new(numbers: &'a [u32]) -> Self {
        Self { rest: numbers }
    }
}

impl Choices for Tape<'_> {
    fn below(&mut self, n: u32) -> u32 {
        if n <= 1 {
            return 0;
        }
        match self.rest.split_first() {
            Some((&number, rest)) => {
                self.rest = rest;
                number % n
            }
            None => 0,
        }
    }
}

/// Brings `items` into an order of the source's choosing; a source of zeros leaves them as they are.
pub(super) fn shuffle<T>(items: &mut [T], choices: &mut dyn Choices) {
    for i in (1..items.len()).rev() {
        let back = choices.below(i as u32 + 1) as usize;
        items.swap(i, i - back);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_fixes_the_decisions() {
        let draw = |seed| {
            let mut source = Seeded::new(seed);
            (0..8).map(|_| source.below(100)).collect::<Vec<_>>()
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
        assert_eq!(draw(0), FIRST_OF_SEED_ZERO);
    }

    /// Written down, so that a change of the stream cannot pass unseen: it would change every generated program.
    const FIRST_OF_SEED_ZERO: [u32; 8] = [18, 83, 90, 63, 76, 23, 53, 11];

    #[test]
    fn every_alternative_turns_up() {
        let mut source = Seeded::new(1);
        let mut seen = [0; 5];
        for _ in 0..1000 {
            seen[source.below(5) as usize] += 1;
        }
        assert!(seen.iter().all(|&times| times > 150), "{seen:?}");
    }

    #[test]
    fn a_tape_wraps_and_then_runs_out() {
        let mut tape = Tape::new(&[5, 2]);
        assert_eq!([3, 1, 3, 3].map(|n| tape.below(n)), [2, 0, 2, 0]);
    }

    #[test]
    fn zeros_do_not_shuffle() {
        let mut items = [1, 2, 3, 4];
        shuffle(&mut items, &mut Tape::new(&[]));
        assert_eq!(items, [1, 2, 3, 4]);
    }
}

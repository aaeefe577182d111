//! Levels: in which round a head was left out.
//!
//! Each round of [`hull`](super::Search::hull) leaves out the heads to which no path leads, among those that are left, that has on it what has to be there. What is behind such a head may be left out
//! in the same round, or later; and later, if that is on the way. So the number of its round is a level that does not fall from a head to the next one, and rises where something is done, or a station is left.

use super::Search;
use super::heads::Heads;
use crate::budget::StopReason;

/// Rounds after so many are not told: each is another set, and what speaks of all of them grows.
const MOST: u32 = 1 << 12;

/// Numbers of heads: for each bit, the lowest first, the heads in whose number it is set.
pub(super) type Numbers = Vec<Heads>;

/// The rounds in which heads are left out.
pub(super) struct Rounds {
    /// The number of the next round.
    next: u32,
    /// The numbers of those that were left out; nothing if nobody asks, or if there were too many rounds.
    numbers: Option<Numbers>,
}

impl Rounds {
    /// There was none.
    pub fn new(are_told: bool) -> Rounds {
        Rounds { next: 0, numbers: are_told.then(Vec::new) }
    }

    /// Whether they are asked for, and were not too many.
    pub fn are_told(&self) -> bool {
        self.numbers.is_some()
    }

    /// A round has left these out.
    pub fn leave_out(&mut self, search: &mut Search<'_, '_>, heads: &Heads) -> Result<(), StopReason> {
        let round = self.next;
        if round >= MOST {
            self.numbers = None;
        }
        let Some(numbers) = &mut self.numbers else { return Ok(()) };
        self.next = round + 1;
        search.number(numbers, 0, round, heads)
    }

    /// How many there were.
    pub fn count(&self) -> u32 {
        self.next
    }

    /// The sets of those that were left out.
    pub fn numbers(&self) -> impl Iterator<Item = &Heads> {
        self.numbers.iter().flatten()
    }

    /// For each head that was left out its round, unless there were too many.
    pub fn told(self) -> Option<Numbers> {
        self.numbers
    }
}

impl Search<'_, '_> {
    /// Sets the bits from `shift` on of the numbers of these heads, which were 0 there.
    pub fn number(
        &mut self,
        numbers: &mut Numbers,
        shift: usize,
        number: u32,
        heads: &Heads,
    ) -> Result<(), StopReason> {
        for bit in (0..u32::BITS).filter(|bit| number >> bit & 1 == 1) {
            self.join(bit_of(numbers, shift + bit as usize), heads)?;
        }
        Ok(())
    }

    /// Numbers of heads, and those of others.
    pub fn beside_one_another(&mut self, mut numbers: Numbers, others: &Numbers) -> Result<Numbers, StopReason> {
        for (bit, heads) in others.iter().enumerate() {
            self.join(bit_of(&mut numbers, bit), heads)?;
        }
        Ok(numbers)
    }
}

/// A bit of numbers.
pub(super) fn bit_of(numbers: &mut Numbers, bit: usize) -> &mut Heads {
    if numbers.len() <= bit {
        numbers.resize(bit + 1, Heads::new());
    }
    &mut numbers[bit]
}

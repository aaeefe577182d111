//! Numbers that were met, for who comes to the same ones again.

use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};

/// Numbers up to here are bits, two kilobytes at most; above, they are hashed: who meets a few large numbers is not to pay for all smaller ones.
const FEW: usize = 1 << 14;

/// A set of numbers.
#[derive(Debug)]
pub(in crate::logic) enum Met {
    Bits(SmallVec<[u64; 16]>),
    Hashed(FxHashSet<usize>),
}

impl Met {
    /// None of the numbers up to the highest.
    pub(crate) fn none_of(highest: usize) -> Met {
        if highest < FEW { Met::Bits(smallvec![0; highest / 64 + 1]) } else { Met::Hashed(FxHashSet::default()) }
    }

    /// Adds a number that is not above the highest; whether it is new.
    pub(crate) fn insert(&mut self, number: usize) -> bool {
        match self {
            Met::Bits(words) => {
                let (word, bit) = (&mut words[number / 64], 1 << (number % 64));
                let is_new = *word & bit == 0;
                *word |= bit;
                is_new
            }
            Met::Hashed(all) => all.insert(number),
        }
    }

    /// Those that were met, in order.
    pub(crate) fn sorted(&self) -> Vec<usize> {
        match self {
            Met::Bits(words) => {
                let mut sorted = Vec::with_capacity(words.iter().map(|word| word.count_ones() as usize).sum());
                for (&word, at) in words.iter().zip(0..) {
                    sorted.extend(ones(word).map(|bit| 64 * at + bit));
                }
                sorted
            }
            Met::Hashed(all) => {
                let mut sorted: Vec<usize> = all.iter().copied().collect();
                sorted.sort_unstable();
                sorted
            }
        }
    }
}

/// The places of the bits of a word that are 1, from the lowest.
pub(crate) fn ones(word: u64) -> impl Iterator<Item = usize> {
    let rest = |word: &u64| Some(word & (word - 1)).filter(|&rest| rest != 0);
    std::iter::successors((word != 0).then_some(word), rest).map(|word| word.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn what_is_new_is_so_once_among_few_and_many() {
        for highest in [0, 63, 64, FEW - 1, FEW, 10 * FEW] {
            let (mut met, mut expected) = (Met::none_of(highest), BTreeSet::new());
            for at in 0..2_000 {
                let number = at % 500 * 7_919 % (highest + 1);
                assert_eq!(met.insert(number), expected.insert(number), "{number} up to {highest}");
            }
            assert!(met.sorted().iter().eq(&expected), "up to {highest}");
            assert_eq!(matches!(met, Met::Bits(_)), highest < FEW);
        }
    }
}

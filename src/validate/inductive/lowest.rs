//! A set of numbers of which the lowest is asked for.

/// Bits, and for each 64 of them one more that says whether any is set, and so on, until one word says it of all.
pub(super) struct Lowest {
    layers: Vec<Vec<u64>>,
}

impl Lowest {
    /// The empty set, for numbers below `most`.
    pub(crate) fn below(most: usize) -> Lowest {
        let mut layers = vec![vec![0; most.div_ceil(64).max(1)]];
        while let Some(last) = layers.last().filter(|last| last.len() > 1) {
            layers.push(vec![0; last.len().div_ceil(64)]);
        }
        Lowest { layers }
    }

    /// Puts a number in.
    pub(crate) fn insert(&mut self, number: usize) {
        let mut at = number;
        for layer in &mut self.layers {
            layer[at / 64] |= 1 << (at % 64);
            at /= 64;
        }
    }

    /// Takes a number out.
    pub(crate) fn remove(&mut self, number: usize) {
        let mut at = number;
        for layer in &mut self.layers {
            layer[at / 64] &= !(1 << (at % 64));
            if layer[at / 64] != 0 {
                return;
            }
            at /= 64;
        }
    }

    /// The lowest one.
    pub(crate) fn first(&self) -> Option<usize> {
        let is_empty = self.layers.last()?[0] == 0;
        let below = |at: usize, layer: &Vec<u64>| at * 64 + layer[at].trailing_zeros() as usize;
        (!is_empty).then(|| self.layers.iter().rev().fold(0, below))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn it_is_a_set() {
        for most in [0, 1, 63, 64, 65, 4_096, 4_097, 300_000] {
            let (mut set, mut expected) = (Lowest::below(most), BTreeSet::new());
            let mut random = most as u64;
            for _ in 0..2_000 {
                assert_eq!(set.first(), expected.first().copied());
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                if most == 0 {
                    continue;
                }
                // The highest number now and then.
                let number = ((random >> 33) as usize % (most + most / 8 + 1)).min(most - 1);
                if random >> 32 & 1 == 0 {
                    set.insert(number);
                    expected.insert(number);
                } else {
                    // What was the lowest goes, too.
                    for number in [number].into_iter().chain(expected.first().copied()) {
                        set.remove(number);
                        expected.remove(&number);
                    }
                }
            }
        }
    }
}

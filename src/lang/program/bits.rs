//! Rows of truth values.

use crate::logic::met::ones;
use bitvec::prelude::*;
use std::hash::Hasher;

/// A row of truth values.
pub type Bits = BitVec<u64, Lsb0>;

/// A read-only row of truth values.
pub type BitsRef = BitSlice<u64, Lsb0>;

/// Hashes a row word by word: its own way goes bit by bit.
pub(crate) fn hash_row(row: &BitsRef, hasher: &mut impl Hasher) {
    row.chunks(64).for_each(|word| hasher.write_u64(word.load_le()));
}

/// Where two rows of one length differ, each with the value of the second one there, in order.
pub(crate) fn differences(a: &BitsRef, b: &BitsRef) -> impl Iterator<Item = (usize, bool)> {
    let words = (0..).step_by(64).zip(a.chunks(64).zip(b.chunks(64)));
    words.flat_map(|(first, (a, b))| {
        let [a, b]: [u64; 2] = [a.load_le(), b.load_le()];
        ones(a ^ b).map(move |place| (first + place, b >> place & 1 == 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn differences_are_found_bit_by_bit(rows in proptest::collection::vec(any::<(bool, bool)>(), 0..200)) {
            let [a, b]: [Bits; 2] = [rows.iter().map(|row| row.0).collect(), rows.iter().map(|row| row.1).collect()];
            let expected = rows.iter().enumerate().filter(|(_, (a, b))| a != b).map(|(place, &(_, b))| (place, b));
            prop_assert_eq!(differences(&a, &b).collect::<Vec<_>>(), expected.collect::<Vec<_>>());
        }

        #[test]
        fn equal_rows_have_equal_hashes(row in proptest::collection::vec(any::<bool>(), 0..200), before in 0usize..70) {
            let own: Bits = row.iter().copied().collect();
            // The same row somewhere in a longer one, and in room that had other values.
            let mut longer: Bits = std::iter::repeat_n(true, before).chain(row.iter().copied()).chain([true]).collect();
            let mut shrunk = longer.clone();
            shrunk.truncate(before);
            shrunk.extend(&own);
            longer.truncate(before + row.len());
            let hash = |row: &BitsRef| {
                let mut hasher = rustc_hash::FxHasher::default();
                hash_row(row, &mut hasher);
                hasher.finish()
            };
            prop_assert_eq!(hash(&own), hash(&longer[before..]));
            prop_assert_eq!(hash(&longer), hash(&shrunk));
        }
    }
}

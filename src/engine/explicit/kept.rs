//! Rows of truth values that stay.

use crate::lang::program::semantics::{Bits, BitsRef};
use bitvec::field::BitField;
use smallvec::{SmallVec, smallvec};
use std::ops::Deref;

/// A row of truth values as the tables keep it. One of 128 or fewer takes no memory of its own: there are millions of them, and all are given back at the end.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    words: SmallVec<[u64; 2]>,
    len: u32,
}

impl From<&BitsRef> for Kept {
    fn from(row: &BitsRef) -> Kept {
        let len = u32::try_from(row.len()).expect("a row is shorter than a program");
        let words = match len {
            0 => SmallVec::new(),
            // Most are that short, and to go through chunks takes longer.
            1..=64 => smallvec![row.load_le()],
            // To collect them would take room for a power of two.
            _ => {
                let mut words = SmallVec::with_capacity(row.len().div_ceil(64));
                words.extend(row.chunks(64).map(|word| word.load_le::<u64>()));
                words
            }
        };
        Kept { words, len }
    }
}

impl From<&Bits> for Kept {
    fn from(row: &Bits) -> Kept {
        row.as_bitslice().into()
    }
}

impl Deref for Kept {
    type Target = BitsRef;
    fn deref(&self) -> &BitsRef {
        &BitsRef::from_slice(&self.words)[..self.len as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_row_is_kept_as_it_is(row in proptest::collection::vec(any::<bool>(), 0..300), before in 0usize..70) {
            let longer: Bits = std::iter::repeat_n(true, before).chain(row.iter().copied()).collect();
            let kept = Kept::from(&longer[before..]);
            prop_assert_eq!(&kept.iter().by_vals().collect::<Vec<_>>(), &row);
            prop_assert_eq!(kept.words.spilled(), row.len() > 128);
        }
    }
}

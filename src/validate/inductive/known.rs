//! Formulas that are known to have no model, up to the names of their inputs: procedures that are alike have claims that are alike.

use super::gates::Gates;
use rustc_hash::FxHashSet;
use std::sync::{Mutex, PoisonError};

/// What has been refuted by itself, whatever by: not what shares its diagrams with others. Gates do not say which inputs they have, so formulas that differ in the names of inputs only are one. All threads share it.
#[derive(Default)]
pub(super) struct Known {
    refuted: Mutex<FxHashSet<Gates>>,
}

impl Known {
    /// Whether a formula of these gates has been refuted.
    pub(crate) fn is_refuted(&self, gates: &Gates) -> bool {
        self.refuted.lock().unwrap_or_else(PoisonError::into_inner).contains(gates)
    }

    /// A formula of these gates has no model.
    pub(crate) fn learn(&self, gates: Gates) {
        self.refuted.lock().unwrap_or_else(PoisonError::into_inner).insert(gates);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::formula::{Formulas, Input};

    #[test]
    fn the_names_of_inputs_do_not_count_and_their_places_do() {
        let mut f = Formulas::default();
        let [a, b, c, d] = [3, 1, 7, 5].map(|index| f.input(Input(index)));
        let [ab, cd, aa] = [f.and(a, !b), f.and(c, !d), f.and(a, b)];
        let [twice, apart, whole] = [f.and(ab, c), f.and(ab, !a), f.or(ab, cd)];
        let known = Known::default();
        known.learn(Gates::of(&f, ab));
        assert_eq!([ab, cd].map(|like| known.is_refuted(&Gates::of(&f, like))), [true; 2]);
        assert_eq!([aa, !ab, twice, apart, whole, a].map(|other| known.is_refuted(&Gates::of(&f, other))), [false; 6]);
        known.learn(Gates::of(&f, twice));
        assert!(!known.is_refuted(&Gates::of(&f, apart)));
    }
}

//! The numbers by which cuts are told apart.
//!
//! Where a procedure is not recursive, what is compared was saved by the activation itself ([`Cut::is_recursive`]): it is enough that the cuts of that procedure have different
//! numbers. A cut of a recursive procedure is told from all others, as what is compared there may have been saved by an activation below, and so is the loop of runs
//! that are over: one that has violated a condition leaves its activations as they are.

use super::Cut;

/// The numbers of cuts.
pub(super) struct Marks {
    /// For each cut its number.
    of: Vec<usize>,
    /// That of runs that are over.
    ends: usize,
}

impl Marks {
    /// The numbers of these cuts, which are in the order of procedures.
    pub fn of(cuts: &[Cut]) -> Marks {
        let mut of = vec![0; cuts.len()];
        let plain: Vec<usize> = (0..cuts.len()).filter(|&index| !cuts[index].is_recursive).collect();
        for pair in plain.windows(2) {
            let is_same = cuts[pair[0]].place.procedure == cuts[pair[1]].place.procedure;
            of[pair[1]] = if is_same { of[pair[0]] + 1 } else { 0 };
        }
        let mut next = plain.iter().map(|&index| of[index] + 1).max().unwrap_or(0);
        for index in (0..cuts.len()).filter(|&index| cuts[index].is_recursive) {
            of[index] = next;
            next += 1;
        }
        Marks { of, ends: next }
    }

    /// The number of the cut with this index.
    pub fn of_cut(&self, index: usize) -> usize {
        self.of[index]
    }

    /// The number of the loops in which runs are that are over.
    pub fn of_ends(&self) -> usize {
        self.ends
    }

    /// How many numbers are in use.
    pub fn count(&self) -> usize {
        self.ends + 1
    }
}

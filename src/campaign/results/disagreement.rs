//! Where runs contradict each other.

use super::Cell;

/// An input about which one run says SAFE, another UNSAFE. An engine whose rounds differ stands on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The input.
    pub input: usize,
    /// The engines that say SAFE.
    pub safe: Vec<usize>,
    /// The engines that say UNSAFE.
    pub violated: Vec<usize>,
}

impl Disagreement {
    /// What the row of an input shows, if it shows one.
    pub(super) fn of(input: usize, row: &[Option<Cell>]) -> Option<Disagreement> {
        let who = |says: fn(&Cell) -> bool| -> Vec<usize> {
            let says = |engine: &usize| row[*engine].as_ref().is_some_and(says);
            (0..row.len()).filter(says).collect()
        };
        let (safe, violated) = (who(|cell| cell.said_safe), who(|cell| cell.said_unsafe));
        (!safe.is_empty() && !violated.is_empty()).then_some(Disagreement { input, safe, violated })
    }
}

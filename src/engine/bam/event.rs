//! What the engine tells of itself.

use super::precision::Unit;
use crate::lang::program::ProcId;

/// A step.
#[derive(Clone, Debug)]
pub enum Event {
    /// A round begins.
    Round {
        /// Its number, from 1.
        number: usize,
    },
    /// A block is entered.
    Entered {
        /// The block.
        block: ProcId,
        /// Whether some of the entries are not in its table.
        is_new: bool,
    },
    /// The search of a round is over.
    Explored {
        /// For each block that was ever entered how many increments its table has.
        tables: Vec<(ProcId, usize)>,
    },
    /// A run that hits a target is none.
    Spurious {
        /// The target.
        target: usize,
        /// The blocks on the stack, the entry procedure's first.
        stack: Vec<ProcId>,
        /// How many steps its path formula has.
        steps: usize,
    },
    /// Something is tracked from now on.
    Tracks {
        /// What, and where.
        unit: Unit,
    },
    /// What the tables have lost thereby.
    Kept {
        /// Increments that stay.
        kept: usize,
        /// Increments that are dropped.
        dropped: usize,
    },
}

//! What a search goes by, what it finds, and who hears of it.

use super::places::Place;
use super::table::IncrementId;
use crate::lang::program::ProcId;
use crate::pds::{SymbolicPds, Target, TargetMap};
use crate::relational::ranks::{self, Ranks};

/// What the search goes by.
pub struct Plan<'p> {
    /// The system.
    pub pds: &'p SymbolicPds,
    /// The targets that are at each location.
    pub target_map: TargetMap,
    ranks: Ranks,
}

/// A target that is hit: the increment that says so, and the state at the entry.
pub struct Hit<S> {
    /// The target.
    pub target: usize,
    /// Why it is hit.
    pub increment: IncrementId,
    /// The entered values with which runs begin that hit it.
    pub entered: S,
}

/// What hears of the search.
pub trait Listener {
    /// A block was entered with entries, some of which are new.
    fn entered(&mut self, block: ProcId, is_new: bool);

    /// How far it has come.
    fn progress(&mut self, increments: usize);
}

impl<'p> Plan<'p> {
    /// For these targets.
    pub fn new(pds: &'p SymbolicPds, targets: &[Target]) -> Plan<'p> {
        Plan { pds, target_map: pds.target_map(targets), ranks: ranks::forward(pds) }
    }

    /// Callees first, and in a procedure what comes first.
    pub fn rank(&self, place: Place) -> (u32, usize) {
        let rank = match place {
            Place::At(location) => self.ranks.symbols.get(location.index()),
            Place::Exit(block) => self.ranks.returns.get(&(self.pds.procedures[block.index()].entry.index() as u32)),
        };
        (rank.copied().unwrap_or(u32::MAX), place.number(self.pds))
    }
}

//! What is said of a procedure: relations between what an activation is entered with and where it can be
//! (2014-komuravelli, section 3).

use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;

/// A relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Predicate {
    /// An activation that is entered like this returns like that.
    Returns(ProcId),
    /// An activation that is entered like this comes to the target, in itself or in a callee.
    Hits(ProcId),
    /// An activation that is entered like this comes to the loop head with this index among those of its segments, in that state.
    At(ProcId, usize),
}

impl Predicate {
    /// The procedure.
    pub fn procedure(self) -> ProcId {
        match self {
            Predicate::Returns(procedure) | Predicate::Hits(procedure) | Predicate::At(procedure, _) => procedure,
        }
    }
}

/// A predicate, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PredicateId(pub u32);

impl PredicateId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A predicate, as engines tell of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// Which.
    pub predicate: Predicate,
    /// The loop head that it is of.
    pub at: Option<LocId>,
}

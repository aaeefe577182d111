//! The steps that the engine tells.

use super::body::PredicateId;
use super::clauses::Level;
use super::cube::Cube;
use super::fact::FactId;
use super::knowledge::Knowledge;
use crate::lang::cfg::LocId;
use crate::summaries::predicate::Predicate;

/// Something that happened in the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// The engine turns to some targets.
    Turn {
        /// Their indices.
        targets: Vec<usize>,
    },
    /// A bound is asked about.
    Level {
        /// Which.
        bound: Level,
    },
    /// A deep bound was tried.
    Probed {
        /// Which.
        bound: Level,
        /// Whether it was answered, with the questions that it was allowed.
        has_ended: bool,
    },
    /// A predicate is asked about. A single step.
    Asked {
        /// Which.
        predicate: Named,
        /// Within which bound.
        bound: Level,
        /// For a point in this cube.
        cube: Cube,
    },
    /// A predicate has a fact more. A single step.
    Reached {
        /// Which.
        predicate: Named,
        /// The fact.
        fact: FactId,
    },
    /// A predicate has a clause more. A single step.
    Blocked {
        /// Which.
        predicate: Named,
        /// Up to which bound the clause holds.
        level: Level,
        /// What it excludes.
        cube: Cube,
    },
    /// The clauses of a level were tried at the next one.
    Pushed {
        /// Which.
        level: Level,
        /// How many hold there.
        moved: usize,
    },
    /// What holds above a level follows from itself.
    Inductive {
        /// Which.
        level: Level,
    },
}

/// A predicate, as it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// Which.
    pub predicate: Predicate,
    /// The loop head that it is of.
    pub at: Option<LocId>,
}

impl Named {
    pub(super) fn of(known: &Knowledge<'_>, predicate: PredicateId) -> Named {
        let predicate = known.body(predicate).predicate;
        let at = match predicate {
            Predicate::At(procedure, head) => {
                known.segments[procedure.index()].as_ref().map(|segments| segments.heads[head].at)
            }
            Predicate::Returns(_) | Predicate::Hits(_) => None,
        };
        Named { predicate, at }
    }
}

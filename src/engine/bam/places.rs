//! Where an activation can be: at a location, or at the exit of its procedure, where contractions lead.

use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::pds::{Rule, RuleKind, SymbolicPds};

/// A location, or the exit of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// A location.
    At(LocId),
    /// The exit of a procedure.
    Exit(ProcId),
}

impl Place {
    /// The procedure that it belongs to.
    pub fn procedure(self, pds: &SymbolicPds) -> ProcId {
        match self {
            Place::At(location) => pds.procedure_of(location),
            Place::Exit(procedure) => procedure,
        }
    }

    /// Its number: locations first, then exits.
    pub fn number(self, pds: &SymbolicPds) -> usize {
        match self {
            Place::At(location) => location.index(),
            Place::Exit(procedure) => pds.locations.len() + procedure.index(),
        }
    }

    /// The place with a number.
    pub fn numbered(number: usize, pds: &SymbolicPds) -> Place {
        match number.checked_sub(pds.locations.len()) {
            None => Place::At(LocId::from_index(number)),
            Some(procedure) => Place::Exit(ProcId::from_index(procedure)),
        }
    }

    /// How many there are.
    pub fn count(pds: &SymbolicPds) -> usize {
        pds.locations.len() + pds.procedures.len()
    }

    /// Where a rule leads inside its procedure; of a call, where it goes on when the callee has returned.
    pub fn behind(rule: &Rule, pds: &SymbolicPds) -> Place {
        match rule.kind {
            RuleKind::Neutration { to } | RuleKind::Expansion { to, .. } => Place::At(to),
            RuleKind::Contraction => Place::Exit(pds.procedure_of(rule.from)),
        }
    }

    /// The entry of a procedure.
    pub fn entry(procedure: ProcId, pds: &SymbolicPds) -> Place {
        Place::At(pds.procedures[procedure.index()].entry)
    }
}

//! The bodies that are executed: of a procedure that is not recursive, one; of a recursive one, one for each depth of
//! nesting (specification, section 5).

use super::graph::UnitId;
use crate::lang::program::ProcId;
use rustc_hash::FxHashMap;

/// A body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Unit {
    pub procedure: ProcId,
    /// Of a recursive procedure: how often its component may be nested in it, from 1. Of others: 0.
    pub level: u32,
    /// What is nested deeper never comes back, as is known of a component that is complete.
    pub is_closed: bool,
}

/// All bodies that there have been.
#[derive(Clone, Debug, Default)]
pub(super) struct Units {
    units: Vec<Unit>,
    numbers: FxHashMap<Unit, UnitId>,
    of: FxHashMap<ProcId, Vec<UnitId>>,
}

impl Units {
    /// The number of a body.
    pub fn id(&mut self, unit: Unit) -> UnitId {
        let next = UnitId(self.units.len() as u32);
        let id = *self.numbers.entry(unit).or_insert(next);
        if id == next {
            self.units.push(unit);
            self.of.entry(unit.procedure).or_default().push(id);
        }
        id
    }

    /// The bodies of a procedure.
    pub fn of(&self, procedure: ProcId) -> &[UnitId] {
        self.of.get(&procedure).map_or(&[], Vec::as_slice)
    }

    /// The body with a number.
    pub fn unit(&self, id: UnitId) -> Unit {
        self.units[id.0 as usize]
    }
}

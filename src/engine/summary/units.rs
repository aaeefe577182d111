//! The bodies that are executed: of a procedure that is not recursive, one; of a recursive one, one for each depth of
//! nesting, the Σ★1, Σ★2, … of 2007-basler, section 5.

use crate::lang::program::ProcId;
use crate::symbolic::graph::UnitId;
use rustc_hash::FxHashMap;

/// A body: a procedure, or, if that is recursive, what is left of it at a depth of nesting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Unit {
    /// The procedure.
    pub procedure: ProcId,
    /// Of a recursive procedure: how deep the calls of its component may be nested in it, from 1. Of others: 0.
    pub level: u32,
    /// Whether calls that are nested deeper never return, as is known of a component that is complete; else they are over-approximated.
    pub is_closed: bool,
}

/// All bodies that there have been.
#[derive(Clone, Debug, Default)]
pub(super) struct Units {
    units: Vec<Unit>,
    numbers: FxHashMap<Unit, usize>,
    of: FxHashMap<ProcId, Vec<UnitId>>,
}

impl Units {
    /// The number of a body.
    pub fn id(&mut self, unit: Unit) -> UnitId {
        let next = self.units.len();
        let number = *self.numbers.entry(unit).or_insert(next);
        let id = UnitId(number as u32);
        if number == next {
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

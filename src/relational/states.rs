//! States as values of columns: what an activation is now, and what it was entered with.

use super::Relations;
use super::frames::Copies;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::lang::program::semantics::Bits;
use crate::logic::bdd::Column;
use crate::pds::Slot;

/// Columns with their values, sorted.
pub(crate) type Values = Vec<(Column, bool)>;

impl<O> Relations<'_, O> {
    /// The state now at a location, of a model.
    pub(crate) fn now(&self, location: LocId, picked: &Values) -> Values {
        let columns = self.columns_now(location).into_iter();
        sorted(columns.map(|(_, column)| (column, value(picked, column))).collect())
    }

    /// The live slots at a location, each with its column now.
    pub(crate) fn columns_now(&self, location: LocId) -> Vec<(Slot, Column)> {
        let Relations { pds, frames, live, .. } = self;
        let procedure = pds.procedure_of(location);
        let called = live.called_at(location);
        let column = |slot| match slot {
            Slot::Result(index) => called.and_then(|callee| frames.result(callee, index)),
            slot => frames.copies(procedure, slot).map(|copies| copies.now),
        };
        live.at(location).iter().filter_map(|slot| Some((slot, column(slot)?))).collect()
    }

    /// What an activation was entered with, of a model.
    pub(crate) fn entered(&self, procedure: ProcId, picked: &Values) -> Values {
        let given = self.given(procedure).into_iter().filter_map(|copies| copies.entered);
        sorted(given.map(|column| (column, value(picked, column))).collect())
    }

    /// The live globals and parameters at the entry of a procedure.
    pub(crate) fn given(&self, procedure: ProcId) -> Vec<Copies> {
        self.given_slots(procedure).into_iter().map(|(_, copies)| copies).collect()
    }

    /// The same, each with its slot.
    pub(crate) fn given_slots(&self, procedure: ProcId) -> Vec<(Slot, Copies)> {
        let Relations { pds, frames, live, .. } = self;
        let params = pds.procedures[procedure.index()].params;
        let is_given = |slot: &Slot| !matches!(slot, Slot::Local(index) if *index >= params);
        let given = live.entry(procedure).iter().filter(is_given);
        given.filter_map(|slot| Some((slot, frames.copies(procedure, slot)?))).collect()
    }

    /// The globals and locals at the entry of a procedure, from the columns there; what does not matter is false. Initialised
    /// globals have their initial values only where the run begins.
    pub(crate) fn entry_state(&self, procedure: ProcId, now: &Values, is_first: bool) -> (Bits, Bits) {
        let Relations { pds, frames, .. } = self;
        let of = |slot: Slot, init: Option<bool>| {
            init.unwrap_or_else(|| frames.copies(procedure, slot).is_some_and(|copies| value(now, copies.now)))
        };
        let globals = pds.globals.iter().enumerate();
        let globals = globals.map(|(index, &init)| of(Slot::Global(index), init.filter(|_| is_first))).collect();
        let locals = pds.procedures[procedure.index()].init.iter().enumerate();
        (globals, locals.map(|(index, &init)| of(Slot::Local(index), init)).collect())
    }

    pub(crate) fn entry_globals(&self, procedure: ProcId) -> Vec<Copies> {
        let Relations { frames, live, .. } = self;
        let globals = live.entry(procedure).iter().filter(|slot| matches!(slot, Slot::Global(_)));
        globals.filter_map(|slot| frames.copies(procedure, slot)).collect()
    }

    /// The columns of a procedure's locals now, sorted.
    pub(crate) fn local_columns(&self, procedure: ProcId) -> Vec<Column> {
        let Relations { pds, frames, .. } = self;
        let locals = (0..pds.procedures[procedure.index()].init.len()).map(Slot::Local);
        let mut columns: Vec<Column> =
            locals.filter_map(|slot| frames.copies(procedure, slot)).map(|copies| copies.now).collect();
        columns.sort_unstable();
        columns
    }
}

/// Sorts values, and drops what is said twice.
pub(crate) fn sorted(mut values: Values) -> Values {
    values.sort_unstable();
    values.dedup();
    values
}

/// The value of a column; false if it is not given.
pub(crate) fn value(values: &Values, column: Column) -> bool {
    values.binary_search_by_key(&column, |&(column, _)| column).is_ok_and(|at| values[at].1)
}

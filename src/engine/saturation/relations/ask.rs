//! Relations asked about single states: of the activation that runs, of those that wait, and of what returned.

use super::Relations;
use crate::budget::StopReason;
use crate::lang::cfg::LocId;
use crate::lang::program::semantics::Bits;
use crate::logic::bdd::{BddId, Column, Columns};
use crate::pds::Slot;
use crate::relational::states::{Values, value};
use std::collections::BTreeMap;

impl Relations<'_> {
    /// With what the activation that runs can have been entered if it is in this state now.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn running_with(
        &mut self,
        location: LocId,
        globals: &Bits,
        locals: &Bits,
        results: &Bits,
        weight: BddId,
    ) -> Result<BddId, StopReason> {
        let bit = |slot: Slot| match slot {
            Slot::Global(index) => globals[index],
            Slot::Local(index) => locals[index],
            Slot::Result(index) => results[index],
            Slot::Choice(_) => false,
        };
        let columns = self.columns_now(location);
        let state: Values = columns.into_iter().map(|(slot, column)| (column, bit(slot))).collect();
        self.entered_with(&state, weight)
    }

    /// With what an activation can have been entered that waits at a location for a callee that was entered with `callee`.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn waiting_with(
        &mut self,
        location: LocId,
        locals: &Bits,
        callee: BddId,
        weight: BddId,
    ) -> Result<BddId, StopReason> {
        let columns = self.columns_now(location).into_iter();
        let state = columns.filter_map(|(slot, column)| match slot {
            Slot::Local(index) => Some((column, locals[index])),
            _ => None,
        });
        let state: Values = state.collect();
        let callee = self.bdds.rename(callee, self.to_next)?;
        let weight = self.bdds.and(weight, callee)?;
        self.entered_with(&state, weight)
    }

    /// With what the entry procedure can have been entered if it returned like this; it is entered with nothing.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn returned_with(&mut self, globals: &Bits, results: &Bits, weight: BddId) -> Result<BddId, StopReason> {
        let procedure = self.pds.entry;
        let columns = self.live.exit(procedure).iter().filter_map(|slot| {
            let value = match slot {
                Slot::Result(index) => results[index],
                Slot::Global(index) => globals[index],
                _ => return None,
            };
            Some((self.frames.exit(procedure, slot)?, value))
        });
        let state: Values = columns.collect();
        self.entered_with(&state, weight)
    }

    /// The states now at a location in any of these weights.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn states_now(&mut self, location: LocId, weights: &[BddId]) -> Result<BddId, StopReason> {
        let now: Vec<Column> = self.columns_now(location).into_iter().map(|(_, column)| column).collect();
        let others = self.all_but(|column| now.contains(&column));
        let mut states = BddId::FALSE;
        for &weight in weights {
            let some = self.bdds.exists(weight, others)?;
            states = self.bdds.or(states, some)?;
        }
        Ok(states)
    }

    /// The valuations of a set of states at a location.
    pub fn valuations(&self, location: LocId, states: BddId) -> Vec<BTreeMap<Slot, bool>> {
        let columns = self.columns_now(location);
        let valuation = |cube: Values| {
            let known = |column: Column| cube.binary_search_by_key(&column, |&(column, _)| column).is_ok();
            let known = columns.iter().filter(|&&(_, column)| known(column));
            known.map(|&(slot, column)| (slot, value(&cube, column))).collect()
        };
        self.bdds.cubes(states).map(valuation).collect()
    }

    /// Adds to the set at a state; nothing is added of nothing.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn join_into(&mut self, sets: &mut BTreeMap<u32, BddId>, at: u32, set: BddId) -> Result<(), StopReason> {
        if !set.is_false() {
            let known = sets.get(&at).copied().unwrap_or(BddId::FALSE);
            sets.insert(at, self.bdds.or(known, set)?);
        }
        Ok(())
    }

    /// What is entered where a weight has these values.
    fn entered_with(&mut self, state: &Values, weight: BddId) -> Result<BddId, StopReason> {
        let state = self.bdds.cube(state);
        let entered: Vec<Column> = self.frames.entered();
        let others = self.all_but(|column| entered.binary_search(&column).is_ok());
        Ok(self.bdds.and_exists(weight, state, others)?)
    }

    pub(super) fn all_but(&mut self, stays: impl Fn(Column) -> bool) -> Columns {
        let all = (0..self.frames.columns()).map(|number| Column(number as u16));
        let others: Vec<Column> = all.filter(|&column| !stays(column)).collect();
        self.bdds.column_set(others)
    }
}

//! Relations as people see them.

use super::Relations;
use crate::engine::saturation::step::{Weight, When};
use crate::lang::cfg::LocId;
use crate::logic::bdd::{BddId, Column};
use crate::pds::Slot;
use rustc_hash::FxHashMap;

/// So many partial valuations are shown.
const MOST: usize = 64;

impl Relations<'_> {
    /// A relation between what an activation was entered with and its state at a location.
    pub fn shown(&self, location: LocId, weight: BddId) -> Weight {
        let procedure = self.pds.procedure_of(location);
        let entered = self.given_slots(procedure).into_iter();
        let entered = entered.filter_map(|(slot, copies)| Some((copies.entered?, (When::Entered, slot))));
        let now = self.columns_now(location).into_iter().map(|(slot, column)| (column, (When::Now, slot)));
        let names: FxHashMap<Column, (When, Slot)> = now.chain(entered).collect();
        let mut cubes = self.bdds.cubes(weight);
        let known = |(column, value)| names.get(&column).map(|&(when, slot)| (when, slot, value));
        let mut shown: Vec<Vec<(When, Slot, bool)>> =
            cubes.by_ref().take(MOST).map(|cube| cube.into_iter().filter_map(known).collect()).collect();
        shown.iter_mut().for_each(|cube| cube.sort_unstable());
        shown.sort_unstable();
        Weight::Relation(shown, cubes.next().is_some())
    }
}

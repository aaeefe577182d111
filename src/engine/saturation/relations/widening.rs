//! Callees that are entered again and again, each time with other *data*: variables that do not [steer](Steering).
//!
//! The moves of the towers of Hanoi count themselves, so `move` is entered with each of a million numbers of moves, one after the other. Its summary is the same for all: one move more. So after many
//! entries a callee is entered with all data at once. What is reached in it then may be more than what some run reaches, and so what is not reached is still not reached; its summary relates each
//! entry to what it leads to, as before, so what is reached in the activation with which runs begin is reached.

use super::Relations;
use crate::budget::StopReason;
use crate::lang::program::ProcId;
use crate::logic::bdd::{BddId, Columns};
use crate::pds::analysis::Steering;
use crate::pds::{SymbolicPds, Target};
use rustc_hash::FxHashMap;

/// So often a callee is entered in a new way before all its data are let in.
pub const PATIENCE: u32 = 128;

/// Which callees are entered with all data.
#[derive(Clone, Debug)]
pub(super) struct Widening {
    targets: Vec<Target>,
    patience: u32,
    /// How often each procedure has been entered in a new way.
    entered: Vec<u32>,
    steering: Option<Steering>,
    /// Of procedures that have been entered often: the columns of their data, next.
    data: FxHashMap<ProcId, Option<Columns>>,
}

/// Whether there are targets, all of them in the procedure with which runs begin.
fn are_in_entry(pds: &SymbolicPds, targets: &[Target]) -> bool {
    let locations = targets.iter().flat_map(|target| &target.locations);
    locations.clone().next().is_some() && locations.clone().all(|&location| pds.procedure_of(location) == pds.entry)
}

impl Relations<'_> {
    /// From now on callees that have been entered so often in new ways are entered with all data, if that changes nothing for these targets.
    pub fn widen(&mut self, targets: &[Target], patience: u32) {
        if are_in_entry(self.pds, targets) && !self.live.is_called(self.pds.entry) {
            let entered = vec![0; self.pds.procedures.len()];
            let targets = targets.to_vec();
            self.own.widening =
                Some(Widening { targets, patience, entered, steering: None, data: FxHashMap::default() });
        }
    }

    /// A callee was entered in a new way.
    pub(super) fn count_entry(&mut self, callee: ProcId) {
        if let Some(widening) = &mut self.own.widening {
            let count = &mut widening.entered[callee.index()];
            *count = count.saturating_add(1);
        }
    }

    /// Whether callees may be entered with all data.
    #[cfg(test)]
    pub fn widens(&self) -> bool {
        self.own.widening.is_some()
    }

    /// With what a callee is entered, in columns next, if a caller comes with these entries.
    ///
    /// # Errors
    /// If a limit strikes.
    pub(super) fn widened(&mut self, callee: ProcId, entries: BddId) -> Result<BddId, StopReason> {
        let Some(widening) = &mut self.own.widening else { return Ok(entries) };
        if widening.entered[callee.index()] < widening.patience {
            return Ok(entries);
        }
        let (pds, live, frames, bdds) = (self.pds, &self.live, &self.frames, &mut self.bdds);
        let steering = widening.steering.get_or_insert_with(|| Steering::analyse(pds, &widening.targets));
        let data = *widening.data.entry(callee).or_insert_with(|| {
            let data = live.entry(callee).iter().filter(|&slot| !steering.steers(callee, slot));
            let columns: Vec<_> = data.filter_map(|slot| Some(frames.copies(callee, slot)?.next)).collect();
            (!columns.is_empty()).then(|| bdds.column_set(columns))
        });
        match data {
            Some(data) => Ok(self.bdds.exists(entries, data)?),
            None => Ok(entries),
        }
    }
}

//! Sets of heads: what procedures are entered with, in columns entered.

use super::Relations;
use crate::budget::StopReason;
use crate::engine::heads::{Frame, Values};
use crate::logic::bdd::BddId;
use crate::relational::states::value;

impl Relations<'_> {
    /// What a caller that waits was entered with, and what its callee begins with: its locals are forgotten.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn without_now(&mut self, waiting: BddId) -> Result<BddId, StopReason> {
        Ok(self.bdds.exists(waiting, self.now)?)
    }

    /// Entries of callees, from columns next to columns entered.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn next_to_entered(&mut self, entries: BddId) -> Result<BddId, StopReason> {
        Ok(self.bdds.rename(entries, self.to_entered)?)
    }

    /// One of these heads, with its values and as a set.
    pub fn one_entered(&mut self, frame: Frame, heads: BddId) -> Option<(Values, BddId)> {
        let picked = self.bdds.pick(heads)?;
        let Frame::Called(procedure) = frame else { return Some((Values::new(), heads)) };
        let slots = self.given_slots(procedure).into_iter();
        let slots: Vec<_> = slots.filter_map(|(slot, copies)| Some((slot, copies.entered?))).collect();
        let literals: Vec<_> = slots.iter().map(|&(_, column)| (column, value(&picked, column))).collect();
        let one = self.bdds.cube(&literals);
        Some((slots.iter().map(|&(slot, column)| (slot, value(&picked, column))).collect(), one))
    }
}

//! Relations of pre* as formulas.

use super::Relations;
use crate::budget::StopReason;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::bdd::{BddId, Column};
use crate::logic::formula::{Formula, Formulas};
use crate::pds::Slot;
use crate::pds::proof::Moment;

impl Relations<'_> {
    /// All but a set.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn complement(&mut self, a: BddId) -> Result<BddId, StopReason> {
        Ok(self.bdds.not(a)?)
    }

    /// At least one of two sets.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn either(&mut self, a: BddId, b: BddId) -> Result<BddId, StopReason> {
        Ok(self.bdds.or(a, b)?)
    }

    /// What a procedure may be entered with if it must not be in `hits`, at its first location.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn safe_entry(
        &mut self,
        formulas: &mut Formulas,
        procedure: ProcId,
        hits: BddId,
    ) -> Result<Formula, StopReason> {
        let entries = self.entries(procedure, hits)?;
        let safe = self.bdds.not(entries)?;
        let given = self.given_slots(procedure).into_iter();
        let columns = given.map(|(slot, copies)| (copies.now, Moment::Entered(slot)));
        self.proved(formulas, columns, safe)
    }

    /// The summary of a procedure, for its activations to be compared with: what is entered in columns *next*. `returns` is the weight of
    /// its first location.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn own_summary(&mut self, procedure: ProcId, returns: BddId) -> Result<BddId, StopReason> {
        let entries = self.entries(procedure, returns)?;
        let given = self.given(procedure);
        let to_next = self.bdds.renaming(given.iter().map(|copies| (copies.now, copies.next)));
        Ok(self.bdds.rename(entries, to_next)?)
    }

    /// A summary of [`Relations::own_summary`].
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn summarised(
        &mut self,
        formulas: &mut Formulas,
        procedure: ProcId,
        summary: BddId,
    ) -> Result<Formula, StopReason> {
        let left: Vec<_> = self.left_columns(procedure).collect();
        let begun = self.begun_columns(procedure);
        self.proved(formulas, left.into_iter().chain(begun), summary)
    }

    /// What may hold at a location of what was entered and the state now: it is not in `hits`, and none of its `returns` is
    /// `excluded`, the complement of [`Relations::own_summary`].
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn safe_at(
        &mut self,
        formulas: &mut Formulas,
        location: LocId,
        hits: BddId,
        (returns, excluded): (BddId, BddId),
    ) -> Result<Formula, StopReason> {
        let procedure = self.pds.procedure_of(location);
        let left: Vec<Column> = self.left_columns(procedure).map(|(column, _)| column).collect();
        let left = self.bdds.column_set(left);
        let unlike = self.bdds.and_exists(returns, excluded, left)?;
        let unsafe_states = self.bdds.or(hits, unlike)?;
        let safe = self.bdds.not(unsafe_states)?;
        let now = self.columns_now(location).into_iter().map(|(slot, column)| (column, Moment::Now(slot)));
        let begun = self.begun_columns(procedure);
        self.proved(formulas, now.chain(begun), safe)
    }

    /// In a summary of [`Relations::own_summary`]: what is entered.
    fn begun_columns(&self, procedure: ProcId) -> impl Iterator<Item = (Column, Moment)> + use<> {
        let given = self.given_slots(procedure).into_iter();
        given.map(|(slot, copies)| (copies.next, Moment::Entered(slot)))
    }

    /// In relations of pre*: what is left.
    fn left_columns(&self, procedure: ProcId) -> impl Iterator<Item = (Column, Moment)> + '_ {
        let column = move |slot: Slot| match slot {
            Slot::Result(index) => self.frames.register(procedure, index).map(|register| register.left),
            slot => self.frames.copies(procedure, slot).and_then(|copies| copies.entered),
        };
        let left = self.live.exit(procedure).iter();
        left.filter_map(move |slot| Some((column(slot)?, Moment::Now(slot))))
    }
}

//! Relations as formulas.

use super::Relations;
use crate::budget::StopReason;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::bdd::{BddId, Column};
use crate::logic::formula::{Formula, Formulas};
use crate::pds::proof::Moment;
use smallvec::{SmallVec, smallvec};

impl<O> Relations<'_, O> {
    /// What the weight of a location says of what was entered and the state now.
    ///
    /// # Errors
    /// If a limit strikes.
    pub(crate) fn proved_at(
        &mut self,
        formulas: &mut Formulas,
        location: LocId,
        weight: BddId,
    ) -> Result<Formula, StopReason> {
        let now = self.columns_now(location).into_iter().map(|(slot, column)| (column, Moment::Now(slot)));
        let entered = self.entered_columns(self.pds.procedure_of(location));
        self.proved(formulas, now.chain(entered), weight)
    }

    /// What a procedure is entered with, as the weight of its first location says, where both are the same.
    ///
    /// # Errors
    /// If a limit strikes.
    pub(crate) fn proved_entry(
        &mut self,
        formulas: &mut Formulas,
        procedure: ProcId,
        weight: BddId,
    ) -> Result<Formula, StopReason> {
        let given = self.given_slots(procedure);
        let columns = given.iter().map(|&(slot, copies)| (copies.now, Moment::Entered(slot)));
        self.proved(formulas, columns, weight)
    }

    /// What a procedure leaves, as the weight of its return says.
    ///
    /// # Errors
    /// If a limit strikes.
    pub(crate) fn proved_exit(
        &mut self,
        formulas: &mut Formulas,
        procedure: ProcId,
        weight: BddId,
    ) -> Result<Formula, StopReason> {
        let left = self.live.exit(procedure).iter();
        let left = left.filter_map(|slot| Some((self.frames.exit(procedure, slot)?, Moment::Now(slot))));
        let left: SmallVec<[(Column, Moment); 16]> = left.collect();
        let entered = self.entered_columns(procedure);
        self.proved(formulas, left.into_iter().chain(entered), weight)
    }

    /// What a procedure is entered with, as a set of what is entered.
    ///
    /// # Errors
    /// If a limit strikes.
    pub(crate) fn proved_given(
        &mut self,
        formulas: &mut Formulas,
        procedure: ProcId,
        entries: BddId,
    ) -> Result<Formula, StopReason> {
        let columns = self.entered_columns(procedure);
        self.proved(formulas, columns, entries)
    }

    /// A relation as a formula. Where no target can follow nothing is live, but guards look at columns there all the same: what they leave in others is
    /// nothing to go by.
    pub(crate) fn proved(
        &mut self,
        formulas: &mut Formulas,
        columns: impl IntoIterator<Item = (Column, Moment)>,
        weight: BddId,
    ) -> Result<Formula, StopReason> {
        let mut columns: SmallVec<[(Column, Moment); 32]> = columns.into_iter().collect();
        columns.sort_unstable_by_key(|&(column, _)| column);
        let place = |column: Column| columns.binary_search_by_key(&column, |&(known, _)| known);
        let support = self.bdds.support(weight);
        let others = self.bdds.column_set(support.iter().copied().filter(|&column| place(column).is_err()));
        let weight = self.bdds.exists(weight, others)?;
        let mut inputs: SmallVec<[Formula; 32]> = smallvec![Formula::FALSE; columns.len()];
        for at in support.into_iter().filter_map(|column| place(column).ok()) {
            inputs[at] = formulas.input(columns[at].1.input());
        }
        Ok(self.bdds.factored(weight, formulas, |column| inputs[place(column).expect("a column that is left")]))
    }

    fn entered_columns(&self, procedure: ProcId) -> impl Iterator<Item = (Column, Moment)> + use<O> {
        let given = self.given_slots(procedure).into_iter();
        given.filter_map(|(slot, copies)| Some((copies.entered?, Moment::Entered(slot))))
    }
}

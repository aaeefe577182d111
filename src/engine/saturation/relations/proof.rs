//! Relations as formulas: first those of post*, then those of pre*.

use super::Relations;
use crate::budget::StopReason;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::bdd::{BddId, Column};
use crate::logic::formula::{Formula, Formulas};
use crate::pds::Slot;
use crate::pds::proof::Moment;
use rustc_hash::FxHashMap;

impl Relations<'_> {
    /// What the weight of a location says of what was entered and the state now.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn proved_at(
        &mut self,
        formulas: &mut Formulas,
        location: LocId,
        weight: BddId,
    ) -> Result<Formula, StopReason> {
        let now = self.columns_now(location).into_iter().map(|(slot, column)| (column, Moment::Now(slot)));
        let entered = self.entered_columns(self.pds.procedure_of(location));
        let columns = now.chain(entered).collect();
        self.proved(formulas, &columns, weight)
    }

    /// What a procedure is entered with, as the weight of its first location says, where both are the same.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn proved_entry(
        &mut self,
        formulas: &mut Formulas,
        procedure: ProcId,
        weight: BddId,
    ) -> Result<Formula, StopReason> {
        let given = self.given_slots(procedure);
        let columns = given.iter().map(|&(slot, copies)| (copies.now, Moment::Entered(slot))).collect();
        self.proved(formulas, &columns, weight)
    }

    /// What a procedure leaves, as the weight of its return says.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn proved_exit(
        &mut self,
        formulas: &mut Formulas,
        procedure: ProcId,
        weight: BddId,
    ) -> Result<Formula, StopReason> {
        let left = self.live.exit(procedure).iter();
        let left = left.filter_map(|slot| Some((self.frames.exit(procedure, slot)?, Moment::Now(slot))));
        let columns = left.chain(self.entered_columns(procedure)).collect();
        self.proved(formulas, &columns, weight)
    }

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
        let columns = given.map(|(slot, copies)| (copies.now, Moment::Entered(slot))).collect();
        self.proved(formulas, &columns, safe)
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
        let columns = self.left_columns(procedure).chain(self.begun_columns(procedure)).collect();
        self.proved(formulas, &columns, summary)
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
        let columns = now.chain(self.begun_columns(procedure)).collect();
        self.proved(formulas, &columns, safe)
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

    /// A relation as a formula. Where no target can follow nothing is live, but guards look at columns there all the same: what they leave in others is
    /// nothing to go by.
    fn proved(
        &mut self,
        formulas: &mut Formulas,
        columns: &FxHashMap<Column, Moment>,
        weight: BddId,
    ) -> Result<Formula, StopReason> {
        let others: Vec<Column> =
            self.bdds.support(weight).into_iter().filter(|column| !columns.contains_key(column)).collect();
        let others = self.bdds.column_set(others);
        let weight = self.bdds.exists(weight, others)?;
        let inputs: FxHashMap<Column, Formula> =
            columns.iter().map(|(&column, moment)| (column, formulas.input(moment.input()))).collect();
        Ok(self.bdds.factored(weight, formulas, |column| inputs[&column]))
    }

    fn entered_columns(&self, procedure: ProcId) -> impl Iterator<Item = (Column, Moment)> + use<> {
        let given = self.given_slots(procedure).into_iter();
        given.filter_map(|(slot, copies)| Some((copies.entered?, Moment::Entered(slot))))
    }
}

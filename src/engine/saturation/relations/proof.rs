//! Relations of post* as formulas.

use super::Relations;
use crate::budget::StopReason;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::bdd::{BddId, Column};
use crate::logic::formula::{Formula, Formulas};
use crate::pds::proof::Moment;
use rustc_hash::FxHashMap;

impl Relations<'_> {
    /// What the weight of a location says of what was entered and the state now.
    pub fn proved_at(&self, formulas: &mut Formulas, location: LocId, weight: BddId) -> Formula {
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
        let columns: FxHashMap<Column, Moment> =
            given.iter().map(|&(slot, copies)| (copies.now, Moment::Entered(slot))).collect();
        let others = self.all_but(|column| columns.contains_key(&column));
        let entries = self.bdds.exists(weight, others)?;
        Ok(self.proved(formulas, &columns, entries))
    }

    /// What a procedure leaves, as the weight of its return says.
    pub fn proved_exit(&self, formulas: &mut Formulas, procedure: ProcId, weight: BddId) -> Formula {
        let left = self.live.exit(procedure).iter();
        let left = left.filter_map(|slot| Some((self.frames.exit(procedure, slot)?, Moment::Now(slot))));
        let columns = left.chain(self.entered_columns(procedure)).collect();
        self.proved(formulas, &columns, weight)
    }

    fn proved(&self, formulas: &mut Formulas, columns: &FxHashMap<Column, Moment>, weight: BddId) -> Formula {
        let inputs: FxHashMap<Column, Formula> =
            columns.iter().map(|(&column, moment)| (column, formulas.input(moment.input()))).collect();
        self.bdds.factored(weight, formulas, |column| inputs.get(&column).copied().unwrap_or_default())
    }

    fn entered_columns(&self, procedure: ProcId) -> impl Iterator<Item = (Column, Moment)> + use<> {
        let given = self.given_slots(procedure).into_iter();
        given.filter_map(|(slot, copies)| Some((copies.entered?, Moment::Entered(slot))))
    }
}

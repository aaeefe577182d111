//! Numbers of heads as formulas over variables.

use super::Search;
use super::heads::Heads;
use super::rounds::Numbers;
use crate::budget::StopReason;
use crate::engine::repeat::Level;
use crate::lang::program::product;
use crate::logic::bdd::{BddId, Column};
use crate::logic::formula::Formula;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

impl Search<'_, '_> {
    /// For each station the numbers of these heads as levels; nothing if they are too wide. What the levels of other heads are does not matter.
    pub fn levels(&mut self, heads: &Heads, numbers: &Numbers) -> Result<Option<Vec<Level>>, StopReason> {
        if numbers.len() > product::Level::WIDEST {
            return Ok(None);
        }
        (0..self.stations.all.len())
            .map(|station| self.level(station, heads, numbers))
            .collect::<Result<_, _>>()
            .map(Some)
    }

    fn level(&mut self, station: usize, heads: &Heads, numbers: &Numbers) -> Result<Level, StopReason> {
        let heads = heads.get(&station).copied().unwrap_or(BddId::FALSE);
        let mut level = Level::default();
        let columns = self.relations.columns_now(self.stations.all[station].at).into_iter();
        let inputs: FxHashMap<Column, Formula> =
            columns.map(|(slot, column)| (column, level.formulas.input(slot.input()))).collect();
        let own: Vec<BddId> = numbers.iter().map(|bit| bit.get(&station).copied().unwrap_or(BddId::FALSE)).collect();
        let width = own.iter().rposition(|bit| !bit.is_false()).map_or(0, |last| last + 1);
        for &set in &own[..width] {
            let unset = self.relations.bdds.diff(heads, set)?;
            let bit = self.between(set, unset)?;
            level.bits.push(self.relations.bdds.formula(bit, &mut level.formulas, |column| inputs[&column]));
        }
        Ok(level)
    }

    /// A set of states that has all of the first set and none of the second one, and depends on few columns: one after the other is forgotten, if it tells none of these from one of those.
    fn between(&mut self, mut within: BddId, mut without: BddId) -> Result<BddId, StopReason> {
        let bdds = &mut self.relations.bdds;
        let support: BTreeSet<Column> = bdds.support(within).into_iter().chain(bdds.support(without)).collect();
        for column in support {
            let forgotten = bdds.column_set([column]);
            let (more, others) = (bdds.exists(within, forgotten)?, bdds.exists(without, forgotten)?);
            if bdds.and(more, others)?.is_false() {
                (within, without) = (more, others);
            }
        }
        let outside = bdds.not(without)?;
        Ok(if bdds.size(outside) < bdds.size(within) { outside } else { within })
    }
}

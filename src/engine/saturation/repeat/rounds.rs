//! Levels: in which round a head was left out.
//!
//! Each round of [`hull`](super::Search::hull) leaves out the heads to which no path leads, among those that are left, on which something is done. What is behind such a head may be left out
//! in the same round, or later; and later, if something is done on the way. So the number of its round is a level that does not fall from a head to the next one, and rises where something is done.

use super::Search;
use super::heads::Heads;
use crate::budget::StopReason;
use crate::engine::repeat::Level;
use crate::logic::bdd::{BddId, Column};
use crate::logic::formula::{Formula, Formulas};
use rustc_hash::FxHashMap;

/// Levels above this are not told: each is another set, and what speaks of all of them grows.
const MOST: u32 = 1 << 12;

/// The heads that were left out.
pub(super) struct Rounds {
    /// The number of the next round.
    next: u32,
    /// For each bit the heads in the number of whose round it is set; nothing if there were too many rounds.
    bits: Option<Vec<Heads>>,
}

impl Rounds {
    /// There was none.
    pub fn new() -> Rounds {
        Rounds { next: 0, bits: Some(Vec::new()) }
    }

    /// The rounds begin anew: those of a component say nothing of others.
    pub fn begin(&mut self) {
        self.next = 0;
    }

    /// Whether there were not too many.
    pub fn are_told(&self) -> bool {
        self.bits.is_some()
    }

    /// A round has left these out.
    pub fn leave_out(&mut self, search: &mut Search<'_, '_>, heads: &Heads) -> Result<(), StopReason> {
        let round = self.next;
        if round >= MOST {
            self.bits = None;
        }
        let Some(bits) = &mut self.bits else { return Ok(()) };
        self.next = round + 1;
        for bit in (0..u32::BITS).filter(|bit| round >> bit & 1 == 1) {
            if bits.len() <= bit as usize {
                bits.push(Heads::new());
            }
            search.join(&mut bits[bit as usize], heads)?;
        }
        Ok(())
    }

    /// For each station the numbers of rounds as a level.
    pub fn levels(self, search: &Search<'_, '_>) -> Option<Vec<Level>> {
        let bits = self.bits?;
        let levels = search.stations.all.iter().enumerate().map(|(number, station)| {
            let own = bits.iter().map(|bit| bit.get(&number).copied().unwrap_or(BddId::FALSE));
            let own: Vec<BddId> = own.collect();
            if own.iter().all(|states| states.is_false()) {
                return Level::default();
            }
            let mut formulas = Formulas::default();
            let columns = search.relations.columns_now(station.at).into_iter();
            let inputs: FxHashMap<Column, Formula> =
                columns.map(|(slot, column)| (column, formulas.input(slot.input()))).collect();
            let mut bits: Vec<Formula> = own
                .into_iter()
                .map(|states| search.relations.bdds.formula(states, &mut formulas, |column| inputs[&column]))
                .collect();
            while bits.last() == Some(&Formula::FALSE) {
                bits.pop();
            }
            Level { formulas, bits }
        });
        Some(levels.collect())
    }
}

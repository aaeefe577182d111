//! Sets of heads.

use super::Search;
use crate::budget::StopReason;
use crate::engine::repeat::Repeating;
use crate::engine::saturation::relations::Relations;
use crate::logic::bdd::BddId;
use crate::relational::states::value;
use std::collections::BTreeMap;

/// Heads: for the index of a station states there. Nothing is there at one that is left out.
pub(super) type Heads = BTreeMap<usize, BddId>;

impl Search<'_, '_> {
    /// One of these heads, with its values and as a set.
    pub fn pick(&mut self, heads: &Heads) -> Option<(Repeating, BddId)> {
        let (&station, &states) = heads.iter().next()?;
        let picked = self.relations.bdds.pick(states)?;
        let beside = self.relations.bdds.members(self.beside[station]).to_vec();
        let columns = self.relations.columns_now(self.stations.all[station].at).into_iter();
        let columns: Vec<_> = columns.filter(|(_, column)| !beside.contains(column)).collect();
        let literals: Vec<_> = columns.iter().map(|&(_, column)| (column, value(&picked, column))).collect();
        let one = self.relations.bdds.cube(&literals);
        let values = columns.iter().map(|&(slot, column)| (slot, value(&picked, column))).collect();
        Some((Repeating { station, values }, one))
    }

    /// What is in both.
    pub fn both(&mut self, a: &Heads, b: &Heads) -> Result<Heads, StopReason> {
        let mut both = Heads::new();
        for (&station, &states) in a {
            if let Some(&others) = b.get(&station) {
                let states = self.relations.bdds.and(states, others)?;
                add(&mut self.relations, &mut both, station, states)?;
            }
        }
        Ok(both)
    }

    /// Takes some away.
    pub fn drop(&mut self, from: &mut Heads, known: &Heads) -> Result<(), StopReason> {
        for (station, &known) in known {
            if let Some(states) = from.get_mut(station) {
                *states = self.relations.bdds.diff(*states, known)?;
            }
        }
        from.retain(|_, states| !states.is_false());
        Ok(())
    }

    /// Adds some.
    pub fn join(&mut self, to: &mut Heads, more: &Heads) -> Result<(), StopReason> {
        for (&station, &states) in more {
            add(&mut self.relations, to, station, states)?;
        }
        Ok(())
    }
}

/// Adds states of a station.
pub(super) fn add(
    relations: &mut Relations<'_>,
    to: &mut Heads,
    station: usize,
    states: BddId,
) -> Result<(), StopReason> {
    if !states.is_false() {
        let known = to.get(&station).copied().unwrap_or(BddId::FALSE);
        to.insert(station, relations.bdds.or(known, states)?);
    }
    Ok(())
}

//! Dropping what does not matter: updates of dead slots.
//!
//! The smaller system runs in step with the given one: by induction over a run, states agree on the slots that are
//! live where control is. The guard of a rule that matters ([`Reach::keeps`](super::Reach::keeps)) reads live slots
//! only, so both systems apply the same rules with the same choices; a slot that is live after a rule is either updated
//! in both, by a value that reads live slots only, or in neither. Targets are locations, so the same ones are reached.
//! Rules that lead to no target may do more or less than before, but then none is reached behind them.
//!
//! The way back: a run of the smaller system, executed with the dropped updates, is one of the given system
//! ([`super::restore`]). An invariant of the smaller system in which only live slots occur is one of the given system.

use super::liveness::Liveness;
use crate::logic::formula::Formula;
use crate::pds::{RuleId, Slot, SymbolicPds};

/// The updates that were dropped.
#[derive(Clone, Debug, Default)]
pub(super) struct Forgotten {
    /// In the order of rules.
    updates: Vec<(RuleId, Slot, Formula)>,
}

impl Forgotten {
    /// The dropped updates of a rule.
    pub(super) fn of(&self, rule: RuleId) -> &[(RuleId, Slot, Formula)] {
        let first = self.updates.partition_point(|&(other, ..)| other < rule);
        let rest = &self.updates[first..];
        &rest[..rest.partition_point(|&(other, ..)| other == rule)]
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.updates.len()
    }
}

/// Drops all updates of slots that are dead afterwards, and gives arbitrary variables that are dead where they come
/// to be the value 0.
pub(super) fn forget(pds: &mut SymbolicPds, live: &Liveness) -> Forgotten {
    let mut updates = Vec::new();
    for index in 0..pds.rules.len() {
        let after = live.after(pds, &pds.rules[index]);
        pds.rules[index].transfer.updates.retain(|&(slot, value)| {
            let is_live = live.sets().contains(after, slot);
            if !is_live {
                updates.push((RuleId(index as u32), slot, value));
            }
            is_live
        });
    }
    let begin = pds.procedures[pds.entry.index()].entry;
    for (index, init) in pds.globals.iter_mut().enumerate() {
        if !live.contains(begin, Slot::Global(index)) {
            init.get_or_insert(false);
        }
    }
    for procedure in &mut pds.procedures {
        for (index, init) in procedure.init.iter_mut().enumerate().skip(procedure.params) {
            if !live.contains(procedure.entry, Slot::Local(index)) {
                init.get_or_insert(false);
            }
        }
    }
    Forgotten { updates }
}

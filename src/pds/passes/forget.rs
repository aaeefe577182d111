//! Dropping what does not matter: updates of dead slots.
//!
//! The smaller system runs in step with the given one: by induction over a run, states agree on the slots that are
//! live where control is. The guard of a rule that matters ([`Reach::keeps`](crate::pds::analysis::Reach::keeps)) reads live slots
//! only, so both systems apply the same rules with the same choices; a slot that is live after a rule is either updated
//! in both, by a value that reads live slots only, or in neither. Targets are locations, so the same ones are reached.
//! Rules that lead to no target may do more or less than before, but then none is reached behind them.
//!
//! There is no way to go back: the rules and choices of a run of the smaller system, executed with the dropped updates, are a run of the
//! given system, and what a state of the smaller system says about dead slots means nothing. An invariant of the smaller system in which only live
//! slots occur is one of the given system.

use crate::pds::analysis::Liveness;
use crate::pds::{Slot, SymbolicPds};

/// Drops all updates of slots that are dead afterwards, and gives arbitrary variables that are dead where they come
/// to be the value 0. How many updates were dropped.
pub(super) fn forget(mut pds: SymbolicPds, live: &Liveness) -> (SymbolicPds, usize) {
    let mut dropped = 0;
    for index in 0..pds.rules.len() {
        let after = live.after(&pds, &pds.rules[index]);
        let updates = &mut pds.rules[index].transfer.updates;
        let before = updates.len();
        updates.retain(|&(slot, _)| live.sets().contains(after, slot));
        dropped += before - updates.len();
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
    (pds, dropped)
}

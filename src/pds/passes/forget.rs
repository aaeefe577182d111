//! Dropping what does not matter: updates of dead slots.
//!
//! The smaller system runs in step with the given one: by induction over a run, states agree on the slots that are
//! live where control is. The guard of a rule that matters ([`Reach::keeps`](crate::pds::analysis::Reach::keeps)) reads live slots
//! only, so both systems apply the same rules with the same choices; a slot that is live after a rule is either updated
//! in both, by a value that reads live slots only, or in neither. Targets are locations, so the same ones are reached.
//! Rules that lead to no target may do more or less than before, but then none is reached behind them.
//!
//! Of a derivation there is no way to go back: the rules and choices of a run of the smaller system, executed with the dropped updates, are a run of the
//! given system, and what a state of the smaller system says about dead slots means nothing. An invariant of the smaller system in which only live
//! slots occur is one of the given system. But an engine need not say that a procedure keeps a global which no rule of it updates, and the given
//! system may update it where it is dead: so where it is live, this is said now.

use super::back::Back;
use super::lifting::{Kept, Lifting};
use crate::budget::{Budget, StopReason};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::pds::analysis::{Cuts, Liveness};
use crate::pds::derivation::Derivation;
use crate::pds::{Slot, SymbolicPds};
use rustc_hash::FxHashMap;

/// Drops all updates of slots that are dead afterwards, and gives arbitrary variables that are dead where they come
/// to be the value 0. How many updates were dropped.
pub(super) fn forget(mut pds: SymbolicPds, live: &Liveness) -> (SymbolicPds, usize) {
    let mut dropped = 0;
    for index in 0..pds.rules.len() {
        let after = live.after(&pds, &pds.rules[index]);
        let updates = &mut pds.rules[index].transfer.updates;
        let stays = |&(slot, _): &(Slot, Formula)| live.sets().contains(after, slot);
        let dead = updates.len() - updates.iter().filter(|update| stays(update)).count();
        if dead > 0 {
            *updates = updates.iter().copied().filter(stays).collect();
            dropped += dead;
        }
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

/// The way back: globals that are updated no more, where they are live.
#[derive(Debug)]
pub(super) struct Forgotten {
    /// For each procedure, at its return.
    exits: Vec<Vec<Slot>>,
    /// At cuts.
    cuts: FxHashMap<LocId, Vec<Slot>>,
}

impl Forgotten {
    /// Nothing if there are none.
    pub(super) fn of(pds: &SymbolicPds, live: &Liveness, kept: &Kept, cuts: &Cuts) -> Option<Forgotten> {
        let slots: Vec<Vec<Slot>> =
            (0..pds.procedures.len()).map(|index| kept.slots(ProcId::from_index(index))).collect();
        if slots.iter().all(Vec::is_empty) {
            return None;
        }
        let is_cut = |location: &LocId| cuts.all[location.index()];
        let locations = (0..pds.locations.len()).map(LocId::from_index).filter(is_cut);
        let at = |location: LocId| {
            let slots = slots[pds.procedure_of(location).index()].iter().copied();
            (location, slots.filter(|&slot| live.contains(location, slot)).collect::<Vec<_>>())
        };
        let cuts = locations.map(at).filter(|(_, slots)| !slots.is_empty()).collect();
        let exits = slots.iter().enumerate().map(|(index, slots)| {
            let exit = live.exit(ProcId::from_index(index));
            slots.iter().copied().filter(|&slot| live.sets().contains(exit, slot)).collect()
        });
        Some(Forgotten { exits: exits.collect(), cuts })
    }
}

impl Back for Forgotten {
    fn derivation(&self, derivation: Derivation, _: &Budget) -> Result<Derivation, StopReason> {
        Ok(derivation)
    }

    fn proof(&self, lifting: &mut Lifting<'_>) -> Result<(), StopReason> {
        lifting.keep(
            |procedure| self.exits[procedure.index()].clone(),
            |cut| self.cuts.get(&cut).cloned().unwrap_or_default(),
        );
        Ok(())
    }
}

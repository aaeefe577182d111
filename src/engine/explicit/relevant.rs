//! What is looked at of a state: slots that nothing reads any more have their first values, so states that differ in them only are one.

use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::lang::program::semantics::Bits;
use crate::pds::Slot;
use crate::pds::analysis::slots::SlotSet;
use crate::pds::passes::Prepared;
use rustc_hash::FxHashMap;
use std::iter::repeat;

/// The live slots, as rows of bits.
pub(super) struct Relevant<'p> {
    /// Without it everything matters.
    system: Option<&'p Prepared>,
    masks: FxHashMap<(ProcId, Row, SlotSet), Mask>,
}

/// Which bits are kept, and what the others are.
struct Mask {
    kept: Bits,
    others: Bits,
}

/// Which row a mask is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Row {
    /// Globals and parameters.
    Entry,
    /// Globals, locals and perhaps results.
    State,
    /// Globals and results.
    Exit,
}

impl<'p> Relevant<'p> {
    /// What matters after the passes.
    pub(super) fn of(system: &'p Prepared) -> Relevant<'p> {
        Relevant { system: Some(system), masks: FxHashMap::default() }
    }

    /// Everything matters.
    pub(super) fn everything() -> Relevant<'p> {
        Relevant { system: None, masks: FxHashMap::default() }
    }

    /// Of a procedure's entry.
    pub(super) fn entry(&mut self, procedure: ProcId, row: &mut Bits) {
        let Some(system) = self.system else { return };
        let entry = system.pds.procedures[procedure.index()].entry;
        self.keep(system, procedure, Row::Entry, system.live.at(entry), row);
    }

    /// Of a state at a location.
    pub(super) fn state(&mut self, location: LocId, row: &mut Bits) {
        let Some(system) = self.system else { return };
        self.keep(system, system.pds.procedure_of(location), Row::State, system.live.at(location), row);
    }

    /// Of what a procedure returns.
    pub(super) fn exit(&mut self, procedure: ProcId, row: &mut Bits) {
        let Some(system) = self.system else { return };
        self.keep(system, procedure, Row::Exit, system.live.exit(procedure), row);
    }

    fn keep(&mut self, system: &Prepared, procedure: ProcId, of: Row, live: SlotSet, row: &mut Bits) {
        let mask = self.masks.entry((procedure, of, live)).or_insert_with(|| mask(system, procedure, of, live));
        let words = mask.kept.as_raw_slice().iter().zip(mask.others.as_raw_slice());
        for (word, (kept, others)) in row.as_raw_mut_slice().iter_mut().zip(words.chain(repeat((&0, &0)))) {
            *word = *word & kept | others;
        }
    }
}

fn mask(system: &Prepared, procedure: ProcId, of: Row, live: SlotSet) -> Mask {
    let pds = &system.pds;
    let declared = &pds.procedures[procedure.index()];
    let locals = match of {
        Row::Entry => &declared.init[..declared.params],
        Row::State => &declared.init[..],
        Row::Exit => &[],
    };
    let globals = pds.globals.len();
    let place = |slot: Slot| match slot {
        Slot::Global(index) => Some(index),
        Slot::Local(index) => Some(globals + index).filter(|&place| place < globals + locals.len()),
        Slot::Result(index) => Some(globals + locals.len() + index),
        Slot::Choice(_) => None,
    };
    let inits = pds.globals.iter().chain(locals).map(|init| init.unwrap_or(false));
    let mut others: Bits = inits.collect();
    let places: Vec<usize> = system.live.sets().iter(live).filter_map(place).collect();
    let width = places.iter().map(|place| place + 1).max().unwrap_or(0).max(others.len());
    let mut kept = Bits::repeat(false, width);
    others.resize(width, false);
    for place in places {
        kept.set(place, true);
        others.set(place, false);
    }
    Mask { kept, others }
}

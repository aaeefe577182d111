//! What an activation has in its slots while its run is written down.

use crate::engine::bam::places::Place;
use crate::logic::formula::Formula;
use crate::pds::Slot;
use rustc_hash::FxHashMap;

/// The value of a slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    /// The value.
    pub formula: Formula,
    /// How many places had been visited when it was there: the others have been passed with it.
    pub since: usize,
}

/// An activation.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    values: FxHashMap<Slot, Value>,
    visited: Vec<Place>,
}

impl Frame {
    /// At its entry, with these values.
    pub fn new(entry: &FxHashMap<Slot, Formula>, at: Place) -> Frame {
        let values = entry.iter().map(|(&slot, &formula)| (slot, Value { formula, since: 0 }));
        Frame { values: values.collect(), visited: vec![at] }
    }

    /// What is in a slot.
    pub fn value(&self, slot: Slot) -> Option<Value> {
        self.values.get(&slot).copied()
    }

    /// How many places have been visited.
    pub fn visited(&self) -> usize {
        self.visited.len()
    }

    /// The places that have been passed since so many had been visited.
    pub fn passed(&self, since: usize) -> &[Place] {
        &self.visited[since..]
    }

    /// A slot has a value.
    pub fn write(&mut self, slot: Slot, formula: Formula, since: usize) {
        self.values.insert(slot, Value { formula, since });
    }

    /// It goes on at a place.
    pub fn visit(&mut self, place: Place) {
        self.visited.push(place);
    }

    /// A callee has left this, and nobody knows what in other globals that it modifies.
    pub fn returned(&mut self, left: &[(Slot, Formula)], is_modified: impl Fn(usize) -> bool) {
        self.values.retain(|slot, _| match slot {
            Slot::Global(index) => !is_modified(*index),
            Slot::Result(_) => false,
            Slot::Local(_) | Slot::Choice(_) => true,
        });
        for &(slot, formula) in left {
            self.write(slot, formula, self.visited());
        }
    }
}

//! Where diagrams live: each function once, so that equality of functions is equality of numbers.

use super::BddId;
use super::diagram::Diagram;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

struct Slot {
    /// `None`: free, for the next diagram.
    diagram: Option<Diagram>,
    hash: u64,
}

/// A table of diagrams. The constants have the first two places and never leave them.
pub(super) struct Store {
    slots: Vec<Slot>,
    index: HashTable<u32>,
    free: Vec<u32>,
    nodes: usize,
}

impl Store {
    pub(crate) fn new() -> Store {
        let mut store = Store { slots: Vec::new(), index: HashTable::new(), free: Vec::new(), nodes: 0 };
        for value in [false, true] {
            store.insert(Diagram::constant(value));
        }
        store
    }

    /// The number of nodes of all diagrams.
    pub(crate) fn nodes(&self) -> usize {
        self.nodes
    }

    /// The number of diagrams.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.index.len()
    }

    /// All diagrams, in the order of their numbers.
    pub(crate) fn diagrams(&self) -> impl Iterator<Item = &Diagram> {
        self.slots.iter().filter_map(|slot| slot.diagram.as_ref())
    }

    /// # Panics
    /// If it was collected.
    pub(crate) fn get(&self, id: BddId) -> &Diagram {
        self.slots[id.0 as usize].diagram.as_ref().expect("a diagram that was kept at each collection")
    }

    /// The number of a diagram. Linear in it.
    pub(crate) fn insert(&mut self, diagram: Diagram) -> BddId {
        let hash = FxBuildHasher.hash_one(&diagram);
        let slots = &self.slots;
        let same = |&number: &u32| slots[number as usize].diagram.as_ref() == Some(&diagram);
        if let Some(&number) = self.index.find(hash, same) {
            return BddId(number);
        }
        self.nodes += diagram.size();
        let slot = Slot { diagram: Some(diagram), hash };
        let number = match self.free.pop() {
            Some(number) => {
                self.slots[number as usize] = slot;
                number
            }
            None => {
                self.slots.push(slot);
                self.slots.len() as u32 - 1
            }
        };
        let slots = &self.slots;
        self.index.insert_unique(hash, number, |&number| slots[number as usize].hash);
        BddId(number)
    }

    /// Whether there is a diagram of this number.
    pub(crate) fn contains(&self, id: BddId) -> bool {
        self.slots[id.0 as usize].diagram.is_some()
    }

    /// Removes all but the constants and those named. Linear in the number of diagrams.
    pub(crate) fn retain(&mut self, kept: impl IntoIterator<Item = BddId>) {
        let mut keep = vec![false; self.slots.len()];
        for id in [BddId::FALSE, BddId::TRUE].into_iter().chain(kept) {
            keep[id.0 as usize] = true;
        }
        self.index.retain(|&mut number| keep[number as usize]);
        // Backwards, so that small numbers are used again first.
        for number in (0..self.slots.len()).rev().filter(|&number| !keep[number]) {
            if let Some(diagram) = self.slots[number].diagram.take() {
                self.nodes -= diagram.size();
                self.free.push(number as u32);
            }
        }
    }
}

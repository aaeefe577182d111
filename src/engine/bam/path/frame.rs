//! What is in the slots of an activation, at each visit of a place.

use crate::engine::bam::places::Place;
use crate::logic::formula::Formula;
use crate::pds::Slot;
use rustc_hash::{FxHashMap, FxHashSet};

/// A value, and what has been passed with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    /// The value, if anybody knows it.
    pub formula: Option<Formula>,
    /// The places that have been passed since.
    pub passed: Passed,
}

/// Some places, as a list in a [`Frame`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Passed(Option<usize>);

/// A visit of a place, or a slot at it.
type At = (usize, Slot);

/// The values of an activation.
#[derive(Debug, Default)]
pub(super) struct Frame {
    /// What was written on a way to a visit: its number, that of the way, and the slot.
    pub written: FxHashMap<(usize, usize, Slot), Formula>,
    /// What arrives.
    pub arrived: FxHashMap<At, Value>,
    /// With what it goes on, where that was read.
    pub read: FxHashMap<At, Formula>,
    lists: Vec<(Option<Place>, [Passed; 2])>,
}

impl Frame {
    /// A place has been passed, too.
    pub fn pass(&mut self, passed: Passed, place: Place) -> Passed {
        self.list(Some(place), [passed, Passed::default()])
    }

    /// The places of both.
    pub fn both(&mut self, a: Passed, b: Passed) -> Passed {
        match (a, b) {
            _ if a == b => a,
            (Passed(None), other) | (other, Passed(None)) => other,
            _ => self.list(None, [a, b]),
        }
    }

    fn list(&mut self, place: Option<Place>, before: [Passed; 2]) -> Passed {
        self.lists.push((place, before));
        Passed(Some(self.lists.len() - 1))
    }

    /// The places of a list.
    pub fn places(&self, passed: Passed) -> Vec<Place> {
        let (mut open, mut seen, mut places) = (vec![passed], FxHashSet::default(), Vec::new());
        while let Some(Passed(Some(index))) = open.pop() {
            if seen.insert(index) {
                let (place, before) = self.lists[index];
                places.extend(place);
                open.extend(before.into_iter().filter(|passed| passed.0.is_some()));
            }
        }
        places
    }

    /// With what a visit goes on, as far as anybody has asked.
    pub fn now(&self, at: At) -> Option<Value> {
        match self.read.get(&at) {
            Some(&formula) => Some(Value { formula: Some(formula), passed: Passed::default() }),
            None => self.arrived.get(&at).copied(),
        }
    }
}

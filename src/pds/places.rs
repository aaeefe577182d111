//! Bits of numbers, and the places that they have in these.

use super::Slot;
use crate::lang::program::words::Word;
use crate::lang::program::{ProcId, Program};
use rustc_hash::FxHashMap;

/// For each variable that is a bit of a number its place there, the lowest 0.
///
/// No verdict depends on it: it says which variables may well stand side by side.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    /// By the procedure whose parameter, local or result it is; `None`: a global.
    of: FxHashMap<(Option<ProcId>, Slot), u8>,
}

impl Places {
    /// Those in the numbers of a program.
    pub(super) fn new(program: &Program) -> Places {
        let words = program.words();
        let mut places = Places::default();
        places.add(None, words.globals(), Slot::from);
        for id in program.procedure_ids() {
            places.add(Some(id), words.locals(id), Slot::from);
            places.add(Some(id), words.results(id), Slot::Result);
        }
        places
    }

    fn add<B: Copy>(&mut self, owner: Option<ProcId>, words: &[Word<B>], slot: impl Fn(B) -> Slot) {
        let bits = words.iter().flat_map(|word| word.bits.iter().zip(0..));
        self.of.extend(bits.map(|(&bit, place)| ((owner, slot(bit)), place)));
    }

    /// A variable of a procedure has the place that one of another procedure has.
    pub(super) fn copy(&mut self, (from, original): (ProcId, Slot), (to, copy): (ProcId, Slot)) {
        if let Some(place) = self.get(Some(from), original) {
            self.of.insert((Some(to), copy), place);
        }
    }

    /// The place of a variable, if it is a bit.
    pub(crate) fn get(&self, owner: Option<ProcId>, slot: Slot) -> Option<u8> {
        self.of.get(&(owner, slot)).copied()
    }
}

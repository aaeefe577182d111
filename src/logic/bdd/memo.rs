//! Results of past operations: a table that does not grow for ever, in which a new entry replaces the one in its place.
//!
//! An operation remembers nothing for the next one. What an engine repeats (guards, statements, summaries) is
//! found here; sets that grow pass through and cost a look-up each.

use super::BddId;
use std::hash::Hasher;

/// Which operation a memo entry is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Op {
    And = 1,
    Or,
    Diff,
    Iff,
    Not,
    AndExists,
    Rename,
    Literal,
}

/// An operation with its operands: up to three, the rest 0.
pub(super) type Key = (Op, u32, u32, u32);

/// There is room for so many entries of 20 bytes in the beginning, which small programs never fill.
const FEW: usize = 1 << 10;

/// And for so many at most.
const MOST: usize = 1 << 15;

/// Operation, three operands, result. An operation of 0 means that there is no entry.
type Entry = [u32; 5];

pub(super) struct Memo {
    /// A power of two of them.
    entries: Vec<Entry>,
    /// How often something was inserted since there were more entries.
    inserted: usize,
}

impl Memo {
    pub(crate) fn new() -> Memo {
        Memo { entries: vec![[0; 5]; FEW], inserted: 0 }
    }

    pub(crate) fn get(&self, key: Key) -> Option<BddId> {
        let entry = self.entries[self.place(key)];
        (entry[..4] == words(key)).then_some(BddId(entry[4]))
    }

    pub(crate) fn insert(&mut self, key: Key, result: BddId) {
        self.inserted += 1;
        if self.inserted > self.entries.len() / 2 && self.entries.len() < MOST {
            self.double();
        }
        let [op, a, b, c] = words(key);
        let place = self.place(key);
        self.entries[place] = [op, a, b, c, result.0];
    }

    fn double(&mut self) {
        let room = vec![[0; 5]; 2 * self.entries.len()];
        let old = std::mem::replace(self, Memo { entries: room, inserted: 0 });
        for entry in old.entries.into_iter().filter(|entry| entry[0] != 0) {
            let place = self.place_of([entry[0], entry[1], entry[2], entry[3]]);
            self.entries[place] = entry;
        }
    }

    fn place(&self, key: Key) -> usize {
        self.place_of(words(key))
    }

    fn place_of(&self, words: [u32; 4]) -> usize {
        let mut hasher = rustc_hash::FxHasher::default();
        words.into_iter().for_each(|word| hasher.write_u32(word));
        hasher.finish() as usize & (self.entries.len() - 1)
    }

    /// Forgets every entry in which an id occurs that is not `live`.
    pub(crate) fn retain(&mut self, live: impl Fn(BddId) -> bool) {
        for entry in &mut self.entries {
            let diagrams = match entry[0] {
                0 => continue,
                op if op == Op::Literal as u32 => 0,
                op if op == Op::Not as u32 || op == Op::Rename as u32 => 1,
                _ => 2,
            };
            if !entry[1..=diagrams].iter().chain(&entry[4..]).all(|&id| live(BddId(id))) {
                *entry = [0; 5];
            }
        }
    }
}

fn words((op, a, b, c): Key) -> [u32; 4] {
    [op as u32, a, b, c]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However large it has become: what was inserted last is there, and little of what came shortly before is not.
    #[test]
    fn what_is_remembered_stays_when_there_is_more_room() {
        let mut memo = Memo::new();
        let key = |number: u32| (Op::And, number, number + 1, 0);
        for number in 0..2 * MOST as u32 {
            memo.insert(key(number), BddId(number));
            assert!(memo.get(key(number)) == Some(BddId(number)));
            let last = number.saturating_sub(FEW as u32 / 8)..number;
            let found = last.clone().filter(|&earlier| memo.get(key(earlier)) == Some(BddId(earlier))).count();
            assert!(10 * found >= 8 * last.len(), "{found} of {} at {number}", last.len());
        }
        assert_eq!(memo.entries.len(), MOST);
        assert!(memo.get((Op::Or, 5, 6, 0)).is_none());
    }
}

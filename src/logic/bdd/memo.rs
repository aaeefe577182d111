//! Results of past operations: a table of fixed size, in which a new entry replaces the one in its place.
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
}

/// An operation with its operands: up to three, the rest 0.
pub(super) type Key = (Op, u32, u32, u32);

/// Entries are 20 bytes, a power of two of them; pages that are not touched are not paid for.
const ENTRIES: usize = 1 << 15;

/// Operation, three operands, result. An operation of 0 means that there is no entry.
type Entry = [u32; 5];

pub(super) struct Memo(Vec<Entry>);

impl Memo {
    pub(crate) fn new() -> Memo {
        Memo(vec![[0; 5]; ENTRIES])
    }

    pub(crate) fn get(&self, key: Key) -> Option<BddId> {
        let entry = self.0[place(key)];
        (entry[..4] == words(key)).then_some(BddId(entry[4]))
    }

    pub(crate) fn insert(&mut self, key: Key, result: BddId) {
        let [op, a, b, c] = words(key);
        self.0[place(key)] = [op, a, b, c, result.0];
    }

    /// Forgets every entry in which an id occurs that is not `live`.
    pub(crate) fn retain(&mut self, live: impl Fn(BddId) -> bool) {
        for entry in &mut self.0 {
            let diagrams = match entry[0] {
                0 => continue,
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

fn place(key: Key) -> usize {
    let mut hasher = rustc_hash::FxHasher::default();
    words(key).into_iter().for_each(|word| hasher.write_u32(word));
    hasher.finish() as usize % ENTRIES
}

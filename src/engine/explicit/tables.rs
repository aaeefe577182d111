//! The three tables: entries, path edges, summaries. Everything has an index; indices grow with time.
//!
//! Tables grow in small pieces (arenas by chunk, hash tables by shard), so that memory never doubles at
//! once and a memory limit is met closely.

use super::kept::Kept;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::lang::program::bits::hash_row;
use crate::lang::program::semantics::BitsRef;
use crate::pds::RuleId;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::ops::Index;

/// 2^64 by the golden ratio (Fibonacci hashing; Knuth, volume 3, 6.4).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// A rule that was applied, on which path edge, with which choices.
#[derive(Clone, Debug)]
pub(super) struct Application {
    pub(super) edge: usize,
    pub(super) rule: RuleId,
    pub(super) choices: Kept,
}

/// A procedure with the globals and parameters with which it is entered.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) procedure: ProcId,
    /// Globals, then parameters.
    pub(super) state: Kept,
    /// Whether runs of the program begin with it.
    pub(super) initial: bool,
    /// Who called, each path edge once for each rule; the first one was found before anything in this entry.
    pub(super) callers: SmallVec<[Application; 1]>,
    /// Its summaries.
    pub(super) summaries: SmallVec<[usize; 2]>,
}

/// How a path edge was found first.
#[derive(Clone, Debug)]
pub(super) enum Parent {
    /// Its activation began there.
    Activated,
    /// By a neutration.
    Step(Application),
    /// By an expansion whose callee came back with this summary.
    Returned(Application, usize),
}

/// A path edge.
#[derive(Debug)]
pub(super) struct PathEdge {
    pub(super) entry: usize,
    pub(super) location: LocId,
    /// Globals, locals, and behind a return results.
    pub(super) state: Kept,
    pub(super) parent: Parent,
}

/// A summary, found by a contraction.
#[derive(Debug)]
pub(super) struct Summary {
    pub(super) entry: usize,
    /// Globals, then results.
    pub(super) exit: Kept,
    pub(super) by: Application,
}

/// A growing sequence that never moves what it holds.
#[derive(Debug)]
pub(super) struct Arena<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Arena<T> {
    const CHUNK: usize = 1 << 12;

    fn push(&mut self, element: T) -> usize {
        if self.len.is_multiple_of(Self::CHUNK) {
            self.chunks.push(Vec::new());
        }
        let last = self.chunks.len() - 1;
        self.chunks[last].push(element);
        self.len += 1;
        self.len - 1
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    fn get_mut(&mut self, index: usize) -> &mut T {
        &mut self.chunks[index / Self::CHUNK][index % Self::CHUNK]
    }
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Arena { chunks: Vec::new(), len: 0 }
    }
}

impl<T> Index<usize> for Arena<T> {
    type Output = T;
    fn index(&self, index: usize) -> &T {
        &self.chunks[index / Self::CHUNK][index % Self::CHUNK]
    }
}

/// Finds the index of what was seen before. With each index stands its hash, so that to grow, or to see that two are not equal, no element is looked at.
#[derive(Debug)]
struct Seen {
    shards: Vec<HashTable<(u32, u32)>>,
}

impl Default for Seen {
    fn default() -> Self {
        Seen { shards: vec![HashTable::new(); 1 << 6] }
    }
}

impl Seen {
    /// The index of an equal element; if there is none, `None`, and from now on it is `index`.
    fn find_or_insert(&mut self, hash: u64, index: usize, same: impl Fn(usize) -> bool) -> Option<usize> {
        // Which shard, and which place in it, are read from different bits.
        let shard = &mut self.shards[(hash >> 26) as usize % (1 << 6)];
        let short = (hash >> 32) as u32;
        match shard.entry(
            spread(short),
            |&(other, old)| other == short && same(old as usize),
            |&(hash, _)| spread(hash),
        ) {
            hashbrown::hash_table::Entry::Occupied(old) => Some(old.get().1 as usize),
            hashbrown::hash_table::Entry::Vacant(slot) => {
                slot.insert((
                    short,
                    u32::try_from(index).expect("memory for fewer than four thousand million elements"),
                ));
                None
            }
        }
    }
}

/// The table reads the lowest and the highest bits.
fn spread(short: u32) -> u64 {
    u64::from(short) << 32 | u64::from(short)
}

/// The hash of what has an index, with a row of truth values. All that is hashed counts for the upper half.
fn hash(key: impl Hash, row: &BitsRef) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    hash_row(row, &mut hasher);
    hasher.finish().wrapping_mul(SPREAD)
}

/// The tables.
#[derive(Debug, Default)]
pub(super) struct Tables {
    pub(super) entries: Arena<Entry>,
    pub(super) edges: Arena<PathEdge>,
    pub(super) summaries: Arena<Summary>,
    seen_entries: Seen,
    seen_edges: Seen,
    seen_summaries: Seen,
    seen_calls: Seen,
    /// Each (path edge, entry) that is among some entry's callers.
    calls: Arena<(usize, RuleId, usize)>,
}

impl Tables {
    /// The entry, and whether it is new.
    pub(super) fn entry(&mut self, procedure: ProcId, state: &BitsRef) -> (usize, bool) {
        let entries = &mut self.entries;
        let old = self.seen_entries.find_or_insert(hash(procedure, state), entries.len(), |i| {
            entries[i].procedure == procedure && *entries[i].state == *state
        });
        let new = || Entry {
            procedure,
            state: state.into(),
            initial: false,
            callers: SmallVec::new(),
            summaries: SmallVec::new(),
        };
        old.map_or_else(|| (entries.push(new()), true), |old| (old, false))
    }

    pub(super) fn mark_initial(&mut self, entry: usize) {
        self.entries.get_mut(entry).initial = true;
    }

    /// A path edge; its index if it is new.
    pub(super) fn edge(&mut self, entry: usize, location: LocId, state: &BitsRef, parent: Parent) -> Option<usize> {
        let edges = &mut self.edges;
        let old = self.seen_edges.find_or_insert(hash((entry, location), state), edges.len(), |i| {
            let old = &edges[i];
            (old.entry, old.location) == (entry, location) && *old.state == *state
        });
        old.is_none().then(|| edges.push(PathEdge { entry, location, state: state.into(), parent }))
    }

    /// Remembers that `by` calls the entry; whether that is new.
    pub(super) fn call(&mut self, entry: usize, by: Application) -> bool {
        let calls = &mut self.calls;
        let call = (by.edge, by.rule, entry);
        let old = self.seen_calls.find_or_insert(hash(call, BitsRef::empty()), calls.len(), |i| calls[i] == call);
        if old.is_none() {
            calls.push(call);
            self.entries.get_mut(entry).callers.push(by);
        }
        old.is_none()
    }

    /// A summary; its index if it is new.
    pub(super) fn summary(&mut self, entry: usize, exit: &BitsRef, by: Application) -> Option<usize> {
        let summaries = &mut self.summaries;
        let old = self.seen_summaries.find_or_insert(hash(entry, exit), summaries.len(), |i| {
            summaries[i].entry == entry && *summaries[i].exit == *exit
        });
        if old.is_some() {
            return None;
        }
        let index = summaries.push(Summary { entry, exit: exit.into(), by });
        self.entries.get_mut(entry).summaries.push(index);
        Some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::program::semantics::Bits;

    /// Wherever the rows differ, be it in the last bits of a word only, their hashes do in the half that is kept.
    #[test]
    fn hashes_differ_wherever_rows_do() {
        for first in [0, 20, 43, 64, 90, 107] {
            let row = |number: usize| {
                (0..128).map(|at| at >= first && at < first + 15 && number >> (at - first) & 1 == 1).collect::<Bits>()
            };
            let mut short: Vec<u64> = (0..1 << 15).map(|number| hash(7, &row(number)) >> 32).collect();
            short.sort_unstable();
            short.dedup();
            assert!(short.len() > (1 << 15) - 50, "{first}: {}", short.len());
        }
    }
}

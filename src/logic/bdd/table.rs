//! Numbers by nodes, for one operation at a time.
//!
//! An operation walks through memory in much the order in which its operands lie there. Hashing would throw away
//! that order, and most of the time of a large operation would be spent waiting for memory. So an entry stands in a
//! short chain at the larger of the two indices, and entries follow each other as they were made; only what finds
//! its chain full is hashed.

use super::columns::Column;
use super::diagram::Node;
use rustc_hash::FxHashMap;

/// A chain that has so many entries gets no more, but those that were promised a place before.
const LONGEST: usize = 8;
/// Room for so many entries is kept for the next operation: a megabyte.
const KEPT: usize = 1 << 16;
/// The end of a chain.
const NONE: u32 = u32::MAX;

/// What nodes stand for.
#[derive(Default)]
pub(super) struct Table {
    /// By index: the last entry made of those with no larger index.
    heads: Vec<u32>,
    entries: Vec<Entry>,
    rest: FxHashMap<Node, u32>,
}

/// Where a new entry is to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In front of its chain.
    Chain,
    /// With those whose chains were full.
    Rest,
}

#[derive(Clone, Copy)]
struct Entry {
    /// The smaller index.
    other: u32,
    /// The column, and whether the smaller index is the low one.
    tag: u32,
    number: u32,
    /// The entry of the same chain that was made before.
    next: u32,
}

impl Table {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.heads.clear();
        self.heads.shrink_to(KEPT);
        self.entries.clear();
        self.entries.shrink_to(KEPT);
        if !self.rest.is_empty() {
            self.rest = FxHashMap::default();
        }
    }

    /// The number of a node, or where it is to stand.
    #[inline]
    pub(crate) fn find(&self, key: Node) -> Result<u32, Place> {
        let (index, other, tag) = split(key);
        let mut at = self.heads.get(index).copied().unwrap_or(NONE);
        let mut length = 0;
        while let Some(entry) = self.entries.get(at as usize) {
            if entry.other == other && entry.tag == tag {
                return Ok(entry.number);
            }
            at = entry.next;
            length += 1;
        }
        if length < LONGEST {
            return Err(Place::Chain);
        }
        self.rest.get(&key).copied().ok_or(Place::Rest)
    }

    /// Gives a node its number, where [`Table::find`] said.
    #[inline]
    pub(crate) fn put(&mut self, key: Node, number: u32, place: Place) {
        match place {
            Place::Chain => {
                let (index, other, tag) = split(key);
                if index >= self.heads.len() {
                    self.heads.resize(index + 1, NONE);
                }
                let next = std::mem::replace(&mut self.heads[index], self.entries.len() as u32);
                self.entries.push(Entry { other, tag, number, next });
            }
            Place::Rest => _ = self.rest.insert(key, number),
        }
    }
}

/// The larger index; the smaller one; column and side.
fn split(Node { column: Column(column), low, high }: Node) -> (usize, u32, u32) {
    let tag = u32::from(column) << 1 | u32::from(low < high);
    (low.max(high) as usize, low.min(high), tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(column: u16, low: u32, high: u32) -> Node {
        Node { column: Column(column), low, high }
    }

    /// Few indices and many columns and sides, so that chains are full; all looked for before any is put.
    #[test]
    fn full_chains_lose_nothing() {
        let keys =
            (0..50).flat_map(|column| (0..5).flat_map(move |low| (0..5).map(move |high| key(column, low, high))));
        let keys: Vec<Node> = keys.collect();
        for promised in [1, 7, 40, keys.len()] {
            let mut table = Table::default();
            for (part, some) in keys.chunks(promised).enumerate() {
                let places: Vec<Place> = some.iter().map(|&key| table.find(key).expect_err("not yet")).collect();
                for (at, (&key, place)) in some.iter().zip(places).enumerate() {
                    table.put(key, (part * promised + at) as u32, place);
                }
            }
            assert!(table.rest.is_empty() == (promised == keys.len()));
            assert!(keys.iter().enumerate().all(|(at, &key)| table.find(key) == Ok(at as u32)));
            table.clear();
            assert!(keys.iter().all(|&key| table.find(key) == Err(Place::Chain)));
        }
    }
}

//! Numbers by nodes, for one operation at a time.
//!
//! An operation walks through memory in much the order in which its operands lie there. Hashing would throw away
//! that order, and most of the time of a large operation would be spent waiting for memory. So an entry stands in a
//! short chain at the larger of the two indices, and entries follow each other as they were made; only what finds
//! its chain full is hashed.

use super::columns::Column;
use super::diagram::Node;
use rustc_hash::FxHashMap;

/// The most entries of a chain.
const LONGEST: u32 = 8;
/// Room for so many entries is kept for the next operation: a megabyte.
const KEPT: usize = 1 << 16;
/// The end of a chain.
const NONE: u32 = u32::MAX;
/// The bits of an entry's tag that say which node it is of.
const IDENTITY: u32 = (1 << HEIGHT) - 1;
/// Above so many bits of a tag stands how many entries the chain has, with this one.
const HEIGHT: u32 = 20;

/// What nodes stand for.
#[derive(Default)]
pub(super) struct Table {
    /// By index: the last entry made of those with no larger index.
    heads: Vec<u32>,
    entries: Vec<Entry>,
    rest: FxHashMap<Node, u32>,
}

#[derive(Clone, Copy)]
struct Entry {
    /// The smaller index.
    other: u32,
    /// The column, whether the smaller index is the low one, and how many entries the chain has.
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

    /// The number of a node, if it has one.
    #[inline]
    pub(crate) fn get(&self, key: Node) -> Option<u32> {
        let (index, other, tag) = split(key);
        let mut at = self.heads.get(index).copied().unwrap_or(NONE);
        while let Some(entry) = self.entries.get(at as usize) {
            if entry.other == other && entry.tag & IDENTITY == tag {
                return Some(entry.number);
            }
            at = entry.next;
        }
        if self.rest.is_empty() { None } else { self.rest.get(&key).copied() }
    }

    /// Gives a node that has none a number.
    #[inline]
    pub(crate) fn insert(&mut self, key: Node, number: u32) {
        let (index, other, tag) = split(key);
        if index >= self.heads.len() {
            self.heads.resize(index + 1, NONE);
        }
        let next = self.heads[index];
        let height = self.entries.get(next as usize).map_or(0, |entry| entry.tag >> HEIGHT);
        if height == LONGEST {
            self.rest.insert(key, number);
        } else {
            self.heads[index] = self.entries.len() as u32;
            self.entries.push(Entry { other, tag: tag | (height + 1) << HEIGHT, number, next });
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

    /// Few indices and many columns and sides, so that chains are full.
    #[test]
    fn full_chains_lose_nothing() {
        let keys =
            (0..50).flat_map(|column| (0..5).flat_map(move |low| (0..5).map(move |high| key(column, low, high))));
        let keys: Vec<Node> = keys.collect();
        let mut table = Table::default();
        for (at, &key) in keys.iter().enumerate() {
            assert_eq!(table.get(key), None);
            table.insert(key, at as u32);
        }
        assert_eq!(table.rest.len(), keys.len() - 5 * LONGEST as usize);
        assert!(keys.iter().enumerate().all(|(at, &key)| table.get(key) == Some(at as u32)));
        table.clear();
        assert!(keys.iter().all(|&key| table.get(key).is_none()));
    }
}

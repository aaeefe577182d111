//! Interned sets of small numbers: equal sets have equal ids, and sets share what they have in common.
//!
//! A set is a complete binary tree over words of 64 bits, equal subtrees stored once (hash-consed binary tries;
//! compare Okasaki and Gill, *Fast Mergeable Integer Maps*, 1998). Set operations skip subtrees that are equal or
//! empty, so a chain of sets each of which differs from the one before in a few members costs a few paths, in time
//! and in memory.

use crate::logic::met::ones;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use smallvec::{SmallVec, smallvec};
use std::hash::Hasher;

/// A set, of the [`Sets`] that made it. There, equal ids mean equal sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SetId(u32);

impl SetId {
    /// The empty set, everywhere.
    pub(crate) const EMPTY: SetId = SetId(0);
}

/// The store of sets of numbers below some limit.
#[derive(Clone, Debug)]
pub(crate) struct Sets {
    /// How many levels of inner nodes stand above the words.
    height: u32,
    /// A word of members, or, above the words, the indices of the lower and of the upper half. Which of them is meant
    /// depends on the level alone; a value that occurs as both may be stored once. Node 0 is empty on each level.
    nodes: Vec<u64>,
    index: HashTable<u32>,
}

impl Sets {
    /// Sets of numbers below `limit`.
    pub(crate) fn below(limit: usize) -> Sets {
        let words = limit.div_ceil(64).max(1);
        Sets { height: words.next_power_of_two().ilog2(), nodes: vec![0], index: HashTable::new() }
    }

    /// Whether `member` is in the set.
    pub(crate) fn contains(&self, set: SetId, member: usize) -> bool {
        let mut node = set.0;
        for level in (0..self.height).rev() {
            let halves = self.nodes[node as usize];
            node = if member >> (level + 6) & 1 == 1 { upper(halves) } else { lower(halves) };
        }
        self.nodes[node as usize] >> (member & 63) & 1 == 1
    }

    /// The set of one number.
    pub(crate) fn singleton(&mut self, member: usize) -> SetId {
        let mut node = self.intern(1 << (member & 63));
        for level in 0..self.height {
            let shift = if member >> (level + 6) & 1 == 1 { 32 } else { 0 };
            node = self.intern(u64::from(node) << shift);
        }
        SetId(node)
    }

    /// The numbers `0..end`.
    pub(crate) fn first(&mut self, end: usize) -> SetId {
        let mut full = self.intern(u64::MAX);
        let rest = end & 63;
        let capacity = 64usize << self.height;
        let mut node = if end >= capacity { full } else { self.intern((1u64 << rest) - 1) };
        for level in 0..self.height {
            node = match end >> (level + 6) & 1 {
                _ if end >= capacity => self.intern(both(full, full)),
                0 => self.intern(both(node, 0)),
                _ => self.intern(both(full, node)),
            };
            full = self.intern(both(full, full));
        }
        SetId(node)
    }

    /// What is in one or in both.
    pub(crate) fn union(&mut self, a: SetId, b: SetId) -> SetId {
        SetId(self.unite(self.height, a.0, b.0))
    }

    /// What is in the first but not in the second.
    pub(crate) fn difference(&mut self, a: SetId, b: SetId) -> SetId {
        SetId(self.subtract(self.height, a.0, b.0))
    }

    /// The elements that are in both.
    pub(crate) fn intersection(&mut self, a: SetId, b: SetId) -> SetId {
        let rest = self.difference(a, b);
        self.difference(a, rest)
    }

    /// Whether anything is in both. As deep as the tree is high.
    pub(crate) fn meet(&self, a: SetId, b: SetId) -> bool {
        self.meet_below(self.height, a.0, b.0)
    }

    fn meet_below(&self, level: u32, a: u32, b: u32) -> bool {
        if a == 0 || b == 0 || a == b {
            return a != 0 && b != 0;
        }
        let (x, y) = (self.nodes[a as usize], self.nodes[b as usize]);
        match level.checked_sub(1) {
            None => x & y != 0,
            Some(level) => self.meet_below(level, lower(x), lower(y)) || self.meet_below(level, upper(x), upper(y)),
        }
    }

    /// The members, in order.
    pub(crate) fn iter(&self, set: SetId) -> impl Iterator<Item = usize> + use<'_> {
        self.words(set).flat_map(|(first, word)| ones(word).map(move |bit| first + bit))
    }

    /// How many members there are.
    pub(crate) fn len(&self, set: SetId) -> usize {
        self.words(set).map(|(_, word)| word.count_ones() as usize).sum()
    }

    /// The words that are not empty, each with the number that its lowest bit stands for.
    fn words(&self, set: SetId) -> impl Iterator<Item = (usize, u64)> + use<'_> {
        let mut open: SmallVec<[(u32, u32, usize); 8]> = smallvec![(set.0, self.height, 0)];
        std::iter::from_fn(move || {
            while let Some((node, level, first)) = open.pop() {
                let value = self.nodes[node as usize];
                match level.checked_sub(1) {
                    _ if node == 0 => {}
                    None => return Some((first, value)),
                    Some(level) => {
                        open.extend([(upper(value), level, first + (64 << level)), (lower(value), level, first)]);
                    }
                }
            }
            None
        })
    }

    /// The recursion is as deep as the tree is high: below 32.
    fn unite(&mut self, level: u32, a: u32, b: u32) -> u32 {
        if a == b || b == 0 {
            return a;
        }
        if a == 0 {
            return b;
        }
        let (x, y) = (self.nodes[a as usize], self.nodes[b as usize]);
        let value = match level.checked_sub(1) {
            None => x | y,
            Some(level) => {
                let low = self.unite(level, lower(x), lower(y));
                both(low, self.unite(level, upper(x), upper(y)))
            }
        };
        self.intern(value)
    }

    /// As deep as [`Sets::unite`].
    fn subtract(&mut self, level: u32, a: u32, b: u32) -> u32 {
        if a == b || a == 0 || b == 0 {
            return if a == b { 0 } else { a };
        }
        let (x, y) = (self.nodes[a as usize], self.nodes[b as usize]);
        let value = match level.checked_sub(1) {
            None => x & !y,
            Some(level) => {
                let low = self.subtract(level, lower(x), lower(y));
                both(low, self.subtract(level, upper(x), upper(y)))
            }
        };
        self.intern(value)
    }

    fn intern(&mut self, value: u64) -> u32 {
        if value == 0 {
            return 0;
        }
        let nodes = &mut self.nodes;
        let entry =
            self.index.entry(hash(value), |&node| nodes[node as usize] == value, |&node| hash(nodes[node as usize]));
        *entry
            .or_insert_with(|| {
                nodes.push(value);
                nodes.len() as u32 - 1
            })
            .get()
    }
}

fn hash(value: u64) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(value);
    hasher.finish()
}

fn lower(value: u64) -> u32 {
    value as u32
}

fn upper(value: u64) -> u32 {
    (value >> 32) as u32
}

fn both(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::choices::{Choices, Seeded};
    use std::collections::BTreeSet;

    /// All operations against the ordered sets of the standard library.
    #[test]
    fn operations_agree_with_ordered_sets() {
        for limit in [1, 64, 65, 200, 1_000] {
            let mut source = Seeded::new(limit);
            let mut sets = Sets::below(limit as usize);
            let mut known = vec![(SetId::EMPTY, BTreeSet::new())];
            for _ in 0..300 {
                let member = source.below(limit as u32) as usize;
                known.push((sets.singleton(member), BTreeSet::from([member])));
                known.push((sets.first(member + 1), (0..=member).collect()));
                let mut any = || known[source.below(known.len() as u32) as usize].clone();
                let ((a, left), (b, right)) = (any(), any());
                known.push((sets.union(a, b), &left | &right));
                known.push((sets.difference(a, b), &left - &right));
                known.push((sets.intersection(a, b), &left & &right));
                assert_eq!(sets.meet(a, b), !left.is_disjoint(&right));
            }
            for (set, members) in &known {
                assert!(sets.iter(*set).eq(members.iter().copied()));
                assert_eq!((sets.iter(*set).count(), sets.len(*set)), (members.len(), members.len()));
                assert!((0..limit as usize).all(|n| sets.contains(*set, n) == members.contains(&n)));
            }
            for pair in known.windows(2) {
                assert_eq!(pair[0].0 == pair[1].0, pair[0].1 == pair[1].1, "interned");
            }
        }
    }

    #[test]
    fn a_chain_of_growing_sets_costs_a_path_each() {
        let mut sets = Sets::below(40_000);
        let mut set = SetId::EMPTY;
        for member in 0..40_000 {
            let one = sets.singleton(member);
            set = sets.union(set, one);
        }
        assert_eq!(sets.iter(set).count(), 40_000);
        assert!(sets.nodes.len() < 40_000 * 20, "{}", sets.nodes.len());
    }
}

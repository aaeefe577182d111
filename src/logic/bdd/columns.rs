//! Columns: the variables of diagrams, and interned sets and renamings of them.

use crate::logic::met::ones;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::hash::Hash;
use std::sync::Arc;

/// A variable of diagrams. Its number is its place in the order, 0 at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Column(pub(crate) u16);

impl Column {
    /// Where terminals stand: below all columns that a manager can have.
    pub(super) const BELOW: Column = Column(u16::MAX);

    /// Its place in the order.
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of columns, interned: equal handles of one manager mean equal sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Columns(pub(super) u32);

impl Columns {
    /// The empty set.
    pub(crate) const NONE: Columns = Columns(0);
}

/// A renaming of columns, interned: equal handles of one manager mean equal renamings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Renaming(pub(super) u32);

impl Renaming {
    /// Every column keeps its name.
    pub(crate) const NONE: Renaming = Renaming(0);
}

/// Interned lists; number 0 is the empty one.
pub(super) struct Lists<T> {
    lists: Vec<Arc<[T]>>,
    index: FxHashMap<Arc<[T]>, u32>,
}

impl<T: Copy + Eq + Hash> Lists<T> {
    pub(crate) fn new() -> Lists<T> {
        let empty: Arc<[T]> = Arc::new([]);
        Lists { lists: vec![empty.clone()], index: FxHashMap::from_iter([(empty, 0)]) }
    }

    pub(crate) fn intern(&mut self, list: &[T]) -> u32 {
        if let Some(&number) = self.index.get(list) {
            return number;
        }
        let (list, number): (Arc<[T]>, _) = (list.into(), self.lists.len() as u32);
        self.lists.push(list.clone());
        self.index.insert(list, number);
        number
    }

    pub(crate) fn get(&self, number: u32) -> &Arc<[T]> {
        &self.lists[number as usize]
    }
}

/// A set of columns as bits, to be asked once for every node of a diagram. Few columns need no memory of their own.
#[derive(Clone, Default)]
pub(super) struct Marks(SmallVec<[u64; 8]>);

impl Marks {
    /// No column out of so many.
    pub(crate) fn none(columns: u16) -> Marks {
        Marks(smallvec![0; usize::from(columns).div_ceil(64)])
    }

    /// Adds a column; whether it is new.
    pub(crate) fn insert(&mut self, column: Column) -> bool {
        let (word, bit) = (&mut self.0[column.index() / 64], 1 << (column.index() % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// The columns that are in it, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Column> + '_ {
        self.0.iter().zip(0..).flat_map(|(&word, at)| ones(word).map(move |bit| Column(64 * at + bit as u16)))
    }

    /// Takes a column away.
    pub(crate) fn remove(&mut self, column: Column) {
        self.0[column.index() / 64] &= !(1 << (column.index() % 64));
    }

    /// Whether a column is in it.
    pub(crate) fn contains(&self, column: Column) -> bool {
        self.0[column.index() / 64] & 1 << (column.index() % 64) != 0
    }
}

//! What the syntax tree and the typed program are both built of: interned names, and runs of elements in pools.

use std::marker::PhantomData;

/// An interned name: an identifier, a braced identifier with its braces, or the digits of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub(in crate::lang) u32);

impl Symbol {
    /// The index among the names of the tree or the program: from 0, in the order of first occurrence.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A run of elements in a pool, the vector that holds all elements of their type.
#[derive(Debug)]
pub struct List<T> {
    pub(in crate::lang) start: u32,
    pub(in crate::lang) len: u32,
    of: PhantomData<T>,
}

impl<T> List<T> {
    pub(in crate::lang) fn new(start: usize, len: usize) -> List<T> {
        List { start: start as u32, len: len as u32, of: PhantomData }
    }

    /// The number of elements.
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The positions of the elements in their pool.
    pub(in crate::lang) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<T> {}

impl<T> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        (self.start, self.len) == (other.start, other.len)
    }
}

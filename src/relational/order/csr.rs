//! Rows of numbers, side by side.

use std::ops::Index;

/// Compressed sparse rows: all rows in one array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Csr {
    items: Vec<u32>,
    /// Where each row ends, after a 0.
    ends: Vec<u32>,
}

impl Default for Csr {
    fn default() -> Csr {
        Csr { items: Vec::new(), ends: vec![0] }
    }
}

impl Csr {
    /// The number of rows.
    pub(super) fn len(&self) -> usize {
        self.ends.len() - 1
    }

    /// Adds a row.
    pub(super) fn push(&mut self, row: impl IntoIterator<Item = u32>) {
        self.items.extend(row);
        self.ends.push(self.items.len() as u32);
    }

    /// All rows.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len()).map(|row| &self[row])
    }

    /// The items of all rows.
    pub(super) fn items(&self) -> &[u32] {
        &self.items
    }

    /// For each item below `count`, the rows that it is in, in order.
    pub(super) fn transposed(&self, count: usize) -> Csr {
        Csr::bucketed(count, || {
            self.rows().zip(0..).flat_map(|(items, row)| items.iter().map(move |&item| (item, row)))
        })
    }

    /// Pairs (row, item), sorted into `count` rows; within a row they keep their order.
    pub(super) fn bucketed<I: Iterator<Item = (u32, u32)>>(count: usize, pairs: impl Fn() -> I) -> Csr {
        let mut ends = vec![0; count + 1];
        pairs().for_each(|(row, _)| ends[row as usize + 1] += 1);
        for row in 0..count {
            ends[row + 1] += ends[row];
        }
        let mut free = ends.clone();
        let mut items = vec![0; ends[count] as usize];
        for (row, item) in pairs() {
            items[free[row as usize] as usize] = item;
            free[row as usize] += 1;
        }
        Csr { items, ends }
    }
}

impl Index<usize> for Csr {
    type Output = [u32];
    fn index(&self, row: usize) -> &[u32] {
        &self.items[self.ends[row] as usize..self.ends[row + 1] as usize]
    }
}

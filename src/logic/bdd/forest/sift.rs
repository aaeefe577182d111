//! Each block of columns moves to the place where the forest is smallest.

use super::Forest;
use crate::budget::{Budget, StopReason};
use crate::logic::bdd::Column;
use std::cmp::Reverse;

/// A second or two.
const WORK: usize = 1 << 24;

/// Rounds go on as long as each makes the forest smaller by a sixteenth.
const GAIN: usize = 16;

impl Forest {
    /// A better order of blocks of columns, as their indices from top to bottom; `None` if the forest does not get smaller
    /// by a quarter. The blocks are all columns of the manager, from top to bottom.
    ///
    /// # Errors
    /// The limit that was hit.
    pub(crate) fn sifted(mut self, blocks: &[Vec<Column>], budget: &Budget) -> Result<Option<Vec<usize>>, StopReason> {
        let before = self.size();
        let order = self.sift(blocks, budget)?;
        Ok((self.size() * 4 < before * 3).then_some(order))
    }

    fn sift(&mut self, blocks: &[Vec<Column>], budget: &Budget) -> Result<Vec<usize>, StopReason> {
        let mut row = Row::new(self, blocks);
        loop {
            let before = row.forest.size();
            let mut blocks = row.order.clone();
            blocks.sort_by_key(|&block| Reverse(row.nodes(block)));
            for block in blocks {
                row.sift(block, budget)?;
            }
            if row.forest.size() * GAIN > before * (GAIN - 1) || row.is_tired() {
                break;
            }
        }
        Ok(row.blocks())
    }
}

/// The blocks in their present order. One without a node stays behind the one before it.
struct Row<'a> {
    forest: &'a mut Forest,
    /// For each block its variables.
    variables: Vec<Vec<u32>>,
    /// The blocks that have nodes.
    order: Vec<usize>,
    /// For each place in the order the level at which it begins.
    levels: Vec<usize>,
}

impl<'a> Row<'a> {
    fn new(forest: &'a mut Forest, blocks: &[Vec<Column>]) -> Row<'a> {
        let variable = |column: &Column| forest.columns.binary_search(column).ok().map(|at| at as u32);
        let variables: Vec<Vec<u32>> = blocks.iter().map(|block| block.iter().filter_map(variable).collect()).collect();
        let order: Vec<usize> = (0..blocks.len()).filter(|&block| !variables[block].is_empty()).collect();
        let levels = order.iter().scan(0, |level, &block| {
            *level += variables[block].len();
            Some(*level - variables[block].len())
        });
        let levels = levels.collect();
        Row { forest, variables, order, levels }
    }

    fn is_tired(&self) -> bool {
        self.forest.work > WORK
    }

    fn nodes(&self, block: usize) -> usize {
        self.variables[block].iter().map(|&variable| self.forest.tables[variable as usize].len()).sum()
    }

    /// Moves a block to its best place. A way along which the forest grows by half is not gone to its end.
    fn sift(&mut self, block: usize, budget: &Budget) -> Result<(), StopReason> {
        let Some(start) = self.order.iter().position(|&other| other == block) else { return Ok(()) };
        let last = self.order.len() - 1;
        let (mut at, mut goal, mut least) = (start, start, self.forest.size());
        let ends = if start * 2 < last { [0, last] } else { [last, 0] };
        for end in ends {
            while at != end && !self.is_tired() && self.forest.size() * 2 <= least * 3 {
                budget.check()?;
                at = self.step(at, end);
                if self.forest.size() < least {
                    (goal, least) = (at, self.forest.size());
                }
            }
            while at != goal {
                at = self.step(at, goal);
            }
        }
        Ok(())
    }

    /// Moves the block at a place by one towards another; its new place.
    fn step(&mut self, at: usize, towards: usize) -> usize {
        let (upper, to) = if at < towards { (at, at + 1) } else { (at - 1, at - 1) };
        let [left, right] = [self.order[upper], self.order[upper + 1]].map(|block| self.variables[block].len());
        let level = self.levels[upper];
        for moved in 0..right {
            (0..left).rev().for_each(|over| self.forest.swap(level + moved + over));
        }
        self.order.swap(upper, upper + 1);
        self.levels[upper + 1] = level + right;
        to
    }

    /// All blocks, from top to bottom.
    fn blocks(&self) -> Vec<usize> {
        let is_empty = |block: &usize| self.variables[*block].is_empty();
        let first = (0..self.variables.len()).take_while(is_empty);
        let rest = self
            .order
            .iter()
            .flat_map(|&block| std::iter::once(block).chain((block + 1..self.variables.len()).take_while(is_empty)));
        first.chain(rest).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{COLUMNS, function, manager};
    use super::*;
    use crate::logic::bdd::{BddId, Bdds};
    use proptest::prelude::*;

    fn blocks(columns: u16) -> Vec<Vec<Column>> {
        (0..columns).map(|column| vec![Column(column)]).collect()
    }

    /// That as many pairs are equal, the second of each far below the first.
    fn pairs(bdds: &mut Bdds, count: u16) -> BddId {
        (0..count).fold(BddId::TRUE, |all, at| {
            let [a, b] = [at, 2 * count - 1 - (at * 5) % count].map(|column| bdds.literal(Column(column), true));
            let same = bdds.iff(a, b).unwrap();
            bdds.and(all, same).unwrap()
        })
    }

    #[test]
    fn partners_become_neighbours() {
        let mut bdds = Bdds::new(24, Default::default()).unwrap();
        pairs(&mut bdds, 12);
        let mut forest = bdds.forest(50_000);
        assert!(forest.size() > 4096, "{}", forest.size());
        let mut order = forest.sift(&blocks(24), &Budget::unlimited()).unwrap();
        assert!(forest.size() < 200, "{}", forest.size());
        order.sort_unstable();
        assert!(order.iter().copied().eq(0..24), "{order:?}");
        let sifted = bdds.forest(50_000).sifted(&blocks(24), &Budget::unlimited());
        assert!(sifted.is_ok_and(|order| order.is_some()));
        assert_eq!(bdds.forest(10).sifted(&blocks(24), &Budget::unlimited()), Ok(None));
    }

    #[test]
    fn a_limit_ends_it() {
        let mut bdds = Bdds::new(24, Default::default()).unwrap();
        pairs(&mut bdds, 12);
        let budget = Budget::unlimited();
        let token = crate::budget::CancelToken::default();
        token.cancel();
        let stopped = bdds.forest(50_000).sifted(&blocks(24), &budget.with_cancel(token));
        assert_eq!(stopped, Err(StopReason::Interrupted));
    }

    proptest! {
        /// After any exchanges the forest has as many nodes as the diagrams would have in that order.
        #[test]
        fn exchanges_keep_functions_and_sharing(tables: [u32; 3], levels in proptest::collection::vec(0usize..4, 0..20)) {
            let mut bdds = manager();
            let roots = tables.map(|table| function(&mut bdds, table));
            let diagrams = roots.map(|root| bdds.store.get(root).clone());
            let mut forest = Forest::of(&diagrams.each_ref());
            prop_assume!(forest.columns.len() == usize::from(COLUMNS));
            levels.into_iter().for_each(|level| forest.swap(level));
            let mut place = [Column(0); COLUMNS as usize];
            forest.order.iter().zip(0..).for_each(|(&variable, level)| place[variable as usize] = Column(level));
            let mut other = manager();
            let moved = other.import(&bdds, &roots, |column| place[column.index()]).unwrap();
            let diagrams: Vec<_> = moved.iter().map(|&root| other.store.get(root)).collect();
            prop_assert_eq!(forest.size(), Forest::of(&diagrams).size());
        }
    }
}

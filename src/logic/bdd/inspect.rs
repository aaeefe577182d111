//! What a function depends on, how large it is, where it holds. All linear in its nodes.

use super::columns::Marks;
use super::{BddId, Bdds, Column};
use smallvec::SmallVec;

/// The columns of diagrams with so many nodes are sorted: quicker than to look at all columns that there are.
const FEW: usize = 18;

impl Bdds {
    /// The columns that a function depends on, sorted.
    pub(crate) fn support(&self, a: BddId) -> SmallVec<[Column; 16]> {
        let diagram = self.store.get(a);
        let columns = diagram.nodes().map(|node| node.column);
        if diagram.size() <= FEW {
            let mut support: SmallVec<[Column; 16]> = columns.collect();
            support.sort_unstable();
            support.dedup();
            return support;
        }
        let mut seen = Marks::none(self.columns);
        columns.for_each(|column| _ = seen.insert(column));
        seen.iter().collect()
    }

    /// The number of nodes of its diagram, terminals included: 1 for false, 2 for true, 3 for a column.
    pub(crate) fn size(&self, a: BddId) -> usize {
        self.store.get(a).size()
    }

    /// Whether it holds for a valuation, which is asked at most once for each column that it depends on.
    #[cfg(test)]
    pub(super) fn holds(&self, a: BddId, mut valuation: impl FnMut(Column) -> bool) -> bool {
        let diagram = self.store.get(a);
        let mut at = diagram.root();
        while at >= 2 {
            let node = diagram.node(at);
            at = if valuation(node.column) { node.high } else { node.low };
        }
        at == 1
    }
}

#[cfg(test)]
mod tests {
    use super::super::Limits;
    use super::super::tests::{all_columns, function, manager};
    use super::*;
    use crate::budget::Budget;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn support_agrees_with_the_truth_table(table: u32) {
            let mut bdds = manager();
            let a = function(&mut bdds, table);
            let depends = |column: &Column| {
                (0..32).any(|at: u32| table >> at & 1 != table >> (at ^ 1 << column.0) & 1)
            };
            let expected: Vec<Column> = all_columns().filter(depends).collect();
            prop_assert_eq!(bdds.support(a).into_vec(), expected);
        }
    }

    /// Diagrams of few nodes and of many are looked through in two ways.
    #[test]
    fn support_of_few_and_many_columns() {
        let mut bdds = Bdds::new(usize::from(u16::MAX), Limits { budget: Budget::unlimited(), nodes: 1 << 20 })
            .expect("few columns");
        let (mut parity, mut expected) = (BddId::FALSE, Vec::new());
        for column in (0..u16::MAX).step_by(1_111).map(Column) {
            let literal = bdds.literal(column, true);
            let same = bdds.iff(parity, literal).expect("no limit");
            parity = bdds.not(same).expect("no limit");
            expected.push(column);
            assert_eq!(bdds.support(parity).as_slice(), expected);
        }
        assert!(bdds.size(parity) > 2 * FEW);
    }
}

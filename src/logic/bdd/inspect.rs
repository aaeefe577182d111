//! What a function depends on, how large it is, how often it holds. All linear in its nodes.

use super::columns::Marks;
use super::{BddId, Bdds, Column, Columns};
use num_bigint::BigUint;

impl Bdds {
    /// The columns that a function depends on, sorted.
    pub fn support(&self, a: BddId) -> Vec<Column> {
        let mut seen = Marks::none(self.columns);
        let columns = self.store.get(a).nodes().map(|node| node.column);
        let mut support: Vec<Column> = columns.filter(|&column| seen.insert(column)).collect();
        support.sort_unstable();
        support
    }

    /// The number of nodes of its diagram, terminals included: 1 for false, 2 for true, 3 for a column.
    pub fn size(&self, a: BddId) -> usize {
        self.store.get(a).size()
    }

    /// Whether it holds for a valuation, which is asked at most once for each column that it depends on.
    pub fn holds(&self, a: BddId, mut valuation: impl FnMut(Column) -> bool) -> bool {
        let diagram = self.store.get(a);
        let mut at = diagram.root();
        while at >= 2 {
            let node = diagram.node(at);
            at = if valuation(node.column) { node.high } else { node.low };
        }
        at == 1
    }

    /// The share of all valuations for which it holds, 0 to 1; below 1e-308 it is lost.
    pub fn density(&self, a: BddId) -> f64 {
        let diagram = self.store.get(a);
        let mut shares = vec![0.0, 1.0];
        for node in diagram.nodes() {
            shares.push((shares[node.low as usize] + shares[node.high as usize]) / 2.0);
        }
        shares[diagram.root() as usize]
    }

    /// The number of valuations of `over` for which it holds; `over` has all columns that it depends on. Each number
    /// on the way has up to as many bits as there are such columns.
    pub fn model_count(&self, a: BddId, over: Columns) -> BigUint {
        let (diagram, over, support) = (self.store.get(a), self.members(over), self.support(a));
        debug_assert!(support.iter().all(|column| over.binary_search(column).is_ok()), "a column is missing");
        let mut ranks = vec![0; self.columns()];
        support.iter().enumerate().for_each(|(rank, column)| ranks[column.index()] = rank);
        // For each node: its rank, and its models over the columns of the support from there on.
        let mut models = vec![(support.len(), BigUint::ZERO), (support.len(), BigUint::from(1u32))];
        for node in diagram.nodes() {
            let rank = ranks[node.column.index()];
            let [low, high] = [node.low, node.high].map(|child| {
                let (below, count) = &models[child as usize];
                count << (below - rank - 1)
            });
            models.push((rank, low + high));
        }
        let (rank, count) = &models[diagram.root() as usize];
        count << (rank + over.len() - support.len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{COLUMNS, all_columns, function, manager};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_and_support_agree_with_the_truth_table(table: u32) {
            let mut bdds = manager();
            let a = function(&mut bdds, table);
            let all = bdds.column_set(all_columns());
            prop_assert_eq!(bdds.model_count(a, all), BigUint::from(table.count_ones()));
            prop_assert_eq!(bdds.density(a) * 32.0, f64::from(table.count_ones()));
            let depends = |column: &Column| {
                (0..32).any(|at: u32| table >> at & 1 != table >> (at ^ 1 << column.0) & 1)
            };
            prop_assert_eq!(bdds.support(a), all_columns().filter(depends).collect::<Vec<_>>());
        }
    }

    #[test]
    fn counts_do_not_overflow() {
        let mut bdds = Bdds::new(3000, Default::default()).unwrap();
        let all = bdds.column_set((0..3000).map(Column));
        let a = bdds.literal(Column(1999), true);
        assert_eq!(bdds.model_count(a, all), BigUint::from(1u32) << 2999u32);
        assert_eq!(bdds.model_count(BddId::TRUE, all), BigUint::from(1u32) << 3000u32);
        assert_eq!(bdds.model_count(BddId::FALSE, all), BigUint::ZERO);
        assert_eq!((bdds.density(a), bdds.size(a)), (0.5, 3));
        assert_eq!(usize::from(COLUMNS), all_columns().count());
    }
}

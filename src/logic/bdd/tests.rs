//! Operations against truth tables of five columns, and operations that are stopped.

use super::cubes::Literal;
use super::*;
use crate::budget::{Budget, CancelToken, StopReason};
use proptest::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// The columns of these tests; bit i of an index into a table is the value of column i.
pub(super) const COLUMNS: u16 = 5;

pub(super) fn manager() -> Bdds {
    Bdds::new(usize::from(COLUMNS), Limits::default()).unwrap()
}

pub(super) fn all_columns() -> impl Iterator<Item = Column> {
    (0..COLUMNS).map(Column)
}

/// The function with this truth table.
pub(super) fn function(bdds: &mut Bdds, table: u32) -> BddId {
    (0..32).filter(|at| table >> at & 1 == 1).fold(BddId::FALSE, |all, at: u32| {
        let literals: Vec<Literal> = all_columns().map(|column| (column, at >> column.0 & 1 == 1)).collect();
        let one = bdds.cube(&literals);
        bdds.or(all, one).unwrap()
    })
}

/// The truth table of a function.
pub(super) fn table(bdds: &Bdds, a: BddId) -> u32 {
    (0..32u32).filter(|at| bdds.holds(a, |column| at >> column.0 & 1 == 1)).fold(0, |all, at| all | 1 << at)
}

/// The truth table of `value`, a function of the index.
fn tabled(value: impl Fn(u32) -> bool) -> u32 {
    (0..32).filter(|&at| value(at)).fold(0, |all, at| all | 1 << at)
}

/// A table that is often simple: random, or a column, or a constant, or a function of few columns.
fn tables() -> impl Strategy<Value = u32> {
    let columns = [0xaaaa_aaaau32, 0xcccc_cccc, 0xf0f0_f0f0, 0xff00_ff00, 0xffff_0000];
    let column = (0..5usize).prop_map(move |column| columns[column]);
    let few = (column.clone(), column.clone(), column.clone()).prop_map(|(a, b, c)| a & b | !a & c);
    prop_oneof![4 => any::<u32>(), 1 => column, 2 => few, 1 => Just(0), 1 => Just(!0)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// The result of each operation is, as an id, the function with the right table: canonical, and right.
    #[test]
    fn operations_agree_with_truth_tables(a in tables(), b in tables()) {
        let mut bdds = manager();
        let [fa, fb] = [a, b].map(|table| function(&mut bdds, table));
        let results = [
            (bdds.and(fa, fb), a & b),
            (bdds.or(fa, fb), a | b),
            (bdds.diff(fa, fb), a & !b),
            (bdds.iff(fa, fb), !(a ^ b)),
            (bdds.not(fa), !a),
        ];
        for (at, (result, expected)) in results.into_iter().enumerate() {
            prop_assert_eq!(table(&bdds, result.clone().unwrap()), expected, "operation {}", at);
            prop_assert_eq!(result.unwrap(), function(&mut bdds, expected), "operation {} is not canonical", at);
        }
    }

    #[test]
    fn quantification_agrees_with_truth_tables(a in tables(), b in tables(), forgotten in 0u32..32) {
        let mut bdds = manager();
        let (fa, fb) = (function(&mut bdds, a), function(&mut bdds, b));
        let set = bdds.column_set(all_columns().filter(|column| forgotten >> column.0 & 1 == 1));
        let some = |table: u32| tabled(|at| (0..32).any(|other| (at ^ other) & !forgotten == 0 && table >> other & 1 == 1));
        let results = [
            (bdds.exists(fa, set), some(a)),
            (bdds.and_exists(fa, fb, set), some(a & b)),
            (bdds.and_exists(fa, fa, set), some(a)),
        ];
        for (at, (result, expected)) in results.into_iter().enumerate() {
            prop_assert_eq!(table(&bdds, result.clone().unwrap()), expected, "operation {}", at);
            prop_assert_eq!(result.unwrap(), function(&mut bdds, expected), "operation {} is not canonical", at);
        }
    }

    /// Any map of columns, permutations and those that give two columns one name among them.
    #[test]
    fn renaming_agrees_with_truth_tables(a in tables(), to in prop::array::uniform5(0..COLUMNS)) {
        let mut bdds = manager();
        let fa = function(&mut bdds, a);
        let renaming = bdds.renaming(all_columns().map(|column| (column, Column(to[column.index()]))));
        let renamed = bdds.rename(fa, renaming).unwrap();
        let expected = tabled(|at| {
            let old = all_columns().fold(0, |old, column| old | (at >> to[column.index()] & 1) << column.0);
            a >> old & 1 == 1
        });
        prop_assert_eq!(renamed, function(&mut bdds, expected));
        let mut other = manager();
        let imported = other.import(&bdds, &[fa, renamed], |column| Column(to[column.index()])).unwrap();
        prop_assert_eq!(imported[0], function(&mut other, expected));
    }
}

/// All 120 orders of five columns there and back, and the order in which the rest of a diagram is not touched.
#[test]
fn permutations_can_be_undone() {
    let mut bdds = manager();
    let a = function(&mut bdds, 0x6a09_e667);
    let mut count = 0;
    for code in 0..5u32.pow(5) {
        let to: Vec<Column> =
            all_columns().map(|column| Column((code / 5u32.pow(column.0.into()) % 5) as u16)).collect();
        if !all_columns().all(|column| to.contains(&column)) {
            continue;
        }
        count += 1;
        let there = bdds.renaming(all_columns().zip(to.iter().copied()));
        let back = bdds.renaming(to.iter().copied().zip(all_columns()));
        let renamed = bdds.rename(a, there).unwrap();
        assert_eq!(bdds.rename(renamed, back), Ok(a), "{to:?}");
    }
    assert_eq!(count, 120);
}

/// `n` pairs of columns, each pair equal: 3n nodes if partners are neighbours, over 2^n if they are far apart.
fn far_pairs(bdds: &mut Bdds, n: u16) -> Result<BddId, Stop> {
    (0..n).try_fold(BddId::TRUE, |all, at| {
        let (left, right) = (bdds.literal(Column(at), true), bdds.literal(Column(n + at), true));
        let equal = bdds.iff(left, right)?;
        bdds.and(all, equal)
    })
}

#[test]
fn a_limit_of_nodes_ends_an_operation() {
    let mut bdds = Bdds::new(60, Limits { nodes: 100_000, ..Limits::default() }).unwrap();
    assert_eq!(far_pairs(&mut bdds, 30), Err(Stop::Nodes));
    let stats = bdds.stats();
    assert!(stats.nodes_live <= 100_000 && stats.nodes_largest > 1000, "{stats:?}");
    bdds.collect([]);
    let few = far_pairs(&mut bdds, 3).unwrap();
    assert_eq!(bdds.size(few), 3 * ((1 << 3) - 1) + 2, "usable afterwards");
}

/// One operation whose result has 2^30 nodes, begun from two small diagrams: each is small in an order of its own.
fn huge_rename(bdds: &mut Bdds) -> Result<BddId, Stop> {
    let n = 30;
    let mut near = BddId::TRUE;
    for at in 0..n {
        let (left, right) = (bdds.literal(Column(2 * at), true), bdds.literal(Column(2 * at + 1), true));
        let equal = bdds.iff(left, right)?;
        near = bdds.and(near, equal)?;
    }
    let apart = (0..2 * n).map(|column| (Column(column), Column(column / 2 + column % 2 * n)));
    let apart = bdds.renaming(apart);
    bdds.rename(near, apart)
}

/// One relational product whose result has over 2^20 nodes: `x = y`, near, met with `y = z`, far apart.
fn huge_product(bdds: &mut Bdds) -> Result<BddId, Stop> {
    let n = 20;
    let mut parts = [BddId::TRUE; 2];
    for at in 0..n {
        let [x, y, z] = [2 * at, 2 * at + 1, 3 * n - 1 - at].map(|column| bdds.literal(Column(column), true));
        for (part, (a, b)) in parts.iter_mut().zip([(x, y), (y, z)]) {
            let equal = bdds.iff(a, b)?;
            let (part_now, either) = (*part, bdds.or(equal, a)?);
            *part = bdds.and(part_now, if at % 2 == 0 { equal } else { either })?;
        }
    }
    let middle = bdds.column_set((0..n).map(|at| Column(2 * at + 1)));
    bdds.and_exists(parts[0], parts[1], middle)
}

/// A budget that is spent after so many looks at the clock.
fn looks(count: u64) -> Budget {
    let seen = std::sync::atomic::AtomicU64::new(0);
    let clock = move || Duration::from_secs(seen.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
    Budget::unlimited().with_time(Arc::new(clock), Duration::from_secs(count))
}

#[test]
fn time_ends_an_operation_in_the_middle() {
    for huge in [huge_rename, huge_product, |bdds: &mut Bdds| far_pairs(bdds, 30)] {
        let mut bdds = Bdds::new(60, Limits { budget: looks(3), ..Limits::default() }).unwrap();
        assert_eq!(huge(&mut bdds), Err(Stop::Budget(StopReason::Time)));
    }
}

#[test]
fn cancelling_ends_every_kind_of_operation() {
    type Huge = fn(&mut Bdds) -> Result<BddId, Stop>;
    for huge in [huge_rename as Huge, huge_product, |bdds| far_pairs(bdds, 30)] {
        let token = CancelToken::default();
        let cancel = token.clone();
        // Cancels when the clock is first looked at, which is in the middle of a large operation.
        let clock = Arc::new(move || {
            cancel.cancel();
            Duration::ZERO
        });
        let budget = Budget::unlimited().with_time(clock, Duration::MAX).with_cancel(token.clone());
        let mut bdds = Bdds::new(60, Limits { budget, ..Limits::default() }).unwrap();
        assert_eq!(huge(&mut bdds), Err(Stop::Budget(StopReason::Interrupted)));
        assert!(token.is_cancelled());
    }
}

#[test]
fn columns_are_limited() {
    assert_eq!(Bdds::new(65_536, Limits::default()).err(), Some(TooManyColumns { asked: 65_536 }));
    let mut bdds = Bdds::new(Bdds::MOST_COLUMNS, Limits::default()).unwrap();
    let (first, last) = (bdds.literal(Column(0), true), bdds.literal(Column(65_534), false));
    let both = bdds.and(first, last).unwrap();
    let set = bdds.column_set([Column(65_534)]);
    assert_eq!(bdds.exists(both, set), Ok(first));
    assert_eq!(bdds.support(both).as_slice(), [Column(0), Column(65_534)]);
}

#[test]
fn what_repeats_is_remembered() {
    let mut bdds = manager();
    let (a, b) = (function(&mut bdds, 0x0123_4567), function(&mut bdds, 0x89ab_0def));
    let first = (bdds.and(a, b), bdds.stats());
    let again = (bdds.and(b, a), bdds.stats());
    assert_eq!(first.0, again.0);
    assert_eq!(first.1.operations, again.1.operations);
    assert_eq!(first.1.remembered + 1, again.1.remembered);
}

/// A manager can be handed to another thread.
#[test]
fn managers_are_send_and_sync() {
    fn check<T: Send + Sync>() {}
    check::<Bdds>();
}

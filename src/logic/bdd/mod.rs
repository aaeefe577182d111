//! Binary decision diagrams: sets of valuations and relations, as the saturation engine uses them.
//!
//! A manager, [`Bdds`], owns all diagrams over a fixed number of [`Column`]s, whose numbers are the order of
//! variables. A function is a [`BddId`]: two functions of one manager are equal exactly if their ids are. All that
//! can take long returns `Result<_, Stop>`: the manager was given [`Limits`], and looks at them inside
//! each operation (see [`meter`]).
//!
//! What one should know about cost. Diagrams share no nodes: each is a slice of 12 bytes a node. An operation takes
//! time in the size of its whole operands (and in their product at worst); so columns that change often belong at the
//! bottom of the order. What it works on lies in memory in the order in which it is worked on, and that is worth more
//! than sharing: a node costs a few dozen instructions, and one look at memory that is in no cache as much as all of
//! them (see [`table`]). Measured, in CPU time on a two-core machine: 0.6 µs an operation on 9 nodes, and the same with 65,535
//! declared columns as with 64; on a set of 250,000 nodes, 45 to 75 ns a node to quantify, 80 ns for a swap of
//! neighbouring columns, 3 µs for all columns reversed; to complement or to rename in the same order 7 to 10 ns a node; to
//! remember a result 8 ns. Results are remembered for as long as the memo has room (see [`memo`]). Nothing is freed
//! before [`Bdds::collect`] is told what is still needed.
//!
//! The rooms: [`diagram`] is one function; [`store`], [`memo`], [`columns`] and [`meter`] are the parts of the
//! manager; [`weave`] and [`table`] are what diagrams are made in, by [`apply`] and [`choose`]; [`operations`], [`rename`]
//! and [`image`] compute; [`inspect`] and [`cubes`] look; [`translate`] is the way from and to formulas, [`factor`] one to
//! shorter ones; [`forest`] finds a better order of columns.

mod apply;
mod choose;
mod collect;
mod columns;
mod cubes;
mod diagram;
mod eliminate;
mod factor;
mod forest;
mod image;
mod inspect;
mod memo;
mod meter;
mod operations;
mod rename;
mod store;
mod table;
mod translate;
mod weave;

#[cfg(test)]
mod tests;

pub(crate) use columns::{Column, Columns, Renaming};
pub(crate) use eliminate::exists;
pub(crate) use forest::Forest;
pub(crate) use image::Image;
pub use meter::Limits;
pub(crate) use meter::Stop;
pub(crate) use translate::Translation;

use columns::{Lists, Marks};
use diagram::{Diagram, Node};
use memo::{Key, Memo, Op};
use meter::{Meter, Pace};
use serde::Serialize;
use smallvec::SmallVec;
use store::Store;
use weave::Weave;

/// A Boolean function, of the manager that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BddId(u32);

impl BddId {
    /// The function that never holds, of every manager.
    pub(crate) const FALSE: BddId = BddId(0);
    /// The function that always holds, of every manager.
    pub(crate) const TRUE: BddId = BddId(1);

    /// Whether it never holds.
    pub(crate) fn is_false(self) -> bool {
        self == BddId::FALSE
    }

    /// Whether it always holds.
    pub(crate) fn is_true(self) -> bool {
        self == BddId::TRUE
    }
}

/// More columns were asked for than a manager can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{asked} BDD variables, at most {} are possible", Bdds::MOST_COLUMNS)]
pub struct TooManyColumns {
    /// The number of columns that were asked for.
    pub(crate) asked: usize,
}

/// What a manager has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BddStats {
    /// Operations that were computed: those with a trivial or remembered result do not count.
    pub(crate) operations: u64,
    /// Operations whose result was remembered.
    pub(crate) remembered: u64,
    /// Nodes of the largest diagram that there ever was.
    pub(crate) nodes_largest: usize,
    /// The most nodes of all diagrams that were stored at a time.
    pub(crate) nodes_peak: usize,
    /// Nodes of all diagrams that are stored now.
    pub(crate) nodes_live: usize,
}

/// A manager of diagrams. See the [module](self).
pub(crate) struct Bdds {
    columns: u16,
    limits: Limits,
    pace: Pace,
    store: Store,
    weave: Weave,
    memo: Memo,
    sets: Lists<Column>,
    renamings: Lists<(Column, Column)>,
    /// The columns that the operation at work quantifies; empty between operations.
    marks: Marks,
    /// The new name of each column for the renaming at work; its own between operations.
    names: Vec<Column>,
    /// Collecting is worth while from so many stored nodes on.
    garbage: usize,
    stats: BddStats,
}

/// What an operation works with.
struct Tools<'a> {
    store: &'a Store,
    /// The columns that are quantified.
    marks: &'a Marks,
    weave: &'a mut Weave,
    meter: &'a Meter<'a>,
}

impl Bdds {
    /// The most columns that a manager can have.
    pub(crate) const MOST_COLUMNS: usize = u16::MAX as usize;

    /// A manager of so many columns. A column that no diagram has costs next to nothing.
    ///
    /// # Errors
    /// If there are more than [`Bdds::MOST_COLUMNS`].
    pub(crate) fn new(columns: usize, limits: Limits) -> Result<Bdds, TooManyColumns> {
        let columns = u16::try_from(columns).map_err(|_| TooManyColumns { asked: columns })?;
        let mut bdds = Bdds {
            columns,
            limits,
            pace: Pace::default(),
            store: Store::new(),
            weave: Weave::new(),
            memo: Memo::new(),
            sets: Lists::new(),
            renamings: Lists::new(),
            marks: Marks::none(columns),
            names: (0..columns).map(Column).collect(),
            garbage: 0,
            stats: BddStats { nodes_largest: 2, ..BddStats::default() },
        };
        bdds.set_garbage_threshold();
        Ok(bdds)
    }

    /// What it has done up to now.
    pub(crate) fn stats(&self) -> BddStats {
        BddStats { nodes_live: self.store.nodes(), ..self.stats }
    }

    /// The set of these columns, in any order.
    pub(crate) fn column_set(&mut self, columns: impl IntoIterator<Item = Column>) -> Columns {
        let mut list: SmallVec<[Column; 32]> = columns.into_iter().collect();
        list.sort_unstable();
        list.dedup();
        Columns(self.sets.intern(&list))
    }

    /// The columns of a set, sorted.
    pub(crate) fn members(&self, set: Columns) -> &[Column] {
        self.sets.get(set.0)
    }

    /// The function that is this column, or its complement. Constant time.
    ///
    /// # Panics
    /// If there is no such column.
    pub(crate) fn literal(&mut self, column: Column, value: bool) -> BddId {
        assert!(column.0 < self.columns, "a column that there is");
        let key = (Op::Literal, u32::from(column.0), u32::from(value), 0);
        self.memo.get(key).unwrap_or_else(|| {
            let (low, high) = (u32::from(!value), u32::from(value));
            let literal = self.store.insert(Diagram::of_nodes([Node { column, low, high }]));
            self.memo.insert(key, literal);
            literal
        })
    }

    /// The result of an operation, if it is remembered.
    fn recall(&mut self, key: Key) -> Option<BddId> {
        self.memo.get(key).inspect(|_| self.stats.remembered += 1)
    }

    /// The result of an operation: remembered, or computed now, within the limits.
    fn operate(&mut self, key: Key, compute: impl FnOnce(Tools) -> Diagram) -> Result<BddId, Stop> {
        if let Some(known) = self.recall(key) {
            return Ok(known);
        }
        let result = self.measure(compute)?;
        let result = self.keep(result)?;
        self.memo.insert(key, result);
        Ok(result)
    }

    /// Runs one operation within the limits.
    fn measure<T>(&mut self, compute: impl FnOnce(Tools) -> T) -> Result<T, Stop> {
        self.stats.operations += 1;
        let meter = Meter::begin(&self.limits, self.pace, self.store.nodes());
        let tools = Tools { store: &self.store, marks: &self.marks, weave: &mut self.weave, meter: &meter };
        let result = compute(tools);
        let (pace, stop) = meter.end();
        self.pace = pace;
        stop.map_or(Ok(result), Err)
    }

    /// Stores a result.
    fn keep(&mut self, result: Diagram) -> Result<BddId, Stop> {
        if self.store.nodes() + result.size() > self.limits.nodes {
            return Err(Stop::Nodes);
        }
        self.stats.nodes_largest = self.stats.nodes_largest.max(result.size());
        let id = self.store.insert(result);
        self.stats.nodes_peak = self.stats.nodes_peak.max(self.store.nodes());
        Ok(id)
    }
}

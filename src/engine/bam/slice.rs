//! Ways through an activation: one, or many that part and meet again.

use super::places::Place;
use crate::lang::program::ProcId;

/// Ways through an activation of a block, all to the same end. A call inside that returned has a key, by which ways through the callee
/// are found.
#[derive(Clone, Debug)]
pub struct Slice<K> {
    /// The block.
    pub block: ProcId,
    /// The visits of places; each comes behind those from which it is reached. At the last one all ways end.
    pub visits: Vec<Visit<K>>,
    /// The call from there that does not return, if there is one.
    pub calls: Option<u32>,
}

/// A place that is visited.
#[derive(Clone, Debug)]
pub struct Visit<K> {
    /// The place.
    pub place: Place,
    /// How it is reached.
    pub ways: Vec<Way<K>>,
}

/// How a visit comes about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Way<K> {
    /// The block is entered.
    Entered,
    /// A rule was applied.
    Taken {
        /// The index of the visit before.
        from: usize,
        /// The rule.
        rule: u32,
        /// Of a call that returned, how.
        returned: Option<K>,
    },
}

/// Who knows the ways through callees.
pub trait Inner {
    /// How a call returned.
    type Key;
    /// Why there are none.
    type Error;

    /// The ways through a callee that return so.
    ///
    /// # Errors
    /// If there are none.
    fn inner(&mut self, returned: &Self::Key) -> Result<Slice<Self::Key>, Self::Error>;
}

//! Freeing what is no longer needed.

use super::{BddId, Bdds};

/// Below so many stored nodes (12 MB) nothing is worth collecting.
const FEW_NODES: usize = 1 << 20;

/// Limits that were wider for a while.
#[derive(Debug)]
#[must_use]
pub(crate) struct Wider {
    nodes: usize,
    garbage: usize,
}

impl Bdds {
    /// Whether [`Bdds::collect`] is worth its time: the stored nodes have doubled since the last time, or filled
    /// half of the room that the limit of nodes left then.
    pub(crate) fn garbage_due(&self) -> bool {
        self.store.nodes() > self.garbage
    }

    /// Frees every diagram that is not named, nor a constant. From then on its id must not be used: it may get another
    /// meaning. Everything that holds ids must be asked: also [`Translation::ids`] and [`Image::ids`]. Linear
    /// in the number of diagrams.
    ///
    /// [`Translation::ids`]: super::Translation::ids
    /// [`Image::ids`]: super::Image::ids
    pub(crate) fn collect(&mut self, kept: impl IntoIterator<Item = BddId>) {
        self.store.retain(kept);
        self.memo.retain(|id| self.store.contains(id));
        self.set_garbage_threshold();
    }

    /// From now on only so many nodes more may be stored; what the limits were, for [`Bdds::give_back`].
    pub(crate) fn narrow(&mut self, room: usize) -> Wider {
        let (wider, nodes) = (Wider { nodes: self.limits.nodes, garbage: self.garbage }, self.store.nodes());
        self.limits.nodes = nodes.saturating_add(room).min(wider.nodes);
        self.garbage = (nodes + room / 2).min(wider.garbage);
        wider
    }

    /// The limits are again what they were.
    pub(crate) fn give_back(&mut self, wider: Wider) {
        (self.limits.nodes, self.garbage) = (wider.nodes, wider.garbage);
    }

    /// The number of diagrams that are stored.
    #[cfg(test)]
    pub(crate) fn diagrams(&self) -> usize {
        self.store.len()
    }

    pub(super) fn set_garbage_threshold(&mut self) {
        let nodes = self.store.nodes();
        let room = self.limits.nodes.saturating_sub(nodes);
        self.garbage = nodes + nodes.max(FEW_NODES).min(room / 2);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Column;
    use super::super::tests::{all_columns, function, manager, table};
    use super::*;

    #[test]
    fn limits_are_narrow_for_a_while() {
        let mut bdds = manager();
        let wider = bdds.narrow(3);
        let mut some = (0..20).map(|column| bdds.literal(Column(column % 5), column < 5)).collect::<Vec<_>>();
        some.dedup();
        let met = some.iter().try_fold(BddId::TRUE, |all, &one| bdds.iff(all, one));
        assert!(met.is_err(), "so many nodes there are not");
        bdds.give_back(wider);
        assert!(some.iter().try_fold(BddId::TRUE, |all, &one| bdds.iff(all, one)).is_ok());
    }

    #[test]
    fn what_is_kept_stays_and_the_rest_is_freed() {
        let mut bdds = manager();
        let (a, b) = (function(&mut bdds, 0x1234_5678), function(&mut bdds, 0x9abc_def0));
        let both = bdds.and(a, b).unwrap();
        bdds.collect([a, b]);
        assert_eq!(bdds.diagrams(), 4);
        let one_more = function(&mut bdds, 0x0f1e_2d3c);
        assert_eq!(table(&bdds, one_more), 0x0f1e_2d3c);
        assert_eq!((table(&bdds, a), table(&bdds, b)), (0x1234_5678, 0x9abc_def0));
        let again = bdds.and(a, b).unwrap();
        assert_eq!(table(&bdds, again), 0x1234_5678 & 0x9abc_def0, "first {both:?}, then {again:?}");
        bdds.collect([]);
        assert_eq!((bdds.diagrams(), bdds.stats().nodes_live), (2, 3));
    }

    #[test]
    fn garbage_is_due_before_the_limit() {
        let limits = super::super::Limits { nodes: 1000, ..Default::default() };
        let mut bdds = Bdds::new(5, limits).unwrap();
        let mut made = 0u32;
        while !bdds.garbage_due() {
            made += 1;
            let one = |column: Column| (made >> (2 * column.0) & 1 == 1).then_some(made >> (2 * column.0 + 1) & 1 == 1);
            let literals: Vec<_> = all_columns().filter_map(|column| Some((column, one(column)?))).collect();
            bdds.cube(&literals);
        }
        assert!(bdds.stats().nodes_live < 600);
        bdds.collect([]);
        assert!(!bdds.garbage_due());
    }
}

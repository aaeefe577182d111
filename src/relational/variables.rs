//! The variables that get columns, and the orders in which these can stand.

use super::frames::Vertex;
use super::live::Live;
use super::order::{Hyperedge, Hypergraph, Order, hypergraph, order};
use crate::budget::{Budget, StopReason};
use crate::pds::analysis::Vertices;
use crate::pds::{Slot, SymbolicPds};
use rustc_hash::{FxHashMap, FxHashSet};

/// Which variables get columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Columns {
    /// Those that some rule reads: no other matters for a verdict.
    Read,
    /// All.
    All,
}

/// The variables of a system, and what ties them.
pub(crate) struct Variables {
    graph: Hypergraph,
    vertices: Vertices,
    /// Those that get columns; `None`: all.
    read: Option<FxHashSet<Vertex>>,
}

impl Variables {
    /// The variables of a system.
    ///
    /// # Errors
    /// The limit that was hit.
    pub(crate) fn new(
        pds: &SymbolicPds,
        live: &Live<'_>,
        which: Columns,
        budget: &Budget,
    ) -> Result<Variables, StopReason> {
        let read = match which {
            Columns::Read => Some(live.read(budget)?),
            Columns::All => None,
        };
        let (graph, vertices) = hypergraph(pds, budget)?;
        Ok(Variables { graph, vertices, read })
    }

    /// Those that get columns, from top to bottom: first the ones listed, then the others in this order.
    ///
    /// # Errors
    /// The limit that was hit.
    pub(crate) fn ordered(&self, listed: &[Vertex], others: Order, budget: &Budget) -> Result<Vec<Vertex>, StopReason> {
        let others = order(&self.graph, others, budget)?.into_iter().filter_map(|vertex| self.vertex(vertex));
        let mut seen = FxHashSet::default();
        let all = listed.iter().copied().chain(others);
        Ok(all.filter(|&vertex| self.has_columns(vertex) && seen.insert(vertex)).collect())
    }

    /// The same variables in an order in which those that somebody cares about stand as if there were no others. Each of the others follows
    /// the one that it follows in `base`.
    ///
    /// # Errors
    /// The limit that was hit.
    pub(crate) fn focused(
        &self,
        on: &FxHashSet<Vertex>,
        base: &[Vertex],
        which: Order,
        budget: &Budget,
    ) -> Result<Vec<Vertex>, StopReason> {
        let is_on = |&number: &u32| self.vertex(number).is_some_and(|vertex| on.contains(&vertex));
        let narrowed = |edges: &[Hyperedge]| {
            let edges = edges.iter().map(|edge| Hyperedge {
                vertices: edge.vertices.iter().copied().filter(is_on).collect(),
                weight: edge.weight,
            });
            edges.filter(|edge| edge.vertices.len() > 1).collect()
        };
        let Hypergraph { vertices, data, control, places } = &self.graph;
        let (data, control) = (narrowed(data), narrowed(control));
        let graph = Hypergraph { vertices: *vertices, data, control, places: places.clone() };
        let focus = order(&graph, which, budget)?.into_iter().filter_map(|vertex| self.vertex(vertex));
        let mut followers: FxHashMap<Option<Vertex>, Vec<Vertex>> = FxHashMap::default();
        let mut last = None;
        for &vertex in base {
            if on.contains(&vertex) {
                last = Some(vertex);
            } else {
                followers.entry(last).or_default().push(vertex);
            }
        }
        let in_focus = focus.filter(|vertex| on.contains(vertex) && self.has_columns(*vertex)).map(Some);
        let all = [None].into_iter().chain(in_focus);
        Ok(all.flat_map(|vertex| vertex.into_iter().chain(followers.remove(&vertex).unwrap_or_default())).collect())
    }

    /// The orders that suit them, the best first.
    pub(crate) fn suited(&self) -> &'static [Order] {
        Order::suited(&self.graph)
    }

    fn has_columns(&self, vertex: Vertex) -> bool {
        self.read.as_ref().is_none_or(|read| read.contains(&vertex))
    }

    fn vertex(&self, number: u32) -> Option<Vertex> {
        match self.vertices.slot(number) {
            (Slot::Global(index), _) => Some(Vertex::Global(index)),
            (Slot::Local(index), Some(procedure)) => Some(Vertex::Local(procedure, index)),
            (Slot::Result(index), Some(procedure)) => Some(Vertex::Result(procedure, index)),
            _ => None,
        }
    }
}

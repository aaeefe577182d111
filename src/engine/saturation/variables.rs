//! The variables that get columns, and the orders in which these can stand.

use super::order::{Hypergraph, Order, Vertices, hypergraph, order};
use super::relations::frames::Vertex;
use super::relations::live::Live;
use crate::budget::{Budget, StopReason};
use crate::pds::{Slot, SymbolicPds};
use rustc_hash::FxHashSet;

/// Which variables get columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Columns {
    /// Those that some rule reads: no other matters for a verdict.
    Read,
    /// All.
    All,
}

/// The variables of a system, and what ties them.
pub(super) struct Variables {
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
    pub(super) fn new(
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
    pub(super) fn ordered(&self, listed: &[Vertex], others: Order, budget: &Budget) -> Result<Vec<Vertex>, StopReason> {
        let others = order(&self.graph, others, budget)?.into_iter().filter_map(|vertex| self.vertex(vertex));
        let mut seen = FxHashSet::default();
        let all = listed.iter().copied().chain(others);
        Ok(all.filter(|&vertex| self.has_columns(vertex) && seen.insert(vertex)).collect())
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

//! One function as its nodes.
//!
//! A [`Diagram`] owns its nodes in one slice: the two terminals, then each inner node after its children, the
//! high child's part before the low child's, the root last. Reduced, and in that order, a function has one
//! slice only, so equal functions are equal slices.

use super::columns::Column;
use std::hash::{Hash, Hasher};

/// A reduced, ordered diagram in canonical layout.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Diagram(Box<[Node]>);

/// An inner node; `low` and `high` are indices of nodes, 0 and 1 the terminals. A terminal stands below all columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(crate) column: Column,
    pub(crate) low: u32,
    pub(crate) high: u32,
}

impl Diagram {
    /// The constant.
    pub(crate) fn constant(value: bool) -> Diagram {
        Diagram(Node::TERMINALS[..=usize::from(value)].into())
    }

    /// The diagram of these inner nodes, the first of which has index 2. They are reduced and in canonical order.
    ///
    /// # Panics
    /// If a node does not stand above its children, or before one of them.
    pub(crate) fn of_nodes(inner: impl IntoIterator<Item = Node>) -> Diagram {
        let nodes: Vec<Node> = Node::TERMINALS.into_iter().chain(inner).collect();
        for (at, node) in nodes.iter().enumerate().skip(2) {
            let children = [node.low, node.high].map(|child| child as usize);
            assert!(children.iter().all(|&child| child < at && node.column < nodes[child].column), "nodes in order");
        }
        Diagram(nodes.into())
    }

    /// The diagram of these nodes, terminals among them, in canonical order.
    pub(super) fn of_woven(nodes: &[Node]) -> Diagram {
        Diagram(nodes.into())
    }

    /// The number of nodes, terminals included: 1 for the constant false, 2 for true.
    pub(crate) fn size(&self) -> usize {
        self.0.len()
    }

    /// The index of the root.
    pub(crate) fn root(&self) -> u32 {
        self.size() as u32 - 1
    }

    /// The node at an index. A terminal's children are the terminals.
    pub(crate) fn node(&self, index: u32) -> Node {
        self.0[index as usize]
    }

    /// All inner nodes, children before parents.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        self.0.iter().skip(2).copied()
    }

    /// The complement. Linear.
    pub(crate) fn not(&self) -> Diagram {
        if self.size() <= 2 {
            return Diagram::constant(self.size() == 1);
        }
        let other = |child: u32| if child < 2 { 1 - child } else { child };
        let complement = |node: Node| Node { low: other(node.low), high: other(node.high), ..node };
        Diagram(Node::TERMINALS.into_iter().chain(self.nodes().map(complement)).collect())
    }
}

impl Node {
    /// The two constants, in the order of their values.
    pub(super) const TERMINALS: [Node; 2] = [Node { column: Column::BELOW, low: 0, high: 1 }; 2];

    /// The child for a value of the column.
    pub(super) fn child(self, value: bool) -> u32 {
        if value { self.high } else { self.low }
    }
}

impl Hash for Node {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(u64::from(self.low) << 32 ^ u64::from(self.high) ^ u64::from(self.column.0) << 20);
    }
}

//! The library behind this room: the only file that names biodivine-lib-bdd.
//!
//! A [`Diagram`] owns its nodes in one vector: the two terminals, then each inner node after its children, the
//! high child's part before the low child's, the root last. Reduced, and in that order, a function has one
//! vector only, so equal functions are equal vectors. Every function here keeps to it (the library's own
//! `restrict` does not, so it is not used). None recurses: all have their stacks on the heap.

use super::columns::Column;
use super::meter::Meter;
use biodivine_lib_bdd::{Bdd, BddNode, BddPointer, BddVariable, op_function};

/// A reduced, ordered diagram in canonical layout.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Diagram(Bdd);

/// An inner node; `low` and `high` are indices of nodes, 0 and 1 the terminals.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub(crate) column: Column,
    pub(crate) low: u32,
    pub(crate) high: u32,
}

/// The operators that are computed as they are; the others are made of these.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Binary {
    And,
    Or,
    Diff,
    Iff,
}

impl Diagram {
    /// The constant over so many columns.
    pub(crate) fn constant(columns: u16, value: bool) -> Diagram {
        let mut nodes = vec![BddNode::mk_zero(columns)];
        if value {
            nodes.push(BddNode::mk_one(columns));
        }
        Diagram::checked(&nodes)
    }

    /// The diagram of these inner nodes, the first of which has index 2. They are reduced and in canonical order.
    ///
    /// # Panics
    /// If a node names a column or a node that there is not, or one above it in the order.
    pub(crate) fn of_nodes(columns: u16, inner: impl IntoIterator<Item = Node>) -> Diagram {
        let mut nodes = vec![BddNode::mk_zero(columns), BddNode::mk_one(columns)];
        nodes.extend(inner.into_iter().map(|node| {
            let [low, high] = [node.low, node.high].map(|child| BddPointer::from_index(child as usize));
            BddNode::mk_node(variable(node.column), low, high)
        }));
        Diagram::checked(&nodes)
    }

    fn checked(nodes: &[BddNode]) -> Diagram {
        Diagram(Bdd::from_nodes(nodes).expect("nodes in order, columns that exist"))
    }

    /// The number of nodes, terminals included: 1 for the constant false, 2 for true.
    pub(crate) fn size(&self) -> usize {
        self.0.size()
    }

    /// The index of the root.
    pub(crate) fn root(&self) -> u32 {
        self.0.root_pointer().to_index() as u32
    }

    /// The inner node at an index of at least 2.
    pub(crate) fn node(&self, index: u32) -> Node {
        let at = BddPointer::from_index(index as usize);
        let [low, high] = [self.0.low_link_of(at), self.0.high_link_of(at)].map(|child| child.to_index() as u32);
        Node { column: Column(self.0.var_of(at).to_index() as u16), low, high }
    }

    /// All inner nodes, children before parents.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        (2..self.size() as u32).map(|index| self.node(index))
    }

    /// The complement. Linear.
    pub(crate) fn not(&self) -> Diagram {
        Diagram(self.0.not())
    }

    /// A binary operation. Without meaning if the meter stopped it.
    pub fn binary(op: Binary, left: &Diagram, right: &Diagram, meter: &Meter) -> Diagram {
        match op {
            Binary::And => metered(left, right, meter, op_function::and),
            Binary::Or => metered(left, right, meter, op_function::or),
            Binary::Diff => metered(left, right, meter, op_function::and_not),
            Binary::Iff => metered(left, right, meter, op_function::iff),
        }
    }

    /// The conjunction with the columns that `forgotten` names quantified existentially, in one pass. Without
    /// meaning if the meter stopped it.
    pub(crate) fn and_exists(
        left: &Diagram,
        right: &Diagram,
        forgotten: impl Fn(Column) -> bool,
        meter: &Meter,
    ) -> Diagram {
        let trigger = |variable: BddVariable| forgotten(Column(variable.to_index() as u16));
        let and = |l, r| if meter.go_on() { op_function::and(l, r) } else { Some(false) };
        let or = |l, r| if meter.go_on() { op_function::or(l, r) } else { Some(false) };
        Diagram(Bdd::binary_op_nested(&left.0, &right.0, trigger, and, or))
    }
}

fn metered(
    left: &Diagram,
    right: &Diagram,
    meter: &Meter,
    op: impl Fn(Option<bool>, Option<bool>) -> Option<bool>,
) -> Diagram {
    Diagram(Bdd::binary_op(&left.0, &right.0, |l, r| if meter.go_on() { op(l, r) } else { Some(false) }))
}

fn variable(column: Column) -> BddVariable {
    BddVariable::from_index(column.index())
}

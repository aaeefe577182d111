//! A formula as a list of gates, so that what is known of them can stand in lists beside it.

use crate::logic::formula::{Formula, Formulas, Node};

/// The gates of a formula, operands before what uses them. Each input is one of them, and which one is not said.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Gates {
    /// What both operands of each are; nothing for inputs and for what is false.
    pub(crate) operands: Vec<Option<[Edge; 2]>>,
    /// The one that is false, if it occurs.
    pub(crate) falsity: Option<usize>,
    /// The formula itself.
    pub(crate) root: Edge,
}

/// A gate, or its negation: twice its number, and one more if it is negated. Of a diagram, a node or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Edge(u32);

impl Edge {
    /// Its negation, or itself.
    pub(crate) fn negated_if(self, is_negated: bool) -> Edge {
        Edge(self.0 ^ u32::from(is_negated))
    }

    /// A gate, or its negation if it is to be false.
    pub(crate) const fn to(gate: usize, is_true: bool) -> Edge {
        Edge((gate as u32) << 1 | !is_true as u32)
    }

    pub(crate) fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

impl std::ops::Not for Edge {
    type Output = Edge;
    fn not(self) -> Edge {
        Edge(self.0 ^ 1)
    }
}

impl Gates {
    /// The gates below a formula. Linear in its nodes.
    pub(crate) fn of(formulas: &Formulas, root: Formula) -> Gates {
        let below = formulas.below([root]);
        let edge = |f: Formula| Edge::to(below.place(f.node()), !f.is_negated());
        let nodes = below.nodes();
        let mut gates = Gates { operands: Vec::with_capacity(nodes.len()), falsity: None, root: edge(root) };
        for (at, &node) in nodes.iter().enumerate() {
            gates.operands.push(match formulas.node(node) {
                Node::And(a, b) => Some([edge(a), edge(b)]),
                Node::Input(_) => None,
                Node::False => {
                    gates.falsity = Some(at);
                    None
                }
            });
        }
        gates
    }
}

//! Formulas as a list of gates, so that what is known of them can stand in lists beside it.

use crate::logic::formula::{Formula, Formulas, Node};

/// Gates, operands before what uses them. Each input is one of them, and which one is not said.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Graph {
    /// What both operands of each are; nothing for inputs and for what is false.
    pub(crate) operands: Vec<Option<[Edge; 2]>>,
    /// The one that is false, if it occurs.
    pub(crate) falsity: Option<usize>,
}

/// A formula, and all gates below it.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Gates {
    /// The gates below it, and no others.
    pub(crate) graph: Graph,
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

    /// A formula whose node is that gate.
    fn of(formula: Formula, gate: usize) -> Edge {
        Edge::to(gate, !formula.is_negated())
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
        let (graph, edge) = Graph::below(formulas, &[root]);
        Gates { graph, root: edge(root) }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.graph.operands.len()
    }
}

impl Graph {
    /// The gates below some formulas, and what a formula is among them. Linear in their nodes.
    pub(crate) fn below(formulas: &Formulas, roots: &[Formula]) -> (Graph, impl Fn(Formula) -> Edge + use<>) {
        let below = formulas.below(roots.iter().copied());
        let mut graph = Graph { operands: Vec::with_capacity(below.nodes().len()), falsity: None };
        for (at, &node) in below.nodes().iter().enumerate() {
            graph.operands.push(match formulas.node(node) {
                Node::And(a, b) => Some([a, b].map(|f| Edge::of(f, below.place(f.node())))),
                Node::Input(_) => None,
                Node::False => {
                    graph.falsity = Some(at);
                    None
                }
            });
        }
        (graph, move |f| Edge::of(f, below.place(f.node())))
    }
}

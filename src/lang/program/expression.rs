//! Expressions: trees in an array, children first.

use super::model::Var;

/// The index of an expression node, counted from node 0 of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The index.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// An expression: the range of its nodes, children before parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Expr {
    /// The first node of the range: the leftmost leaf.
    pub(crate) first: NodeId,
    /// The last node of the range: the root.
    pub root: NodeId,
}

impl Expr {
    /// The indices of its nodes, children before parents.
    pub(crate) fn nodes(self) -> std::ops::Range<usize> {
        self.first.index()..self.root.index() + 1
    }
}

/// Binary operators. Two of them are there twice, as they can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum BinaryOp {
    /// Equivalence, written as an equation.
    Eq,
    /// Exclusive or, written as an inequation.
    Ne,
    /// Conjunction.
    And,
    /// Exclusive or.
    Xor,
    /// Disjunction.
    Or,
    /// Implication.
    Implies,
    /// Equivalence.
    Iff,
}

impl BinaryOp {
    /// The spelling.
    #[cfg(feature = "cli")]
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Eq => "=",
            BinaryOp::Ne => "!=",
            BinaryOp::And => "&",
            BinaryOp::Xor => "^",
            BinaryOp::Or => "|",
            BinaryOp::Implies => "=>",
            BinaryOp::Iff => "<=>",
        }
    }

    /// The Boolean function.
    pub(crate) fn apply(self, left: bool, right: bool) -> bool {
        // For each pair of operands a bit of its value, since a jump for each operator takes most of the time of an evaluation.
        let table = match self {
            BinaryOp::Eq | BinaryOp::Iff => 0b1001,
            BinaryOp::Ne | BinaryOp::Xor => 0b0110,
            BinaryOp::And => 0b1000,
            BinaryOp::Or => 0b1110,
            BinaryOp::Implies => 0b1101,
        };
        table >> (u8::from(left) | u8::from(right) << 1) & 1 == 1
    }
}

/// An expression node. `Choice` and `Schoose` carry the index of their choice: occurrences are
/// counted from 0 in the order of the text, separately for each statement and for a procedure's `enforce`s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// A constant.
    Const(bool),
    /// `*`.
    Choice(u32),
    /// The value of a variable before the step.
    Var(Var),
    /// The value of a variable after the step; in `constrain` only.
    Primed(Var),
    /// Negation.
    Not(NodeId),
    /// A binary operator.
    Binary(BinaryOp, NodeId, NodeId),
    /// `schoose[p, n]` = `p | (choice & !n)`.
    Schoose(NodeId, NodeId, u32),
    /// `c ? t : e`.
    Ternary(NodeId, NodeId, NodeId),
}

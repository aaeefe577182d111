//! Expressions are replaced by constants, by a choice, or by one of their operands.

use crate::lang::syntax::ast::{Ast, Node, NodeId};

/// What an expression is replaced by.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Simpler {
    /// This leaf.
    Leaf(Node),
    /// The operand with this number.
    Operand(usize),
}

/// All that an expression may be replaced by.
pub(crate) const SIMPLER: [Simpler; 6] = [
    Simpler::Leaf(Node::Const(false)),
    Simpler::Leaf(Node::Const(true)),
    Simpler::Leaf(Node::Choice),
    Simpler::Operand(0),
    Simpler::Operand(1),
    Simpler::Operand(2),
];

/// The nodes for which this is simpler, by number.
pub(crate) fn list(ast: &Ast, simpler: Simpler) -> Vec<usize> {
    let is_simpler = |&index: &usize| match (simpler, ast.nodes[index]) {
        (_, Node::Const(_)) | (Simpler::Leaf(Node::Choice), Node::Choice) => false,
        (Simpler::Leaf(_), _) => true,
        (Simpler::Operand(number), node) => operand(node, number).is_some(),
    };
    (0..ast.nodes.len()).filter(is_simpler).collect()
}

/// Replaces these nodes, inner ones first.
pub(crate) fn replace(ast: &mut Ast, chosen: &[usize], simpler: Simpler) {
    for &index in chosen {
        let new = match simpler {
            Simpler::Leaf(leaf) => Some(leaf),
            Simpler::Operand(number) => operand(ast.nodes[index], number).map(|operand| ast[operand]),
        };
        ast.nodes[index] = new.unwrap_or(ast.nodes[index]);
    }
}

fn operand(node: Node, number: usize) -> Option<NodeId> {
    match (node, number) {
        (Node::Not(a) | Node::Binary(_, a, _) | Node::Schoose(a, _) | Node::Ternary(a, _, _), 0) => Some(a),
        (Node::Binary(_, _, b) | Node::Schoose(_, b) | Node::Ternary(_, b, _), 1) => Some(b),
        (Node::Ternary(_, _, c), 2) => Some(c),
        _ => None,
    }
}

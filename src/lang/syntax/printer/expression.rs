//! Expressions as text, from the outside in, with the parentheses that [`wants_parentheses`] asks for.

use super::super::ast::*;
use super::super::precedence::{Side, wants_parentheses};

/// What is still to be written, last first. Small: a chain of a million operands waits here.
#[derive(Clone, Copy)]
enum Piece {
    Node(NodeId),
    Operator(BinaryOp),
    Text(char),
}

/// Appends the text of an expression.
pub(super) fn write(ast: &Ast, expr: Expr, out: &mut String) {
    let mut pieces = vec![Piece::Node(expr.root)];
    while let Some(piece) = pieces.pop() {
        match piece {
            Piece::Text(text) => out.push(text),
            Piece::Operator(op) => {
                out.push(' ');
                out.push_str(op.symbol());
                out.push(' ');
            }
            Piece::Node(id) => node(ast, ast[id], &mut pieces, out),
        }
    }
}

/// Writes how the node begins; what follows is put on the stack.
fn node(ast: &Ast, node: Node, pieces: &mut Vec<Piece>, out: &mut String) {
    let is_ternary = |id: NodeId| matches!(ast[id], Node::Ternary(..));
    let is_operation = |id: NodeId| matches!(ast[id], Node::Binary(..) | Node::Ternary(..));
    match node {
        Node::Const(true) => out.push('T'),
        Node::Const(false) => out.push('F'),
        Node::Choice => out.push('*'),
        Node::Var(name) => out.push_str(ast.name(name)),
        Node::Primed(name) => {
            out.push('\'');
            out.push_str(ast.name(name));
        }
        Node::Not(a) => {
            out.push('!');
            operand(a, is_operation(a), pieces);
        }
        Node::Binary(op, left, right) => {
            let wants = |id: NodeId, side| match ast[id] {
                Node::Binary(inner, ..) => wants_parentheses(op, inner, side),
                Node::Ternary(..) => true,
                _ => false,
            };
            operand(right, wants(right, Side::Right), pieces);
            pieces.push(Piece::Operator(op));
            operand(left, wants(left, Side::Left), pieces);
        }
        Node::Schoose(p, n) => {
            out.push_str("schoose[");
            pieces.extend([Piece::Text(']'), Piece::Node(n), Piece::Text(' '), Piece::Text(','), Piece::Node(p)]);
        }
        Node::Ternary(c, t, e) => {
            // `a ? (b ? c : d) : e` reads better than it must.
            operand(e, false, pieces);
            pieces.extend([Piece::Text(' '), Piece::Text(':'), Piece::Text(' ')]);
            operand(t, is_ternary(t), pieces);
            pieces.extend([Piece::Text(' '), Piece::Text('?'), Piece::Text(' ')]);
            operand(c, is_ternary(c), pieces);
        }
    }
}

fn operand(id: NodeId, parenthesised: bool, pieces: &mut Vec<Piece>) {
    if parenthesised {
        pieces.extend([Piece::Text(')'), Piece::Node(id), Piece::Text('(')]);
    } else {
        pieces.push(Piece::Node(id));
    }
}

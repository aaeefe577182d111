//! Expressions made of others. They are new nodes at the end of the arena, so each is a range again.

use super::super::super::source::Span;
use super::super::ast::{Ast, BinaryOp, Expr, Name, Node, NodeId};

/// A condition.
#[derive(Clone, Copy)]
pub(super) enum Part {
    /// This one.
    Is(Expr),
    /// This one about the state after the step.
    Then(Expr),
    /// The variable has this value after the step.
    Becomes(Name, Expr),
}

/// All conditions at once; there has to be one.
pub(super) fn conjunction(ast: &mut Ast, parts: &[Part]) -> Expr {
    let first = NodeId(ast.nodes.len() as u32);
    let mut whole: Option<NodeId> = None;
    for &part in parts {
        let root = match part {
            Part::Is(expr) => copy(ast, expr, |node| node),
            Part::Then(expr) => copy(ast, expr, primed),
            Part::Becomes(name, value) => {
                let after = push(ast, Node::Primed(name.symbol), name.span);
                let span = ast.span(value);
                let value = copy(ast, value, |node| node);
                push(ast, Node::Binary(BinaryOp::Eq, after, value), name.span.to(span))
            }
        };
        let span = ast.node_spans[root.index()];
        whole = Some(match whole {
            None => root,
            Some(before) => push(ast, Node::Binary(BinaryOp::And, before, root), span),
        });
    }
    let root = whole.unwrap_or_else(|| push(ast, Node::Const(true), Span::default()));
    Expr { first, root }
}

/// The same with `x` for each `'x`, in place.
pub(super) fn without_primes(ast: &mut Ast, expr: Expr) {
    for node in &mut ast.nodes[expr.nodes()] {
        if let Node::Primed(name) = *node {
            *node = Node::Var(name);
        }
    }
}

/// Whether there is a `'x` in it.
pub(super) fn has_primes(ast: &Ast, expr: Expr) -> bool {
    ast.nodes[expr.nodes()].iter().any(|node| matches!(node, Node::Primed(_)))
}

fn primed(node: Node) -> Node {
    match node {
        Node::Var(name) => Node::Primed(name),
        other => other,
    }
}

fn copy(ast: &mut Ast, expr: Expr, change: fn(Node) -> Node) -> NodeId {
    let moved = ast.nodes.len() - expr.first.index();
    let there = |id: NodeId| NodeId((id.index() + moved) as u32);
    for index in expr.nodes() {
        let node = match change(ast.nodes[index]) {
            leaf @ (Node::Const(_) | Node::Choice | Node::Var(_) | Node::Primed(_)) => leaf,
            Node::Not(a) => Node::Not(there(a)),
            Node::Binary(op, a, b) => Node::Binary(op, there(a), there(b)),
            Node::Schoose(p, n) => Node::Schoose(there(p), there(n)),
            Node::Ternary(c, t, e) => Node::Ternary(there(c), there(t), there(e)),
        };
        push(ast, node, ast.node_spans[index]);
    }
    there(expr.root)
}

fn push(ast: &mut Ast, node: Node, span: Span) -> NodeId {
    ast.nodes.push(node);
    ast.node_spans.push(span);
    NodeId(ast.nodes.len() as u32 - 1)
}

//! Which variables decide the value of an expression in a state: if they keep their values, so does it, whatever the others are.

use crate::lang::program::semantics::{BitsRef, State};
use crate::lang::program::{BinaryOp, Expr, Node, NodeId, Program, Var};

/// A node with its value, and how many variables and choices decide it.
#[derive(Clone, Copy)]
struct Known {
    value: bool,
    cost: u32,
}

/// The variables before a step that decide the value of an expression on the states before and after it; few that suffice: where one operand is enough,
/// the one that needs fewer. Linear in the expression.
pub(super) fn reason(program: &Program, expr: Expr, before: &State, after: &State, choices: &BitsRef) -> Vec<Var> {
    let nodes = program.expr_nodes(expr);
    let first = expr.first.index();
    let mut known: Vec<Known> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let of = |id: NodeId| known[id.index() - first];
        let leaf = |value| Known { value, cost: 1 };
        let next = match *node {
            Node::Const(value) => Known { value, cost: 0 },
            Node::Choice(index) => leaf(choices[index as usize]),
            Node::Var(var) => leaf(before.get(var)),
            Node::Primed(var) => leaf(after.get(var)),
            Node::Not(a) => Known { value: !of(a).value, ..of(a) },
            Node::Binary(op, a, b) => {
                let cost = enough(op, of(a), of(b))
                    .map_or(of(a).cost.saturating_add(of(b).cost), |side| side.of(a, b, of).cost);
                Known { value: op.apply(of(a).value, of(b).value), cost }
            }
            Node::Schoose(p, n, index) => {
                let value = of(p).value | (choices[index as usize] & !of(n).value);
                let cost =
                    if of(p).value { of(p).cost } else { of(p).cost.saturating_add(of(n).cost).saturating_add(1) };
                Known { value, cost }
            }
            Node::Ternary(c, t, e) => {
                let taken = if of(c).value { of(t) } else { of(e) };
                Known { value: taken.value, cost: taken.cost.saturating_add(of(c).cost) }
            }
        };
        known.push(next);
    }
    let mut reason = Vec::new();
    let mut wanted = vec![false; nodes.len()];
    if let Some(root) = wanted.last_mut() {
        *root = true;
    }
    for (index, node) in nodes.iter().enumerate().rev() {
        if !wanted[index] {
            continue;
        }
        let of = |id: NodeId| known[id.index() - first];
        let mut want = |id: NodeId| wanted[id.index() - first] = true;
        match *node {
            Node::Const(_) | Node::Choice(_) | Node::Primed(_) => {}
            Node::Var(var) => reason.push(var),
            Node::Not(a) => want(a),
            Node::Binary(op, a, b) => match enough(op, of(a), of(b)) {
                Some(Side::Left) => want(a),
                Some(Side::Right) => want(b),
                None => [a, b].into_iter().for_each(want),
            },
            Node::Schoose(p, n, choice) => match (of(p).value, of(n).value, choices[choice as usize]) {
                (true, ..) => want(p),
                (false, true, _) => [p, n].into_iter().for_each(want),
                (false, false, true) => want(n),
                (false, false, false) => want(p),
            },
            Node::Ternary(c, t, e) => {
                want(c);
                want(if of(c).value { t } else { e });
            }
        }
    }
    reason
}

#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

impl Side {
    fn of(self, a: NodeId, b: NodeId, known: impl Fn(NodeId) -> Known) -> Known {
        known(if matches!(self, Side::Left) { a } else { b })
    }
}

/// The operand that decides alone, the cheaper one of two; `None` if it takes both.
fn enough(op: BinaryOp, a: Known, b: Known) -> Option<Side> {
    // The value of either operand that decides alone.
    let (left, right) = match op {
        BinaryOp::And => (false, false),
        BinaryOp::Or => (true, true),
        BinaryOp::Implies => (false, true),
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Xor | BinaryOp::Iff => return None,
    };
    match (a.value == left, b.value == right) {
        (true, true) => Some(if b.cost < a.cost { Side::Right } else { Side::Left }),
        (true, false) => Some(Side::Left),
        (false, true) => Some(Side::Right),
        (false, false) => None,
    }
}

//! Programs that are made of others: expressions node by node, statements and procedures that were not there.

mod moved;
mod procedure;

pub(super) use moved::Moved;
pub(super) use procedure::{procedure, several, statement, unused};

use super::expression::{BinaryOp, Expr, Node, NodeId};
use super::model::*;
use crate::lang::pool::List;
use crate::lang::source::Span;
use crate::logic::formula::{self, Formula, Formulas};
use rustc_hash::FxHashMap;

/// Writes behind what a program has.
pub(super) struct Writer<'p> {
    pub program: &'p mut Program,
    /// Where what is written is said to stand in the text.
    pub span: Span,
}

impl Writer<'_> {
    /// The value of a variable.
    pub fn variable(&mut self, variable: Var) -> Expr {
        self.leaf(Node::Var(variable))
    }

    /// A constant.
    pub fn constant(&mut self, value: bool) -> Expr {
        self.leaf(Node::Const(value))
    }

    /// A choice of a statement.
    pub fn choice(&mut self, index: u32) -> Expr {
        self.leaf(Node::Choice(index))
    }

    /// Whether a variable has a value.
    pub fn is(&mut self, variable: Var, value: bool) -> Expr {
        let leaf = self.leaf(Node::Var(variable));
        if value { leaf } else { Expr { root: self.push(Node::Not(leaf.root)), ..leaf } }
    }

    /// Two expressions that were written one right behind the other.
    pub fn binary(&mut self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        debug_assert_eq!(left.root.0 + 1, right.first.0, "expressions side by side");
        Expr { first: left.first, root: self.push(Node::Binary(op, left.root, right.root)) }
    }

    /// One or the other, as a condition has it; they were written one right behind the other.
    pub fn ternary(&mut self, cond: Expr, then: Expr, other: Expr) -> Expr {
        debug_assert_eq!((cond.root.0 + 1, then.root.0 + 1), (then.first.0, other.first.0), "expressions side by side");
        Expr { first: cond.first, root: self.push(Node::Ternary(cond.root, then.root, other.root)) }
    }

    /// A list of expressions.
    pub fn list(&mut self, exprs: Vec<Expr>) -> List<Expr> {
        let start = self.program.exprs.len();
        self.program.exprs.extend(exprs);
        List::new(start, self.program.exprs.len() - start)
    }

    /// A list of targets.
    pub fn targets(&mut self, targets: Vec<Option<Var>>) -> List<Option<Var>> {
        let start = self.program.vars.len();
        self.program.vars.extend(targets);
        List::new(start, self.program.vars.len() - start)
    }

    /// The negation of an expression that was written last.
    pub fn not(&mut self, operand: Expr) -> Expr {
        debug_assert_eq!(operand.root.0 + 1, self.program.nodes.len() as u32, "what was written last");
        Expr { root: self.push(Node::Not(operand.root)), ..operand }
    }

    /// The value that a variable has after the step.
    pub fn primed(&mut self, variable: Var) -> Expr {
        self.leaf(Node::Primed(variable))
    }

    /// An expression of another program, whose variables are these ones here.
    pub fn quoted(&mut self, program: &Program, expr: Expr, variable: impl Fn(Var) -> Var) -> Expr {
        let first = self.program.nodes.len() as u32;
        let to = |id: NodeId| NodeId(id.0 - expr.first.0 + first);
        for &node in program.expr_nodes(expr) {
            self.push(match node {
                Node::Not(a) => Node::Not(to(a)),
                Node::Binary(op, a, b) => Node::Binary(op, to(a), to(b)),
                Node::Schoose(p, n, choice) => Node::Schoose(to(p), to(n), choice),
                Node::Ternary(cond, then, other) => Node::Ternary(to(cond), to(then), to(other)),
                Node::Var(var) => Node::Var(variable(var)),
                Node::Primed(var) => Node::Primed(variable(var)),
                leaf @ (Node::Const(_) | Node::Choice(_)) => leaf,
            });
        }
        Expr { first: to(expr.first), root: to(expr.root) }
    }

    /// A formula, whose inputs are [numbers](Var::number) of variables. What it shares is written once.
    pub fn formula(&mut self, formulas: &Formulas, formula: Formula) -> Expr {
        let first = NodeId(self.program.nodes.len() as u32);
        let mut known = FxHashMap::default();
        for index in formulas.cone([formula]) {
            let node = match formulas.node(index) {
                formula::Node::False => Node::Const(false),
                formula::Node::Input(input) => Node::Var(Var::numbered(input.0)),
                formula::Node::And(a, b) => {
                    let [a, b] = [a, b].map(|operand| self.signed(&mut known, operand));
                    Node::Binary(BinaryOp::And, a, b)
                }
            };
            let id = self.push(node);
            known.insert((index, false), id);
        }
        Expr { first, root: self.signed(&mut known, formula) }
    }

    /// A formula that is written, or whose negation is.
    fn signed(&mut self, known: &mut FxHashMap<(usize, bool), NodeId>, formula: Formula) -> NodeId {
        let (node, is_negated) = (formula.node(), formula.is_negated());
        if let Some(&id) = known.get(&(node, is_negated)) {
            return id;
        }
        let id = self.push(Node::Not(known[&(node, !is_negated)]));
        known.insert((node, is_negated), id);
        id
    }

    fn leaf(&mut self, node: Node) -> Expr {
        let id = self.push(node);
        Expr { first: id, root: id }
    }

    fn push(&mut self, node: Node) -> NodeId {
        self.program.nodes.push(node);
        self.program.node_spans.push(self.span);
        NodeId(self.program.nodes.len() as u32 - 1)
    }
}

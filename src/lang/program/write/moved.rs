//! Statements of a procedure that has got more parameters: its locals have other indices.

use super::super::expression::{Expr, Node, NodeId};
use super::super::model::*;
use super::Writer;
use crate::lang::pool::{List, Symbol};

/// Where the variables of a procedure are now.
#[derive(Clone, Copy)]
pub(in crate::lang::program) struct Moved {
    /// How many parameters there were.
    pub params: usize,
    /// How many stand behind them now.
    pub by: usize,
}

impl Moved {
    /// The new parameters.
    pub fn added(self) -> impl Iterator<Item = Var> {
        (self.params..self.params + self.by).map(Var::local)
    }

    /// Declares the new parameters of a procedure, whose statements are moved already, under these names.
    pub fn declare(self, made: &mut Program, procedure: ProcId, names: &[Symbol]) {
        if self.by == 0 {
            return;
        }
        let span = made[procedure].name_span;
        let enforce = made[procedure].enforce;
        let enforce = self.exprs(&mut Writer { program: made, span }, enforce);
        let own = &mut made.procedures[procedure.index()];
        own.enforce = enforce;
        own.locals.splice(self.params..self.params, names.iter().map(|&name| Variable { name, span, init: None }));
        own.params += names.len();
    }

    /// A variable.
    pub fn variable(self, var: Var) -> Var {
        match var.scope() {
            VarScope::Local(index) if index >= self.params => Var::local(index + self.by),
            VarScope::Local(_) | VarScope::Global(_) => var,
        }
    }

    /// What is done at a point.
    pub fn kind(self, writer: &mut Writer<'_>, kind: Kind) -> Kind {
        if self.by == 0 {
            return kind;
        }
        match kind {
            Kind::Enter | Kind::Skip | Kind::Goto(_) | Kind::End => kind,
            Kind::Branch { cond, yes } => Kind::Branch { cond: self.expr(writer, cond), yes },
            Kind::Assume(cond) => Kind::Assume(self.expr(writer, cond)),
            Kind::Assert(cond) => Kind::Assert(self.expr(writer, cond)),
            Kind::AbortIf(cond) => Kind::AbortIf(self.expr(writer, cond)),
            Kind::Relate(cond) => Kind::Relate(self.expr(writer, cond)),
            Kind::Assign { targets, values, constrain } => Kind::Assign {
                targets: self.targets(writer, targets),
                values: self.exprs(writer, values),
                constrain: constrain.map(|cond| self.expr(writer, cond)),
            },
            Kind::Dead(targets) => Kind::Dead(self.targets(writer, targets)),
            Kind::Call { callee, args, targets } => {
                Kind::Call { callee, args: self.exprs(writer, args), targets: self.targets(writer, targets) }
            }
            Kind::Return(values) => Kind::Return(self.exprs(writer, values)),
        }
    }

    /// Some expressions.
    pub fn exprs(self, writer: &mut Writer<'_>, exprs: List<Expr>) -> List<Expr> {
        let exprs = writer.program[exprs].to_vec();
        let moved = exprs.into_iter().map(|expr| self.expr(writer, expr)).collect();
        writer.list(moved)
    }

    fn targets(self, writer: &mut Writer<'_>, targets: List<Option<Var>>) -> List<Option<Var>> {
        let moved: Vec<_> = writer.program[targets].iter().map(|target| target.map(|var| self.variable(var))).collect();
        writer.targets(moved)
    }

    /// The same expression behind all others.
    pub fn expr(self, writer: &mut Writer<'_>, expr: Expr) -> Expr {
        let by = writer.program.nodes.len() as u32 - expr.first.0;
        let to = |id: NodeId| NodeId(id.0 + by);
        for index in expr.nodes() {
            let node = match writer.program.nodes[index] {
                Node::Var(var) => Node::Var(self.variable(var)),
                Node::Primed(var) => Node::Primed(self.variable(var)),
                Node::Not(a) => Node::Not(to(a)),
                Node::Binary(op, a, b) => Node::Binary(op, to(a), to(b)),
                Node::Schoose(p, n, choice) => Node::Schoose(to(p), to(n), choice),
                Node::Ternary(cond, then, other) => Node::Ternary(to(cond), to(then), to(other)),
                leaf @ (Node::Const(_) | Node::Choice(_)) => leaf,
            };
            let span = writer.program.node_spans[index];
            writer.program.nodes.push(node);
            writer.program.node_spans.push(span);
        }
        Expr { first: to(expr.first), root: to(expr.root) }
    }
}

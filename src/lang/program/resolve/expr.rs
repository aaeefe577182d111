//! Names in expressions.

use super::super::super::pool::List;
use super::super::super::source::{Diagnostic, Span};
use super::super::super::syntax::ast::{self, Name, Symbol};
use super::super::expression::{BinaryOp, Expr, Node, NodeId};
use super::super::model::*;
use super::Resolver;

impl Resolver<'_> {
    /// Resolves an expression: its nodes stand where they stand in the tree. `choices` counts the choices met.
    pub(super) fn expr(&mut self, expr: ast::Expr, primes: bool, choices: &mut u32) -> Expr {
        for id in expr.nodes() {
            let span = self.ast.node_spans[id];
            self.program.nodes[id] = match self.ast.nodes[id] {
                ast::Node::Const(value) => Node::Const(value),
                ast::Node::Choice => Node::Choice(next(choices)),
                ast::Node::Var(name) => self.var(Name { symbol: name, span }).map_or(Node::Const(false), Node::Var),
                ast::Node::Primed(name) => self.primed(name, span, primes),
                ast::Node::Not(a) => Node::Not(a.into()),
                ast::Node::Binary(op, a, b) => Node::Binary(op.into(), a.into(), b.into()),
                ast::Node::Schoose(p, n) => Node::Schoose(p.into(), n.into(), next(choices)),
                ast::Node::Ternary(c, t, e) => Node::Ternary(c.into(), t.into(), e.into()),
            };
        }
        Expr { first: expr.first.into(), root: expr.root.into() }
    }

    /// Resolves several, without primed variables.
    pub(super) fn exprs(&mut self, exprs: &[ast::Expr], choices: &mut u32) -> List<Expr> {
        let start = self.program.exprs.len();
        for &expr in exprs {
            let expr = self.expr(expr, false, choices);
            self.program.exprs.push(expr);
        }
        List::new(start, exprs.len())
    }

    fn primed(&mut self, name: Symbol, span: Span, allowed: bool) -> Node {
        if !allowed {
            self.diagnostics.push(
                Diagnostic::error("misplaced-prime", span, "a primed variable can stand in `constrain` only")
                    .label("there is no step here whose result it could mean")
                    .hint("`'x` is the value of `x` after an assignment, in its `constrain` clause"),
            );
        }
        self.var(Name { symbol: name, span }).map_or(Node::Const(false), Node::Primed)
    }

    /// The variable that a name means, or an error, once a procedure.
    pub(super) fn var(&mut self, name: Name) -> Option<Var> {
        let var = self.scope.var(name.symbol);
        if var.is_none() {
            let error = self.undeclared_variable(name);
            self.diagnostics.push(error);
            self.scope.declare_local(name.symbol, Var::local(0), name.span);
        }
        var
    }

    /// Whether the name is declared as a variable here, and not only known because it was reported.
    fn is_declared_variable(&self, name: Symbol) -> bool {
        let locals = self.program.procedures.last().map_or(&[][..], |procedure| &procedure.locals);
        self.scope.var(name).is_some_and(|var| match var.scope() {
            VarScope::Global(_) => true,
            VarScope::Local(index) => locals.get(index).is_some_and(|local| local.name == name),
        })
    }

    fn undeclared_variable(&mut self, name: Name) -> Diagnostic {
        let ast = self.ast;
        let text = ast.name(name.symbol);
        let base = text.strip_suffix('$').filter(|base| {
            let symbols = self.symbols.get_or_insert_with(|| {
                ast.names.iter().enumerate().map(|(index, name)| (&**name, Symbol(index as u32))).collect()
            });
            symbols.get(base).is_some_and(|&symbol| self.scope.var(symbol).is_some())
        });
        if let Some(base) = base {
            let what = format!("`{text}`, the passive thread's copy of `{base}`");
            return Self::concurrent_construct(name.span, &what);
        }
        let error = Diagnostic::error("undeclared", name.span, format!("variable `{text}` is not declared"));
        if self.scope.procedure(name.symbol).is_some() {
            error.label("a procedure, not a variable").hint("a call is a statement: `x := f(…)`")
        } else if ["true", "false"].iter().any(|constant| text.eq_ignore_ascii_case(constant)) {
            error.label("not known here").hint("the constants are `T` and `F`, or `1` and `0`")
        } else {
            let error = error.label("not known here");
            match self.similar(name.symbol, Self::is_declared_variable) {
                Some(similar) => error.hint(format!("there is a variable `{similar}`")),
                None => error.hint("declare it with `decl` before the procedures or at the head of this one"),
            }
        }
    }
}

/// A node has the same number in the tree and in the program.
impl From<ast::NodeId> for NodeId {
    fn from(id: ast::NodeId) -> NodeId {
        NodeId(id.0)
    }
}

impl From<ast::BinaryOp> for BinaryOp {
    fn from(op: ast::BinaryOp) -> BinaryOp {
        match op {
            ast::BinaryOp::Eq => BinaryOp::Eq,
            ast::BinaryOp::Ne => BinaryOp::Ne,
            ast::BinaryOp::And => BinaryOp::And,
            ast::BinaryOp::Xor => BinaryOp::Xor,
            ast::BinaryOp::Or => BinaryOp::Or,
            ast::BinaryOp::Implies => BinaryOp::Implies,
            ast::BinaryOp::Iff => BinaryOp::Iff,
        }
    }
}

fn next(choices: &mut u32) -> u32 {
    *choices += 1;
    *choices - 1
}

//! A procedure while it is written: its lines, and the variables that it needs besides.

use super::Asked;
use super::expression::{Expression, Role};
use super::lines::Lines;
use super::names::{Names, Scope};
use crate::convert::moped::names::Taken;
use crate::lang::program::{Expr, Node, ProcId, Program, Var};
use rustc_hash::FxHashMap;

/// A procedure while it is written.
pub(crate) struct Body<'a> {
    pub(super) program: &'a Program,
    pub(super) names: &'a Names,
    pub(super) scope: &'a Scope<'a>,
    pub(super) asked: &'a Asked,
    pub(super) procedure: ProcId,
    /// The lines.
    pub(crate) lines: Lines,
    taken: Taken<'a>,
    /// Variables that keep a value within a statement, and how many of them the current one has.
    pub(crate) kept: Vec<String>,
    pub(super) keeping: usize,
    /// The label at which asserts are violated, once there is one.
    pub(crate) violated: Option<String>,
}

impl<'a> Body<'a> {
    /// Nothing of it yet.
    pub(crate) fn new(
        program: &'a Program,
        names: &'a Names,
        scope: &'a Scope<'a>,
        asked: &'a Asked,
        procedure: ProcId,
    ) -> Body<'a> {
        let (lines, taken) = (Lines::of(program, procedure), Taken::within(&scope.taken));
        Body { program, names, scope, asked, procedure, lines, taken, kept: Vec::new(), keeping: 0, violated: None }
    }

    /// One more line: only where the condition holds, or where it does not, runs go on.
    pub(super) fn assume(&mut self, cond: Expr, negated: bool) {
        let condition = self.condition(cond, negated);
        self.lines.push(format_args!("assume({condition});"));
    }

    /// More lines: a jump if a condition holds.
    pub(super) fn jump_if(&mut self, condition: &str, jump: &str) {
        self.lines.push(format_args!("if ({condition}) then"));
        self.lines.push_inside(jump);
        self.lines.push("fi");
    }

    /// One more line: targets get their values, all at once.
    pub(super) fn assign(&mut self, both: Vec<(String, String)>) {
        if both.is_empty() {
            return self.lines.push("skip;");
        }
        let (targets, values): (Vec<String>, Vec<String>) = both.into_iter().unzip();
        self.lines.push(format_args!("{} := {};", targets.join(", "), values.join(", ")));
    }

    /// One more line: a return with these results.
    pub(super) fn returns(&mut self, values: &[String]) {
        let blank = if values.is_empty() { "" } else { " " };
        self.lines.push(format_args!("return{blank}{};", values.join(", ")));
    }

    /// The text of a condition, or of its negation.
    pub(super) fn condition(&mut self, expr: Expr, negated: bool) -> String {
        self.text(expr, Role::Condition, &FxHashMap::default(), negated)
    }

    /// The text of a value.
    pub(super) fn value(&mut self, expr: Expr) -> String {
        self.text(expr, Role::Value, &FxHashMap::default(), false)
    }

    /// The text of an expression. What has to be put into variables first is, in lines of its own.
    pub(super) fn text(&mut self, expr: Expr, role: Role, primed: &FxHashMap<Var, String>, negated: bool) -> String {
        let (program, scope) = (self.program, self.scope);
        let name = |node: Node| match node {
            Node::Primed(var) => primed.get(&var).map_or_else(|| scope.name(var), String::as_str),
            Node::Var(var) => scope.name(var),
            _ => "",
        };
        let expression = Expression::new(program, expr, role, &name, &mut |value| {
            let kept = self.keep();
            self.lines.push(format_args!("{kept} := {value};"));
            kept
        });
        if negated { expression.negation(&name) } else { expression.text(&name) }
    }

    /// The name of a variable.
    pub(super) fn name(&self, var: Var) -> String {
        self.scope.name(var).to_string()
    }

    /// A variable that keeps a value until the statement is done.
    pub(super) fn keep(&mut self) -> String {
        self.keeping += 1;
        if self.kept.len() < self.keeping {
            self.kept.push(self.taken.take(&format!("kept{}", self.keeping)));
        }
        self.kept[self.keeping - 1].clone()
    }
}

//! Expressions as a table of nodes, and as prefix text: `(& x (! y))`.

use crate::lang::program as resolved;
use crate::lang::syntax::ast;
use serde::Serialize;
use std::fmt::{self, Write};

/// A node of an expression; operands are the indices of other rows.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct NodeRow {
    /// An operator as it is written, `constant`, `choice`, `variable` or `primed`.
    op: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<bool>,
    /// The number of the choice within its statement.
    #[serde(skip_serializing_if = "Option::is_none")]
    choice: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    args: Vec<usize>,
}

impl NodeRow {
    /// A node as it is written.
    pub(super) fn written(ast: &ast::Ast, node: ast::Node) -> NodeRow {
        use ast::Node;
        match node {
            Node::Const(value) => NodeRow::constant(value),
            Node::Choice => NodeRow { op: "choice", ..NodeRow::default() },
            Node::Var(name) => NodeRow::named("variable", ast.name(name)),
            Node::Primed(name) => NodeRow::named("primed", ast.name(name)),
            Node::Not(a) => NodeRow::operation("!", [a.index()]),
            Node::Binary(op, a, b) => NodeRow::operation(op.symbol(), [a.index(), b.index()]),
            Node::Schoose(p, n) => NodeRow::operation("schoose", [p.index(), n.index()]),
            Node::Ternary(c, t, e) => NodeRow::operation("?:", [c.index(), t.index(), e.index()]),
        }
    }

    /// A node of a program, its variables under the names that they have in a procedure.
    pub(super) fn resolved<'a>(node: resolved::Node, name: impl Fn(resolved::Var) -> &'a str) -> NodeRow {
        use resolved::Node;
        match node {
            Node::Const(value) => NodeRow::constant(value),
            Node::Choice(index) => NodeRow { op: "choice", choice: Some(index), ..NodeRow::default() },
            Node::Var(var) => NodeRow::named("variable", name(var)),
            Node::Primed(var) => NodeRow::named("primed", name(var)),
            Node::Not(a) => NodeRow::operation("!", [a.index()]),
            Node::Binary(op, a, b) => NodeRow::operation(op.symbol(), [a.index(), b.index()]),
            Node::Schoose(p, n, index) => {
                NodeRow { choice: Some(index), ..NodeRow::operation("schoose", [p.index(), n.index()]) }
            }
            Node::Ternary(c, t, e) => NodeRow::operation("?:", [c.index(), t.index(), e.index()]),
        }
    }

    /// Moves the operands, which are indices from `from` on, to indices from `to` on.
    pub(super) fn shift(&mut self, from: usize, to: usize) {
        self.args.iter_mut().for_each(|arg| *arg = *arg - from + to);
    }

    fn constant(value: bool) -> NodeRow {
        NodeRow { op: "constant", value: Some(value), ..NodeRow::default() }
    }

    fn named(op: &'static str, name: &str) -> NodeRow {
        NodeRow { op, name: Some(name.into()), ..NodeRow::default() }
    }

    fn operation<const N: usize>(op: &'static str, args: [usize; N]) -> NodeRow {
        NodeRow { op, args: args.to_vec(), ..NodeRow::default() }
    }
}

/// Displays the expression with this root as prefix text.
pub(super) struct Prefix<'a>(pub(super) &'a [NodeRow], pub(super) usize);

impl fmt::Display for Prefix<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum Piece {
            Node(usize),
            Text(char),
        }
        let mut pieces = vec![Piece::Node(self.1)];
        while let Some(piece) = pieces.pop() {
            let row = match piece {
                Piece::Node(index) => &self.0[index],
                Piece::Text(text) => {
                    f.write_char(text)?;
                    continue;
                }
            };
            match (row.op, &row.name) {
                ("constant", _) => f.write_str(if row.value == Some(true) { "1" } else { "0" })?,
                ("choice", _) => f.write_char('*')?,
                ("primed", Some(name)) => write!(f, "'{name}")?,
                (_, Some(name)) => f.write_str(name)?,
                (op, None) => write!(f, "({op}")?,
            }
            if !row.args.is_empty() {
                pieces.push(Piece::Text(')'));
                pieces.extend(row.args.iter().rev().flat_map(|&arg| [Piece::Node(arg), Piece::Text(' ')]));
            }
        }
        Ok(())
    }
}

/// Displays several expressions with commas between them.
pub(super) struct Prefixes<'a>(pub(super) &'a [NodeRow], pub(super) &'a [usize]);

impl fmt::Display for Prefixes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.1.iter().enumerate().try_for_each(|(index, &root)| {
            f.write_str(if index > 0 { ", " } else { "" })?;
            Prefix(self.0, root).fmt(f)
        })
    }
}

/// A statement in one line, without what it contains and where it goes.
pub(super) struct Sentence<'a> {
    pub(super) labels: &'a [String],
    pub(super) kind: &'a str,
    pub(super) targets: &'a [String],
    pub(super) callee: Option<&'a str>,
    pub(super) expressions: &'a [usize],
    pub(super) constrain: Option<usize>,
    pub(super) nodes: &'a [NodeRow],
}

impl fmt::Display for Sentence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.labels.iter().try_for_each(|label| write!(f, "{label}: "))?;
        f.write_str(self.kind)?;
        if !self.targets.is_empty() {
            write!(f, " {}", self.targets.join(", "))?;
        }
        match self.callee {
            Some(callee) => write!(f, " <- {callee}")?,
            None if self.kind == "assign" => f.write_str(" <-")?,
            None => {}
        }
        if !self.expressions.is_empty() {
            write!(f, " {}", Prefixes(self.nodes, self.expressions))?;
        }
        match self.constrain {
            Some(constrain) => write!(f, " constrain {}", Prefix(self.nodes, constrain)),
            None => Ok(()),
        }
    }
}

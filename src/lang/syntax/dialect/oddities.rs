//! Where a tool has a bug: the standard meaning holds, and is told.

use super::super::super::source::Diagnostic;
use super::super::ast::{Ast, BinaryOp, Node, StmtKind};
use super::{Dialect, Work};

/// Warns of what the tool computes wrong.
pub(super) fn warn(ast: &Ast, work: &mut Work<'_>) {
    for (index, &node) in ast.nodes.iter().enumerate() {
        let wrong = match (ast.dialect, node) {
            (Dialect::Wali, Node::Binary(BinaryOp::Xor, ..)) => ("`a ^ b`", "`b`"),
            (Dialect::Wali, Node::Schoose(p, n)) if [ast[p], ast[n]] != [Node::Const(false); 2] => ("`schoose`", "`*`"),
            (Dialect::Getafix, Node::Schoose(p, n))
                if !matches!(ast[p], Node::Const(_)) && ast[n] == Node::Const(true) =>
            {
                ("`schoose[x, T]`", "`schoose[x, F]`")
            }
            _ => continue,
        };
        report(ast, index, wrong, work);
    }
    if ast.dialect == Dialect::Wali {
        for stmt in &ast.stmts {
            let StmtKind::Assign(_, _, Some(constrain)) = stmt.kind else { continue };
            for index in constrain.nodes() {
                if matches!(ast.nodes[index], Node::Not(a) if ast[a] == Node::Choice) {
                    report(ast, index, ("`!*` in `constrain`", "`F`"), work);
                }
            }
        }
    }
}

fn report(ast: &Ast, index: usize, (what, taken_for): (&'static str, &str), work: &mut Work<'_>) {
    let tool = work.tool;
    work.report_first(what, || {
        Diagnostic::warning(
            "tool-bug",
            ast.node_spans[index],
            format!("{tool} takes {what} for {taken_for}, by mistake"),
        )
        .label("read as it is meant, here and elsewhere")
        .hint(format!("do not expect the answers of {tool}"))
    });
}

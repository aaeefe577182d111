//! Whole procedures are left out. Who called them goes on with any results.

use super::blocks::{Fates, statements};
use crate::lang::syntax::ast::{Ast, Node, StmtKind, Symbol};
use rustc_hash::FxHashSet;

/// All procedures, by number.
pub(crate) fn list(ast: &Ast) -> Vec<usize> {
    (0..ast.procedures.len()).collect()
}

/// Leaves out these procedures.
pub(crate) fn leave_out(ast: &mut Ast, chosen: &[usize]) {
    let gone: FxHashSet<usize> = chosen.iter().copied().collect();
    let mut called: FxHashSet<Symbol> = chosen.iter().map(|&index| ast.procedures[index].name.symbol).collect();
    for line in &mut ast.globals {
        line.behind -= chosen.partition_point(|&index| index < line.behind as usize) as u32;
    }
    let mut stays = (0..).map(|index: usize| !gone.contains(&index));
    ast.procedures.retain(|_| stays.next().unwrap_or(true));
    let mut stays = (0..).map(|index: usize| !gone.contains(&index));
    ast.procedure_spans.retain(|_| stays.next().unwrap_or(true));
    ast.procedures.iter().for_each(|procedure| _ = called.remove(&procedure.name.symbol));
    let mut fates = Fates::new(ast);
    for id in statements(ast) {
        match ast[id].kind {
            StmtKind::Call(targets, callee, _) if called.contains(&callee.symbol) => {
                if targets.is_empty() {
                    fates.empty(ast, id);
                } else {
                    let values = (0..targets.len()).map(|_| ast.new_leaf(Node::Choice)).collect();
                    ast.stmts[id.index()].kind = StmtKind::Assign(targets, ast.new_list(values), None);
                }
            }
            _ => {}
        }
    }
    fates.apply(ast);
}

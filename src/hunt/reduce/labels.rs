//! Jumps whose labels went go with them.

use super::blocks::{Fates, inside};
use crate::lang::syntax::ast::{Ast, Name, StmtKind, Symbol};
use rustc_hash::FxHashSet;

/// Strikes from each `goto` of `ast` the labels that its procedure had in `base`, a tree with the same procedures, and has no more.
pub(crate) fn mend(ast: &mut Ast, base: &Ast) {
    let mut fates = Fates::new(ast);
    for index in 0..ast.procedures.len() {
        let mut lost = labels(base, index);
        let left = labels(ast, index);
        lost.retain(|label| !left.contains(label));
        if lost.is_empty() {
            continue;
        }
        for id in inside(ast, ast.procedures[index].body) {
            let StmtKind::Goto(labels) = ast[id].kind else { continue };
            let kept: Vec<Name> = ast[labels].iter().filter(|label| !lost.contains(&label.symbol)).copied().collect();
            if kept.is_empty() {
                fates.empty(ast, id);
            } else if kept.len() < labels.len() {
                ast.stmts[id.index()].kind = StmtKind::Goto(ast.new_list(kept));
            }
        }
    }
    fates.apply(ast);
}

fn labels(ast: &Ast, procedure: usize) -> FxHashSet<Symbol> {
    let statements = inside(ast, ast.procedures[procedure].body);
    statements.iter().flat_map(|&id| &ast[ast[id].labels]).map(|label| label.symbol).collect()
}

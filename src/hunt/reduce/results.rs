//! Results of procedures are left out.

use super::blocks::{procedure_at, statements};
use crate::lang::syntax::ast::Element;
use crate::lang::syntax::ast::{Ast, StmtKind, Symbol};
use rustc_hash::FxHashSet;

/// All results: the number of the procedure, and that of the result.
pub(crate) fn list(ast: &Ast) -> Vec<(usize, usize)> {
    let all = ast.procedures.iter().enumerate();
    all.flat_map(|(index, procedure)| (0..procedure.results as usize).map(move |result| (index, result))).collect()
}

/// Leaves out these results, with the values that are returned and the variables that take them.
pub(crate) fn leave_out(ast: &mut Ast, chosen: &[(usize, usize)]) {
    let gone: FxHashSet<(usize, usize)> = chosen.iter().copied().collect();
    let named: FxHashSet<(Symbol, usize)> =
        chosen.iter().map(|&(index, result)| (ast.procedures[index].name.symbol, result)).collect();
    for id in statements(ast) {
        match ast[id].kind {
            StmtKind::Return(values) => {
                let index = procedure_at(ast, ast.stmt_spans[id.index()]);
                let left = left(&ast[values], |result| !gone.contains(&(index, result)));
                ast.stmts[id.index()].kind = StmtKind::Return(ast.new_list(left));
            }
            StmtKind::Call(targets, callee, args) => {
                let left = left(&ast[targets], |result| !named.contains(&(callee.symbol, result)));
                ast.stmts[id.index()].kind = StmtKind::Call(ast.new_list(left), callee, args);
            }
            _ => {}
        }
    }
    chosen.iter().for_each(|&(index, _)| ast.procedures[index].results -= 1);
}

/// The elements whose positions stay.
fn left<T: Element + Copy>(elements: &[T], stays: impl Fn(usize) -> bool) -> Vec<T> {
    elements.iter().enumerate().filter(|&(position, _)| stays(position)).map(|(_, &element)| element).collect()
}

//! Statements are left out, or replaced by what is inside.

use super::blocks::{Fate, Fates, right_inside, statements};
use super::labels;
use crate::lang::syntax::ast::{Arm, Ast, StmtId, StmtKind};
use rustc_hash::FxHashSet;

/// A statement of a program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted {
    id: StmtId,
    /// How many stand before it in the text.
    number: usize,
    /// How many it is, with those inside.
    size: usize,
}

/// All statements, in the order of the text.
pub(crate) fn counted(ast: &Ast) -> Vec<Counted> {
    let ids = statements(ast);
    let mut sizes = vec![1; ast.stmts.len()];
    // Those inside another one stand behind it.
    for &id in ids.iter().rev() {
        sizes[id.index()] += right_inside(ast, id).map(|inner| sizes[inner.index()]).sum::<usize>();
    }
    let numbered = ids.into_iter().enumerate();
    numbered.map(|(number, id)| Counted { id, number, size: sizes[id.index()] }).collect()
}

/// Leaves out these statements, but for those with something inside that stays.
pub(crate) fn leave_out_whole(ast: &mut Ast, chosen: &[Counted]) {
    let whole = chosen.iter().enumerate().filter(|&(position, statement)| {
        let last = chosen.get(position + statement.size - 1);
        last.is_some_and(|last| last.number == statement.number + statement.size - 1)
    });
    let whole: Vec<StmtId> = whole.map(|(_, statement)| statement.id).collect();
    leave_out(ast, &whole);
}

/// Leaves out these statements, with all that is inside, and jumps to them.
pub(crate) fn leave_out(ast: &mut Ast, chosen: &[StmtId]) {
    let base = ast.clone();
    let mut fates = Fates::new(ast);
    chosen.iter().for_each(|&id| fates.set(id, Fate::Go));
    fates.apply(ast);
    labels::mend(ast, &base);
}

/// The statements with labels that do something.
pub(crate) fn labelled(ast: &Ast) -> Vec<StmtId> {
    let nothing = |id: StmtId| matches!(ast[id].kind, StmtKind::Skip | StmtKind::Implicit);
    statements(ast).into_iter().filter(|&id| !ast[id].labels.is_empty() && !nothing(id)).collect()
}

/// Leaves their labels of these statements.
pub(crate) fn blank(ast: &mut Ast, chosen: &[StmtId]) {
    let base = ast.clone();
    chosen.iter().for_each(|id| ast.stmts[id.index()].kind = StmtKind::Skip);
    labels::mend(ast, &base);
}

/// The `if`s and `while`s.
pub(crate) fn compound(ast: &Ast) -> Vec<StmtId> {
    let is_compound = |id: StmtId| matches!(ast[id].kind, StmtKind::If(..) | StmtKind::While(..));
    statements(ast).into_iter().filter(|&id| is_compound(id)).collect()
}

/// Replaces these statements by their blocks, one behind the other.
pub(crate) fn unwrap(ast: &mut Ast, chosen: &[StmtId]) {
    let mut fates = Fates::new(ast);
    chosen.iter().for_each(|&id| fates.set(id, Fate::Unwrap));
    fates.apply(ast);
}

/// The arms of `if`s that have several.
pub(crate) fn arms(ast: &Ast) -> Vec<(StmtId, usize)> {
    let mut found = Vec::new();
    for id in statements(ast) {
        match ast[id].kind {
            StmtKind::If(arms, _) if arms.len() > 1 => found.extend((0..arms.len()).map(|number| (id, number))),
            _ => {}
        }
    }
    found
}

/// Leaves out these arms, but for the last that an `if` has.
pub(crate) fn leave_out_arms(ast: &mut Ast, chosen: &[(StmtId, usize)]) {
    let base = ast.clone();
    let gone: FxHashSet<(StmtId, usize)> = chosen.iter().copied().collect();
    for &(id, _) in chosen {
        let StmtKind::If(arms, other) = base[id].kind else { continue };
        let all = base[arms].iter().enumerate();
        let left: Vec<Arm> = all.filter(|(number, _)| !gone.contains(&(id, *number))).map(|(_, &arm)| arm).collect();
        if !left.is_empty() {
            ast.stmts[id.index()].kind = StmtKind::If(ast.new_list(left), other);
        }
    }
    labels::mend(ast, &base);
}

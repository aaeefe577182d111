//! Statements that are put beside others.

use super::super::super::source::Span;
use super::super::ast::{Arm, Ast, Block, Stmt, StmtId, StmtKind};
use rustc_hash::FxHashMap;

/// A new statement.
#[derive(Clone, Copy)]
pub(super) struct New {
    pub(super) stmt: Stmt,
    pub(super) span: Span,
}

/// What is to be put where.
#[derive(Default)]
pub(super) struct Insertions {
    /// Before a statement.
    pub(super) before: FxHashMap<StmtId, New>,
    /// Behind a statement.
    pub(super) behind: FxHashMap<StmtId, New>,
    /// At the end of the body of a loop.
    pub(super) looping: FxHashMap<StmtId, New>,
}

impl Insertions {
    /// Puts all in its place. Children still come before parents.
    pub(super) fn apply(self, ast: &mut Ast) {
        if self.before.is_empty() && self.behind.is_empty() && self.looping.is_empty() {
            return;
        }
        let old = std::mem::take(&mut ast.stmts);
        let spans = std::mem::take(&mut ast.stmt_spans);
        // The new statements for each old one.
        let mut runs: Vec<std::ops::Range<u32>> = Vec::with_capacity(old.len());
        for (index, (mut stmt, span)) in old.into_iter().zip(spans).enumerate() {
            let id = StmtId(index as u32);
            let last = self.looping.get(&id).map(|&new| push(ast, new));
            match &mut stmt.kind {
                StmtKind::If(arms, other) => {
                    let moved: Vec<Arm> = ast[*arms].to_vec();
                    let moved = moved.into_iter().map(|arm| Arm { body: block(ast, &runs, arm.body, None), ..arm });
                    let moved = moved.collect();
                    *arms = ast.new_list(moved);
                    *other = block(ast, &runs, *other, None);
                }
                StmtKind::While(_, body) => *body = block(ast, &runs, *body, last),
                _ => {}
            }
            let start = ast.stmts.len() as u32;
            let before = self.before.get(&id).copied();
            let behind = self.behind.get(&id).copied();
            before.into_iter().chain([New { stmt, span }]).chain(behind).for_each(|new| {
                push(ast, new);
            });
            runs.push(start..ast.stmts.len() as u32);
        }
        for index in 0..ast.procedures.len() {
            ast.procedures[index].body = block(ast, &runs, ast.procedures[index].body, None);
        }
    }
}

fn push(ast: &mut Ast, New { stmt, span }: New) -> StmtId {
    ast.stmts.push(stmt);
    ast.stmt_spans.push(span);
    StmtId(ast.stmts.len() as u32 - 1)
}

/// The same block with all that was put into it, and one statement more at its end.
fn block(ast: &mut Ast, runs: &[std::ops::Range<u32>], block: Block, last: Option<StmtId>) -> Block {
    let moved = ast[block].iter().flat_map(|stmt| runs[stmt.index()].clone().map(StmtId));
    let moved: Vec<StmtId> = moved.chain(last).collect();
    // An empty block is the same tree as none.
    if moved.is_empty() { block } else { ast.new_list(moved) }
}

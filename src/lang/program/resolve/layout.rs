//! Where each statement of a body goes: its point, and the point that follows.

use super::super::super::syntax::ast::{Ast, Block, StmtId, StmtKind};
use super::super::model::Point;

/// A statement of the tree, or one arm of an `if`, with its place in the layout.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    pub(super) stmt: StmtId,
    /// For an `if`: which arm; else 0.
    pub(super) arm: usize,
    /// Where control goes afterwards; for an arm or a loop: if its condition does not hold.
    pub(super) next: Point,
    /// Where an arm or a loop goes if its condition holds.
    pub(super) yes: Point,
}

/// For each statement of the tree the number of points that it and what it contains take. Children
/// come before parents in the arena, so one scan does it.
pub(super) fn sizes(ast: &Ast) -> Vec<u32> {
    let mut sizes = Vec::with_capacity(ast.stmts.len());
    for stmt in &ast.stmts {
        let block = |block: Block| ast[block].iter().map(|s| sizes[s.index()]).sum::<u32>();
        let size = match stmt.kind {
            StmtKind::If(arms, other) => ast[arms].iter().map(|arm| 1 + block(arm.body)).sum::<u32>() + block(other),
            StmtKind::While(_, body) => 1 + block(body),
            StmtKind::Decl(_) | StmtKind::Enforce(_) => 0,
            _ => 1,
        };
        sizes.push(size);
    }
    sizes
}

/// Lays out a body: slot n - 1 is point n. `sizes` as [`sizes`] gives them.
pub(super) fn layout(ast: &Ast, sizes: &[u32], body: &[StmtId]) -> Vec<Slot> {
    let total: u32 = body.iter().map(|stmt| sizes[stmt.index()]).sum();
    let Some(&first) = body.first() else { return Vec::new() };
    let empty = Slot { stmt: first, arm: 0, next: Point::ENTRY, yes: Point::ENTRY };
    let mut slots = vec![empty; total as usize];
    let mut blocks = vec![(body, Point(1), Point(total + 1))];
    while let Some((block, mut point, end)) = blocks.pop() {
        let last = block.iter().rposition(|stmt| sizes[stmt.index()] > 0);
        for (index, &stmt) in block.iter().enumerate() {
            let size = sizes[stmt.index()];
            if size == 0 {
                continue;
            }
            let next = if Some(index) == last { end } else { Point(point.0 + size) };
            let start = |block: Block, point: u32| {
                let empty = ast[block].iter().all(|stmt| sizes[stmt.index()] == 0);
                if empty { next } else { Point(point) }
            };
            match ast[stmt].kind {
                StmtKind::If(arms, other) => {
                    let mut at = point.0;
                    let count = ast[arms].len();
                    for (arm, part) in ast[arms].iter().enumerate() {
                        let behind = at + 1 + ast[part.body].iter().map(|stmt| sizes[stmt.index()]).sum::<u32>();
                        let no = if arm + 1 < count { Point(behind) } else { start(other, behind) };
                        slots[at as usize - 1] = Slot { stmt, arm, next: no, yes: start(part.body, at + 1) };
                        blocks.push((&ast[part.body], Point(at + 1), next));
                        at = behind;
                    }
                    blocks.push((&ast[other], Point(at), next));
                }
                StmtKind::While(_, body) => {
                    let empty = ast[body].iter().all(|stmt| sizes[stmt.index()] == 0);
                    let yes = if empty { point } else { Point(point.0 + 1) };
                    slots[point.0 as usize - 1] = Slot { stmt, arm: 0, next, yes };
                    blocks.push((&ast[body], Point(point.0 + 1), point));
                }
                _ => slots[point.0 as usize - 1] = Slot { stmt, arm: 0, next, yes: next },
            }
            point = Point(point.0 + size);
        }
    }
    slots
}

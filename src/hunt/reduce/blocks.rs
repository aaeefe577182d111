//! Blocks of statements: walked, and made anew.

use crate::lang::source::Span;
use crate::lang::syntax::ast::{Ast, Block, StmtId, StmtKind};

/// What becomes of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It stays.
    Stay,
    /// It goes, with all that is inside.
    Go,
    /// What is inside takes its place.
    Unwrap,
}

/// A fate for each statement of a tree.
pub(crate) struct Fates(Vec<Fate>);

impl Fates {
    /// All stay.
    pub(crate) fn new(ast: &Ast) -> Fates {
        Fates(vec![Fate::Stay; ast.stmts.len()])
    }

    /// Decides about a statement.
    pub(crate) fn set(&mut self, id: StmtId, fate: Fate) {
        self.0[id.index()] = fate;
    }

    /// A statement that does nothing goes; if it has labels it stays for them.
    pub(crate) fn empty(&mut self, ast: &mut Ast, id: StmtId) {
        if ast[id].labels.is_empty() {
            self.set(id, Fate::Go);
        } else {
            ast.stmts[id.index()].kind = StmtKind::Skip;
        }
    }

    /// Makes all blocks anew.
    pub(crate) fn apply(&self, ast: &mut Ast) {
        if self.0.iter().all(|&fate| fate == Fate::Stay) {
            return;
        }
        for index in 0..self.0.len() {
            match (self.0[index], ast.stmts[index].kind) {
                (Fate::Stay, StmtKind::If(arms, other)) => {
                    let mut new = ast[arms].to_vec();
                    new.iter_mut().for_each(|arm| arm.body = self.block(ast, arm.body));
                    let other = self.block(ast, other);
                    let arms = ast.new_list(new);
                    ast.stmts[index].kind = StmtKind::If(arms, other);
                }
                (Fate::Stay, StmtKind::While(cond, body)) => {
                    let body = self.block(ast, body);
                    ast.stmts[index].kind = StmtKind::While(cond, body);
                }
                _ => {}
            }
        }
        for index in 0..ast.procedures.len() {
            let body = self.block(ast, ast.procedures[index].body);
            ast.procedures[index].body = body;
        }
        for index in 0..self.0.len() {
            if self.0[index] == Fate::Unwrap {
                ast.stmts[index].kind = StmtKind::Skip;
            }
        }
    }

    /// The block with what became of its statements. What is unwrapped stays before its parts if it has labels.
    fn block(&self, ast: &mut Ast, block: Block) -> Block {
        let mut open: Vec<StmtId> = ast[block].iter().rev().copied().collect();
        let mut new = Vec::with_capacity(open.len());
        while let Some(id) = open.pop() {
            match self.0[id.index()] {
                Fate::Stay => new.push(id),
                Fate::Go => {}
                Fate::Unwrap => {
                    if !ast[id].labels.is_empty() {
                        new.push(id);
                    }
                    open.extend(right_inside(ast, id));
                }
            }
        }
        ast.new_list(new)
    }
}

/// The statements of all procedures, in the order of the text, each before those inside.
pub(crate) fn statements(ast: &Ast) -> Vec<StmtId> {
    ast.procedures.iter().flat_map(|procedure| inside(ast, procedure.body)).collect()
}

/// The statements of a block, in the order of the text, each before those inside.
pub(crate) fn inside(ast: &Ast, block: Block) -> Vec<StmtId> {
    let mut open: Vec<StmtId> = ast[block].iter().rev().copied().collect();
    let mut found = Vec::new();
    while let Some(id) = open.pop() {
        found.push(id);
        open.extend(right_inside(ast, id));
    }
    found
}

/// The statements right inside another one, the last first.
pub(crate) fn right_inside(ast: &Ast, id: StmtId) -> impl Iterator<Item = StmtId> {
    let (arms, last) = match ast[id].kind {
        StmtKind::If(arms, other) => (&ast[arms], &ast[other]),
        StmtKind::While(_, body) => (&[][..], &ast[body]),
        _ => (&[][..], &[][..]),
    };
    last.iter().rev().chain(arms.iter().rev().flat_map(|arm| ast[arm.body].iter().rev())).copied()
}

/// The number of the procedure with something that stands at `span`.
pub(crate) fn procedure_at(ast: &Ast, span: Span) -> usize {
    ast.procedure_spans.partition_point(|procedure| procedure.start <= span.start).saturating_sub(1)
}

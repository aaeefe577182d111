//! The dialects of other tools: what a text means to the tool that it was written for.
//!
//! [`rules`] is the table: for each construct what each tool makes of it. The parser reads all dialects alike;
//! then [`standardize`] rewrites the tree, so that it means in the standard dialect what the text means in its own. What
//! comes later, from names to certificates, knows one language only. Where a tool gives up, has a bug, or nobody knows what it does,
//! the standard meaning holds, or the text is refused.

mod enforce;
mod expressions;
mod fresh;
mod insertions;
mod labels;
mod names;
mod oddities;
pub(in crate::lang) mod rules;
mod statements;

use super::super::source::{Diagnostic, Diagnostics};
use super::Ladder;
use super::ast::{Ast, Block, Loss, StmtId, StmtKind};
use rules::{RULES, Rules};
use rustc_hash::FxHashSet;

/// Whose dialect a text is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// Our own, in which nothing disputed goes without a remark.
    #[default]
    Standard,
    /// Moped's.
    Moped,
    /// Getafix's.
    Getafix,
    /// That of WALi's examples for programs of CProver.
    Wali,
    /// That of Boppo, Boom and SatAbs.
    Cprover,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Dialect; 5] =
        [Dialect::Standard, Dialect::Moped, Dialect::Getafix, Dialect::Wali, Dialect::Cprover];

    /// Its name on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Dialect::Standard => "standard",
            Dialect::Moped => "moped",
            Dialect::Getafix => "getafix",
            Dialect::Wali => "wali",
            Dialect::Cprover => "cprover",
        }
    }

    /// Which operators bind tighter in it.
    pub(crate) fn ladder(self) -> Ladder {
        match self {
            Dialect::Standard => Ladder::Standard,
            Dialect::Moped | Dialect::Getafix | Dialect::Wali => Ladder::Chained,
            Dialect::Cprover => Ladder::Cprover,
        }
    }

    /// Whether an `assert` that fails is no error, but the end of a run like that of `assume`.
    pub(crate) fn asserts_block(self) -> bool {
        self.rules().assert == rules::Assert::Blocks
    }

    /// What to call the tool in messages.
    pub(in crate::lang) fn tool(self) -> &'static str {
        match self {
            Dialect::Standard => "this tool",
            Dialect::Moped => "Moped",
            Dialect::Getafix => "Getafix",
            Dialect::Wali => "WALi",
            Dialect::Cprover => "CProver",
        }
    }

    /// Its column of the table.
    pub(in crate::lang) fn rules(self) -> &'static Rules {
        &RULES[self as usize]
    }
}

/// How a text is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// The dialect, which says what the text means.
    pub dialect: Dialect,
    /// The ladder of precedence, which says which operators bind tighter.
    pub ladder: Ladder,
}

impl From<Ladder> for Manner {
    fn from(ladder: Ladder) -> Manner {
        Manner { dialect: Dialect::Standard, ladder }
    }
}

impl From<Dialect> for Manner {
    fn from(dialect: Dialect) -> Manner {
        Manner { dialect, ladder: dialect.ladder() }
    }
}

/// Rewrites a tree, so that it means in the standard dialect what it means in its own. What a tool takes that one might
/// not think of is warned of. Linear, and without recursion.
pub(super) fn standardize(ast: &mut Ast, diagnostics: &mut Diagnostics) {
    if ast.dialect == Dialect::Standard || ast.loss == Loss::Structure {
        return;
    }
    let mut work = Work {
        rules: ast.dialect.rules(),
        tool: ast.dialect.tool(),
        fresh: fresh::Fresh::default(),
        told: FxHashSet::default(),
        diagnostics,
    };
    oddities::warn(ast, &mut work);
    names::standardize(ast, &mut work);
    statements::standardize(ast, &mut work);
    // Before labels are looked at: a `goto` that is made there is no step of the program.
    enforce::standardize(ast, &mut work);
    labels::standardize(ast, &mut work);
}

/// What all parts of the work need.
struct Work<'d> {
    rules: &'static Rules,
    tool: &'static str,
    fresh: fresh::Fresh,
    /// What was remarked upon already.
    told: FxHashSet<&'static str>,
    diagnostics: &'d mut Diagnostics,
}

impl Work<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reports the first of many remarks about the same thing.
    fn report_first(&mut self, about: &'static str, diagnostic: impl FnOnce() -> Diagnostic) {
        if self.told.insert(about) {
            self.report(diagnostic());
        }
    }
}

/// All statements of a block, and those inside of them, in the order of the text.
fn inside(ast: &Ast, block: Block) -> Vec<StmtId> {
    let mut found = Vec::new();
    let mut blocks = vec![block];
    while let Some(block) = blocks.pop() {
        found.extend_from_slice(&ast[block]);
        for &stmt in &ast[block] {
            match ast[stmt].kind {
                StmtKind::If(arms, other) => {
                    blocks.push(other);
                    blocks.extend(ast[arms].iter().map(|arm| arm.body));
                }
                StmtKind::While(_, body) => blocks.push(body),
                _ => {}
            }
        }
    }
    found.sort_by_key(|stmt| ast.stmt_spans[stmt.index()].start);
    found
}

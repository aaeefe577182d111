//! What the grammar's actions call: the tree grows here, and errors are put into words.

use super::super::source::{Diagnostic, Diagnostics, Span};
use super::ast::*;
use super::dialect::Manner;
use super::dialect::rules::Constrain;
use super::fuse::Fuse;
use super::lexer::Lexer;
use super::precedence::{Chain, Chains, Grow, Ladder, Operand};
use super::recovery::{Recovery, SyntaxError};
use rustc_hash::FxHashMap;

/// The tree under construction.
pub(super) struct Builder<'s> {
    text: &'s [u8],
    ladder: Ladder,
    ast: Ast,
    symbols: FxHashMap<&'s [u8], Symbol>,
    chains: Chains,
    recovery: Recovery<'s>,
    fuse: &'s Fuse,
    diagnostics: Vec<Diagnostic>,
    not_kept: [usize; 2],
}

impl<'s> Builder<'s> {
    pub(super) fn new(text: &'s [u8], manner: Manner, fuse: &'s Fuse) -> Builder<'s> {
        Builder {
            text,
            ladder: manner.ladder,
            ast: Ast { dialect: manner.dialect, ..Ast::default() },
            symbols: FxHashMap::default(),
            chains: Chains::default(),
            recovery: Recovery::new(text, fuse),
            fuse,
            diagnostics: Vec::new(),
            not_kept: [0; 2],
        }
    }

    /// Hands over the tree, and all that was wrong.
    pub(super) fn finish(mut self, lexer: Lexer<'_, '_>, diagnostics: &mut Diagnostics) -> Ast {
        self.ast.notes = lexer.notes;
        self.ast.loss = self.recovery.settle(lexer.diagnostics, diagnostics);
        self.diagnostics.into_iter().for_each(|d| diagnostics.push(d));
        diagnostics.count_only(lexer.not_kept + self.not_kept[1], self.not_kept[0]);
        self.ast
    }

    /// Told at each token that is not skipped and leads to no other call.
    pub(super) fn at_work(&self, location: usize) -> usize {
        self.fuse.at_work();
        location
    }

    pub(super) fn name(&mut self, text: &'s [u8], start: usize, end: usize) -> Name {
        self.fuse.at_work();
        let ast = &mut self.ast;
        let symbol = *self.symbols.entry(text).or_insert_with(|| {
            ast.names.push(String::from_utf8_lossy(text).into());
            Symbol(ast.names.len() as u32 - 1)
        });
        Name { symbol, span: Span::new(start, end) }
    }

    pub(super) fn node(&mut self, node: Node, span: Span) -> Expr {
        self.fuse.at_work();
        self.ast.nodes.push(node);
        self.ast.node_spans.push(span);
        let id = NodeId(self.ast.nodes.len() as u32 - 1);
        Expr { first: id, root: id }
    }

    pub(super) fn leaf(&mut self, node: Node, start: usize, end: usize) -> Operand {
        let span = Span::new(start, end);
        Operand { expr: self.node(node, span), span, bare: None }
    }

    /// A node above others, the first of which begins with `first`.
    pub(super) fn above(&mut self, first: Expr, node: Node, start: usize, end: usize) -> Operand {
        let mut operand = self.leaf(node, start, end);
        operand.expr.first = first.first;
        operand
    }

    /// The truth value that a number stands for.
    pub(super) fn constant(&mut self, text: &'s [u8], start: usize, end: usize) -> bool {
        if !matches!(text, b"0" | b"1") {
            self.report(
                Diagnostic::error("bad-constant", Span::new(start, end), "only `0` and `1` are constants")
                    .label("not a truth value")
                    .hint("write `1` or `T` for true, `0` or `F` for false"),
            );
        }
        text == b"1"
    }

    pub(super) fn start_chain(&mut self, first: Operand) -> Chain {
        self.chains.start(first)
    }

    pub(super) fn chain_operator(&mut self, chain: Chain, op: BinaryOp, start: usize, end: usize) -> Chain {
        let mut chains = std::mem::take(&mut self.chains);
        let chain = chains.extend(chain, (op, Span::new(start, end)), self);
        self.chains = chains;
        chain
    }

    pub(super) fn chain_operand(&mut self, chain: Chain, operand: Operand) -> Chain {
        self.chains.operand(operand);
        chain
    }

    pub(super) fn finish_chain(&mut self, chain: Chain) -> Operand {
        let mut chains = std::mem::take(&mut self.chains);
        let whole = chains.finish(chain, self);
        self.chains = chains;
        whole
    }

    pub(super) fn name_list(&mut self, list: Option<List<Name>>, name: Name) -> List<Name> {
        append(&mut self.ast.name_lists, list, name)
    }

    pub(super) fn expr_list(&mut self, list: Option<List<Expr>>, expr: Expr) -> List<Expr> {
        append(&mut self.ast.exprs, list, expr)
    }

    pub(super) fn decl_list(&mut self, list: Option<List<Decl>>, decl: Decl) -> List<Decl> {
        append(&mut self.ast.decls, list, decl)
    }

    pub(super) fn target_list(&mut self, list: Option<List<Target>>, target: Target) -> List<Target> {
        self.fuse.at_work();
        append(&mut self.ast.targets, list, target)
    }

    /// Blocks and arms nest, so they come as vectors and are laid down when they are complete.
    pub(super) fn block(&mut self, statements: Vec<StmtId>) -> Block {
        if statements.is_empty() {
            // An empty `else` is the same tree as none.
            return List::new(0, 0);
        }
        let list = List::new(self.ast.blocks.len(), statements.len());
        self.ast.blocks.extend(statements);
        list
    }

    pub(super) fn arms(&mut self, arms: Vec<Arm>) -> List<Arm> {
        let list = List::new(self.ast.arms.len(), arms.len());
        self.ast.arms.extend(arms);
        list
    }

    pub(super) fn stmt(&mut self, labels: List<Name>, kind: StmtKind, start: usize, end: usize) -> StmtId {
        self.fuse.at_work();
        self.ast.stmts.push(Stmt { labels, kind });
        self.ast.stmt_spans.push(Span::new(start, end));
        StmtId(self.ast.stmts.len() as u32 - 1)
    }

    /// The labels before a closing keyword get a statement of their own.
    pub(super) fn trailing_label(&mut self, labels: List<Name>) -> StmtId {
        let span = self.ast[labels].last().map_or(Span::default(), |name| name.span);
        self.report(
            Diagnostic::warning("trailing-label", span, "no statement follows this label")
                .label("read as the label of a `skip`")
                .hint("write `skip` behind the label: some tools reject it as it is"),
        );
        self.stmt(labels, StmtKind::Implicit, span.end as usize, span.end as usize)
    }

    pub(super) fn globals(&mut self, thread_local: bool, decls: List<Decl>) {
        let behind = self.ast.procedures.len() as u32;
        self.ast.globals.push(Globals { thread_local, decls, behind });
    }

    pub(super) fn procedure(&mut self, procedure: Procedure, start: usize, end: usize) {
        self.recovery.leave_procedure();
        self.ast.procedures.push(procedure);
        self.ast.procedure_spans.push(Span::new(start, end));
    }

    /// The `n` of `bool<n>`.
    pub(super) fn width(&mut self, text: &[u8], start: usize, end: usize) -> u32 {
        const MOST: u32 = 65_535;
        let span = Span::new(start, end);
        let width = std::str::from_utf8(text).ok().and_then(|digits| digits.parse::<u32>().ok());
        match width {
            Some(0) => {
                self.report(
                    Diagnostic::warning("no-results", span, "`bool<0>` is a procedure without results")
                        .label("the same as `void`"),
                );
                0
            }
            Some(width) if width <= MOST => width,
            _ => {
                let message = format!("a procedure has at most {MOST} results");
                self.report(Diagnostic::error("too-many-results", span, message).label("too wide"));
                self.recovery.lose(Loss::Structure);
                1
            }
        }
    }

    pub(super) fn constrain_statement(&mut self, start: usize, end: usize) {
        if self.ast.dialect.rules().constrain == Constrain::Relation {
            return;
        }
        self.report(
            Diagnostic::warning(
                "constrain-statement",
                Span::new(start, end),
                "`constrain` as a statement has no frame condition",
            )
            .label("every variable in scope gets an arbitrary value that satisfies it")
            .hint("to keep the other variables write `x := * constrain …` or `assume …`"),
        );
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let severity = diagnostic.severity;
        if self.diagnostics.len() < 2 * Diagnostics::KEPT {
            self.diagnostics.push(diagnostic);
        } else {
            self.not_kept[severity as usize] += 1;
        }
    }

    /// The parser skipped the text from `start` to `end` because of an error.
    pub(super) fn syntax_error(&mut self, error: SyntaxError<'s>, start: usize, end: usize, loss: Loss) {
        self.recovery.record(&error, start, end, loss);
    }

    /// The parser gave up.
    pub(super) fn last_error(&mut self, error: &SyntaxError<'s>) {
        self.recovery.last(error);
    }
}

impl Grow for Builder<'_> {
    fn ladder(&self) -> Ladder {
        self.ladder
    }

    fn binary(&mut self, op: BinaryOp, left: Operand, right: Operand) -> Operand {
        let span = left.span.to(right.span);
        let mut expr = self.node(Node::Binary(op, left.expr.root, right.expr.root), span);
        expr.first = left.expr.first;
        Operand { expr, span, bare: Some(op) }
    }

    fn text(&self, span: Span) -> String {
        match span.len() {
            0..200 => String::from_utf8_lossy(&self.text[span.range()]).into_owned(),
            _ => "…".repeat(200),
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        Builder::report(self, diagnostic);
    }
}

/// Appends to the list that was begun last in this pool.
fn append<T>(pool: &mut Vec<T>, list: Option<List<T>>, element: T) -> List<T> {
    let start = list.map_or(pool.len(), |list| list.start as usize);
    debug_assert_eq!(pool.len(), list.map_or(start, |list| list.range().end), "lists of one pool do not interleave");
    pool.push(element);
    List::new(start, pool.len() - start)
}

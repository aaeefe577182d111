//! Names and static rules: from the syntax tree to the program.
//!
//! Every rule that a file breaks is reported, with its place; only a program that breaks none comes out.
//! Linear in the size of the tree, and without recursion: a body is laid out with an explicit stack
//! (`layout`), then its statements are resolved in the order of the text (`body`).

mod body;
mod declare;
mod expr;
mod layout;
mod scope;
mod suggest;

use super::super::source::{Diagnostic, Diagnostics, Span};
use super::super::syntax::ast::{Ast, Loss, StmtKind, Symbol, ThreadOp};
use super::expression::Node;
use super::model::*;
use super::origin::Origins;
use rustc_hash::FxHashMap;
use scope::Scope;

/// Resolves `ast`. What is wrong or doubtful goes to `diagnostics`; a program comes out if nothing is wrong,
/// be it here or in what the parser reported before. Of a tree that lacks only statements the rest is
/// still looked at; if more is missing, names would seem undeclared that are not.
///
/// Whether the entry procedure exists is not asked here: see [`Program::find_procedure`].
pub fn resolve(ast: Ast, diagnostics: &mut Diagnostics) -> Option<Program> {
    if ast.loss == Loss::Structure {
        return None;
    }
    let mut resolver = Resolver {
        scope: Scope::new(ast.names.len()),
        symbols: None,
        compared: 0,
        starts_threads: ast.stmts.iter().any(|stmt| is_of_threads(&stmt.kind)),
        visible: 0,
        program: Program {
            origins: Origins::new(&ast.notes),
            nodes: vec![Node::Const(false); ast.nodes.len()],
            procedures: Vec::with_capacity(ast.procedures.len()),
            ..Program::default()
        },
        sizes: layout::sizes(&ast),
        diagnostics: &mut *diagnostics,
        ast: &ast,
    };
    resolver.declare_globals();
    resolver.declare_procedures();
    for index in 0..ast.procedures.len() {
        resolver.procedure(index);
    }
    let mut program = resolver.program;
    program.node_spans = ast.node_spans;
    program.names = ast.names;
    program.find_lines();
    (!diagnostics.has_errors()).then_some(program)
}

fn is_of_threads(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::Thread(op) if !matches!(op, ThreadOp::AtomicBegin | ThreadOp::AtomicEnd))
}

/// The state of the work: what is being read, what has been written, and what names mean at the moment.
struct Resolver<'a> {
    ast: &'a Ast,
    /// For each statement of the tree the number of points that it takes.
    sizes: Vec<u32>,
    program: Program,
    scope: Scope,
    /// Names to symbols, made when first asked for.
    symbols: Option<FxHashMap<&'a str, Symbol>>,
    /// How many characters were compared to find names that may be meant.
    compared: usize,
    /// Whether there is any statement of the concurrent dialects but `atomic_begin` and `atomic_end`.
    starts_threads: bool,
    /// The number of variables that the procedure at hand sees: hidden globals do not count.
    visible: u32,
    diagnostics: &'a mut Diagnostics,
}

impl Resolver<'_> {
    fn error(&mut self, code: &'static str, span: Span, message: String, label: &str) {
        self.diagnostics.push(Diagnostic::error(code, span, message).label(label));
    }

    fn concurrent(&mut self, span: Span, what: &str) {
        self.diagnostics.push(Self::concurrent_construct(span, what));
    }

    fn concurrent_construct(span: Span, what: &str) -> Diagnostic {
        let message = format!("{what}: concurrent construct not supported");
        Diagnostic::error("concurrent", span, message)
            .label("of the concurrent dialects")
            .hint("this tool checks sequential programs; nothing is skipped silently")
    }
}

//! The syntax tree of a text.

use super::expression::{NodeRow, Prefixes, Sentence};
use super::{At, Declared, list};
use crate::lang::source::Source;
use crate::lang::syntax::Ast;
use crate::lang::syntax::ast::{Decl, Expr, List, Name, StmtId, StmtKind, Target, ThreadOp};
use serde::Serialize;
use std::fmt;

/// The whole tree, in tables.
#[derive(Clone, Debug, Serialize)]
pub struct AstDocument {
    globals: Vec<Declared>,
    procedures: Vec<ProcedureRow>,
    statements: Vec<StatementRow>,
    nodes: Vec<NodeRow>,
}

#[derive(Clone, Debug, Serialize)]
struct ProcedureRow {
    name: String,
    #[serde(flatten)]
    at: At,
    parameters: Vec<String>,
    results: u32,
    /// Rows of `statements`.
    body: Vec<usize>,
}

/// A statement; what it does not have is left out.
#[derive(Clone, Debug, Serialize)]
struct StatementRow {
    #[serde(flatten)]
    at: At,
    kind: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<String>,
    /// What is written, named or jumped to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    callee: Option<String>,
    /// Rows of `nodes`: the values, arguments, or the condition.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    expressions: Vec<usize>,
    /// The row of the condition behind `constrain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    constrain: Option<usize>,
    /// The blocks of the arms, in order, or the body of the loop; rows of `statements`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    blocks: Vec<Vec<usize>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    otherwise: Vec<usize>,
}

/// The tree as a document.
pub fn document(ast: &Ast, source: &Source) -> AstDocument {
    let globals = ast.globals.iter().flat_map(|globals| declared(ast, source, globals.decls));
    let procedure = |procedure: &crate::lang::syntax::ast::Procedure| ProcedureRow {
        name: name(ast, &procedure.name),
        at: At::of(source, procedure.name.span),
        parameters: names(ast, procedure.params),
        results: procedure.results,
        body: block(ast, procedure.body),
    };
    let ids = ast.stmts.iter().zip(&ast.stmt_spans);
    AstDocument {
        globals: globals.collect(),
        procedures: ast.procedures.iter().map(procedure).collect(),
        statements: ids
            .map(|(stmt, &span)| statement(ast, &stmt.kind, names(ast, stmt.labels), At::of(source, span)))
            .collect(),
        nodes: ast.nodes.iter().map(|&node| NodeRow::written(ast, node)).collect(),
    }
}

fn name(ast: &Ast, name: &Name) -> String {
    ast.name(name.symbol).into()
}

fn names(ast: &Ast, list: List<Name>) -> Vec<String> {
    ast[list].iter().map(|n| name(ast, n)).collect()
}

fn targets(ast: &Ast, list: List<Target>) -> Vec<String> {
    let show = |target: &Target| match target {
        Target::Var(n) => name(ast, n),
        Target::Discard => "_".into(),
    };
    ast[list].iter().map(show).collect()
}

fn declared(ast: &Ast, source: &Source, decls: List<Decl>) -> Vec<Declared> {
    let one =
        |decl: &Decl| Declared { name: name(ast, &decl.name), at: At::of(source, decl.name.span), init: decl.init };
    ast[decls].iter().map(one).collect()
}

fn block(ast: &Ast, block: List<StmtId>) -> Vec<usize> {
    ast[block].iter().map(|id| id.index()).collect()
}

fn statement(ast: &Ast, kind: &StmtKind, labels: Vec<String>, at: At) -> StatementRow {
    let root = |expr: Expr| expr.root.index();
    let roots = |list: List<Expr>| ast[list].iter().map(|&expr| root(expr)).collect::<Vec<_>>();
    let mut row = StatementRow {
        at,
        kind: word(kind),
        labels,
        names: Vec::new(),
        callee: None,
        expressions: Vec::new(),
        constrain: None,
        blocks: Vec::new(),
        otherwise: Vec::new(),
    };
    match *kind {
        StmtKind::Skip | StmtKind::Implicit => {}
        StmtKind::Goto(to) => row.names = names(ast, to),
        StmtKind::Dead(vars) => row.names = names(ast, vars),
        StmtKind::Return(values) | StmtKind::Print(values) => row.expressions = roots(values),
        StmtKind::If(arms, other) => {
            row.expressions = ast[arms].iter().map(|arm| root(arm.cond)).collect();
            row.blocks = ast[arms].iter().map(|arm| block(ast, arm.body)).collect();
            row.otherwise = block(ast, other);
        }
        StmtKind::While(cond, body) => {
            row.expressions = vec![root(cond)];
            row.blocks = vec![block(ast, body)];
        }
        StmtKind::Assume(cond)
        | StmtKind::Assert(cond)
        | StmtKind::AbortIf(cond)
        | StmtKind::Constrain(cond)
        | StmtKind::Enforce(cond) => row.expressions = vec![root(cond)],
        StmtKind::Call(to, callee, args) => {
            row.names = targets(ast, to);
            row.callee = Some(name(ast, &callee));
            row.expressions = roots(args);
        }
        StmtKind::Assign(to, values, constrain) => {
            row.names = targets(ast, to);
            row.expressions = roots(values);
            row.constrain = constrain.map(root);
        }
        StmtKind::Decl(decls) => {
            let show =
                |d: &Decl| d.init.map_or(name(ast, &d.name), |v| format!("{} := {}", name(ast, &d.name), u8::from(v)));
            row.names = ast[decls].iter().map(show).collect();
        }
        StmtKind::Thread(op) => match op {
            ThreadOp::StartGoto(label) | ThreadOp::Sync(label) => row.names = vec![name(ast, &label)],
            ThreadOp::StartCall(callee, args) => {
                row.callee = Some(name(ast, &callee));
                row.expressions = roots(args);
            }
            ThreadOp::End | ThreadOp::AtomicBegin | ThreadOp::AtomicEnd | ThreadOp::Wait | ThreadOp::Broadcast => {}
        },
    }
    row
}

fn word(kind: &StmtKind) -> &'static str {
    match kind {
        StmtKind::Skip => "skip",
        StmtKind::Implicit => "nothing",
        StmtKind::Goto(_) => "goto",
        StmtKind::Return(_) => "return",
        StmtKind::If(..) => "if",
        StmtKind::While(..) => "while",
        StmtKind::Assume(_) => "assume",
        StmtKind::Assert(_) => "assert",
        StmtKind::AbortIf(_) => "abortif",
        StmtKind::Constrain(_) => "constrain",
        StmtKind::Dead(_) => "dead",
        StmtKind::Print(_) => "print",
        StmtKind::Call(..) => "call",
        StmtKind::Assign(..) => "assign",
        StmtKind::Decl(_) => "decl",
        StmtKind::Enforce(_) => "enforce",
        StmtKind::Thread(op) => op.keyword(),
    }
}

/// Deeper blocks are not indented further, so that the text stays linear in the tree.
const DEEPEST: usize = 32;

/// What is still to be shown, last first.
enum Step<'a> {
    Block(&'a [usize], usize),
    Word(String, usize),
}

impl fmt::Display for AstDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for global in &self.globals {
            writeln!(f, "{:<9} decl {global}", global.at)?;
        }
        for procedure in &self.procedures {
            let ProcedureRow { name, at, parameters, results, .. } = procedure;
            writeln!(f, "{at:<9} procedure {name}: parameters {}; results {results}", list(parameters))?;
            let mut steps = vec![Step::Block(&procedure.body, 1)];
            while let Some(step) = steps.pop() {
                match step {
                    Step::Word(word, depth) => writeln!(f, "{:<9} {}{word}", "", indent(depth))?,
                    Step::Block([], _) => {}
                    Step::Block([first, rest @ ..], depth) => {
                        steps.push(Step::Block(rest, depth));
                        let row = &self.statements[*first];
                        writeln!(f, "{:<9} {}{}", row.at, indent(depth), self.head(row))?;
                        self.parts(row, depth, &mut steps);
                    }
                }
            }
        }
        Ok(())
    }
}

fn indent(depth: usize) -> String {
    "  ".repeat(depth.min(DEEPEST))
}

impl AstDocument {
    /// A statement in one line, without its blocks.
    fn head(&self, row: &StatementRow) -> String {
        let sentence = Sentence {
            labels: &row.labels,
            kind: row.kind,
            targets: &row.names,
            callee: row.callee.as_deref(),
            // The conditions of the other arms stand with their blocks.
            expressions: if row.kind == "if" { &row.expressions[..1] } else { &row.expressions },
            constrain: row.constrain,
            nodes: &self.nodes,
        };
        sentence.to_string()
    }

    /// Puts the blocks of a statement on the stack.
    fn parts<'a>(&'a self, row: &'a StatementRow, depth: usize, steps: &mut Vec<Step<'a>>) {
        if !row.otherwise.is_empty() {
            steps.push(Step::Block(&row.otherwise, depth + 1));
            steps.push(Step::Word("else".into(), depth));
        }
        for (index, block) in row.blocks.iter().enumerate().rev() {
            steps.push(Step::Block(block, depth + 1));
            if index > 0 {
                let cond = Prefixes(&self.nodes, &row.expressions[index..=index]);
                steps.push(Step::Word(format!("elsif {cond}"), depth));
            }
        }
    }
}

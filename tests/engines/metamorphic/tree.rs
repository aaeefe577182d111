//! Programs as plain trees of names, easy to rewrite; from the syntax tree, and back to text.

use bpcheck::lang::syntax::ast::{self, Ast, Node, NodeId, StmtKind};
use std::fmt::{Display, Write};

/// An expression.
#[derive(Clone)]
pub enum Expr {
    /// A constant or `*`.
    Leaf(&'static str),
    /// `x` or, if `primed`, `'x`.
    Var { name: String, primed: bool },
    /// An operation: the text before, between and after its operands.
    Op(Vec<&'static str>, Vec<Expr>),
}

/// A statement with its labels.
#[derive(Clone)]
pub struct Stmt {
    pub labels: Vec<String>,
    pub kind: Kind,
}

/// What a statement does.
#[derive(Clone)]
pub enum Kind {
    /// Nothing, behind labels that stand before the end of a block.
    Implicit,
    Skip,
    Goto(Vec<String>),
    Return(Vec<Expr>),
    If(Vec<(Expr, Vec<Stmt>)>, Vec<Stmt>),
    While(Expr, Vec<Stmt>),
    /// `assume`, `assert`, `abortif`, `constrain` or `enforce`.
    Condition(&'static str, Expr),
    Dead(Vec<String>),
    Print(Vec<Expr>),
    /// `None` discards a result.
    Call(Vec<Option<String>>, String, Vec<Expr>),
    Assign(Vec<Option<String>>, Vec<Expr>, Option<Expr>),
    Decl(Vec<(String, Option<bool>)>),
}

/// A procedure.
#[derive(Clone)]
pub struct Procedure {
    pub name: String,
    pub results: u32,
    pub params: Vec<String>,
    pub body: Vec<Stmt>,
}

/// A program, its globals in one list.
#[derive(Clone)]
pub struct Program {
    pub globals: Vec<(String, Option<bool>)>,
    pub procedures: Vec<Procedure>,
    /// Do the globals stand behind the procedures?
    pub globals_last: bool,
}

/// The negation of an expression.
pub fn not(expr: Expr) -> Expr {
    Expr::Op(vec!["!(", ")"], vec![expr])
}

/// The value of a variable.
pub fn var(name: &str) -> Expr {
    Expr::Var { name: name.to_string(), primed: false }
}

impl Kind {
    /// A statement without labels.
    pub fn plain(self) -> Stmt {
        Stmt { labels: Vec::new(), kind: self }
    }
}

impl Procedure {
    /// Parameters and locals.
    pub fn own(&self) -> Vec<String> {
        let declared = self.body.iter().filter_map(|stmt| match &stmt.kind {
            Kind::Decl(decls) => Some(decls.iter().map(|(name, _)| name.clone())),
            _ => None,
        });
        self.params.iter().cloned().chain(declared.flatten()).collect()
    }
}

/// The tree of a program without statements of the concurrent dialects.
pub fn read(ast: &Ast) -> Program {
    let name = |name: &ast::Name| ast.name(name.symbol).to_string();
    let procedures = ast.procedures.iter().map(|procedure| Procedure {
        name: name(&procedure.name),
        results: procedure.results,
        params: ast[procedure.params].iter().map(name).collect(),
        body: block(ast, procedure.body),
    });
    let globals = ast.globals.iter().flat_map(|line| decls(ast, line.decls)).collect();
    Program { globals, procedures: procedures.collect(), globals_last: false }
}

fn decls(ast: &Ast, list: ast::List<ast::Decl>) -> Vec<(String, Option<bool>)> {
    ast[list].iter().map(|decl| (ast.name(decl.name.symbol).to_string(), decl.init)).collect()
}

fn block(ast: &Ast, list: ast::Block) -> Vec<Stmt> {
    ast[list].iter().map(|&id| statement(ast, &ast[id])).collect()
}

fn statement(ast: &Ast, stmt: &ast::Stmt) -> Stmt {
    let names = |list: ast::List<ast::Name>| ast[list].iter().map(|name| ast.name(name.symbol).to_string()).collect();
    let value = |expr: ast::Expr| expression(ast, expr.root);
    let values = |list: ast::List<ast::Expr>| ast[list].iter().map(|&expr| value(expr)).collect();
    let targets = |list: ast::List<ast::Target>| {
        let targets = ast[list].iter().map(|target| match target {
            ast::Target::Var(name) => Some(ast.name(name.symbol).to_string()),
            ast::Target::Discard => None,
        });
        targets.collect()
    };
    let kind = match stmt.kind {
        StmtKind::Skip => Kind::Skip,
        StmtKind::Implicit => Kind::Implicit,
        StmtKind::Goto(labels) => Kind::Goto(names(labels)),
        StmtKind::Return(results) => Kind::Return(values(results)),
        StmtKind::If(arms, other) => {
            Kind::If(ast[arms].iter().map(|arm| (value(arm.cond), block(ast, arm.body))).collect(), block(ast, other))
        }
        StmtKind::While(cond, body) => Kind::While(value(cond), block(ast, body)),
        StmtKind::Assume(cond) => Kind::Condition("assume", value(cond)),
        StmtKind::Assert(cond) => Kind::Condition("assert", value(cond)),
        StmtKind::AbortIf(cond) => Kind::Condition("abortif", value(cond)),
        StmtKind::Constrain(cond) => Kind::Condition("constrain", value(cond)),
        StmtKind::Enforce(cond) => Kind::Condition("enforce", value(cond)),
        StmtKind::Dead(list) => Kind::Dead(names(list)),
        StmtKind::Print(list) => Kind::Print(values(list)),
        StmtKind::Call(list, callee, args) => {
            Kind::Call(targets(list), ast.name(callee.symbol).to_string(), values(args))
        }
        StmtKind::Assign(list, right, constrain) => Kind::Assign(targets(list), values(right), constrain.map(value)),
        StmtKind::Decl(list) => Kind::Decl(decls(ast, list)),
        // Atomic sections mean nothing to a program of one thread; the other constructs are refused.
        StmtKind::Thread(_) => Kind::Skip,
    };
    Stmt { labels: names(stmt.labels), kind }
}

fn expression(ast: &Ast, id: NodeId) -> Expr {
    let inner = |id| expression(ast, id);
    let name = |symbol| ast.name(symbol).to_string();
    match ast[id] {
        Node::Const(value) => Expr::Leaf(if value { "T" } else { "F" }),
        Node::Choice => Expr::Leaf("*"),
        Node::Var(symbol) => Expr::Var { name: name(symbol), primed: false },
        Node::Primed(symbol) => Expr::Var { name: name(symbol), primed: true },
        Node::Not(a) => not(inner(a)),
        Node::Binary(op, a, b) => Expr::Op(vec!["(", op.symbol(), ")"], vec![inner(a), inner(b)]),
        Node::Schoose(p, n) => Expr::Op(vec!["schoose[", ",", "]"], vec![inner(p), inner(n)]),
        Node::Ternary(c, t, e) => Expr::Op(vec!["(", "?", ":", ")"], vec![inner(c), inner(t), inner(e)]),
    }
}

impl Display for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut globals = String::new();
        if !self.globals.is_empty() {
            statements(&mut globals, &[Kind::Decl(self.globals.clone()).plain()]);
        }
        let [first, last] = if self.globals_last { ["", &globals] } else { [&globals, ""] };
        f.write_str(first)?;
        for Procedure { name, results, params, body } in &self.procedures {
            let mut text = String::new();
            statements(&mut text, body);
            writeln!(f, "bool<{results}> {name}({})\nbegin\n{text}end", params.join(", "))?;
        }
        f.write_str(last)
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Expr::Leaf(text) => f.write_str(text),
            Expr::Var { name, primed } => write!(f, "{}{name}", if *primed { "'" } else { "" }),
            Expr::Op(texts, operands) => {
                for (text, operand) in texts.iter().zip(operands) {
                    write!(f, "{text} {operand} ")?;
                }
                f.write_str(texts[operands.len()])
            }
        }
    }
}

fn statements(out: &mut String, block: &[Stmt]) {
    for stmt in block {
        for label in &stmt.labels {
            put(out, format_args!("{label}: "));
        }
        match &stmt.kind {
            Kind::Implicit => out.push('\n'),
            Kind::If(arms, other) => {
                for (number, (cond, body)) in arms.iter().enumerate() {
                    put(out, format_args!("{} {cond} then\n", if number == 0 { "if" } else { "elsif" }));
                    statements(out, body);
                }
                out.push_str("else\n");
                statements(out, other);
                out.push_str("fi\n");
            }
            Kind::While(cond, body) => {
                put(out, format_args!("while {cond} do\n"));
                statements(out, body);
                out.push_str("od\n");
            }
            simple => put(out, format_args!("{};\n", simple_text(simple))),
        }
    }
}

fn simple_text(kind: &Kind) -> String {
    let targets = |targets: &[Option<String>]| match targets {
        [] => String::new(),
        _ => joined(targets.iter().map(|target| target.as_deref().unwrap_or("_"))) + " := ",
    };
    match kind {
        Kind::Goto(labels) => format!("goto {}", labels.join(", ")),
        Kind::Return(values) => format!("return {}", joined(values)),
        Kind::Condition(word, cond) => format!("{word} {cond}"),
        Kind::Dead(names) => format!("dead {}", names.join(", ")),
        Kind::Print(values) => format!("print({})", joined(values)),
        Kind::Call(list, callee, args) => format!("{}{callee}({})", targets(list), joined(args)),
        Kind::Assign(list, values, None) => targets(list) + &joined(values),
        Kind::Assign(list, values, Some(cond)) => format!("{}{} constrain {cond}", targets(list), joined(values)),
        Kind::Decl(decls) => {
            let value = |init: &Option<bool>| init.map_or("*", |value| if value { "T" } else { "F" });
            format!("decl {}", joined(decls.iter().map(|(name, init)| format!("{name} := {}", value(init)))))
        }
        Kind::Skip | Kind::Implicit | Kind::If(..) | Kind::While(..) => "skip".to_string(),
    }
}

fn joined<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a string takes any text");
}

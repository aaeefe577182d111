//! The normal form of a program: a tree written as text that reads back to the same tree.
//!
//! One statement a line, its labels before it, two spaces a level (up to [`DEEPEST`] levels, so that
//! the output stays linear in the size of the tree). Conditions of `if`, `while`, `assume`, `assert`,
//! `abortif` and `constrain` stand in parentheses, which some dialects demand; other parentheses are
//! those that no dialect can do without (`expression`). An explicit stack takes the place of recursion.

mod expression;

use super::ast::*;
use std::fmt::Write;

/// Deeper blocks are not indented further.
const DEEPEST: usize = 32;

/// The text of a program in normal form. Parsed with the standard ladder it gives the same tree, and
/// no warning about precedence.
pub fn print(ast: &Ast) -> String {
    let mut printer = Printer { ast, out: String::new() };
    let mut globals = ast.globals.iter().peekable();
    for (index, procedure) in ast.procedures.iter().enumerate() {
        while let Some(line) = globals.next_if(|line| line.behind as usize <= index) {
            printer.globals(line);
        }
        printer.procedure(procedure);
    }
    globals.for_each(|line| printer.globals(line));
    printer.out
}

/// What is still to be written, last first.
enum Step<'a> {
    /// The rest of a block.
    Block(&'a [StmtId], usize),
    /// An arm of an `if`, behind its first word and with its body.
    Arm(&'static str, Arm, usize),
    /// A word on a line of its own.
    Word(&'static str, usize),
}

struct Printer<'a> {
    ast: &'a Ast,
    out: String,
}

impl<'a> Printer<'a> {
    fn globals(&mut self, globals: &Globals) {
        if self.out.ends_with("end\n") {
            self.out.push('\n');
        }
        self.out.push_str(if globals.thread_local { "decl thread_local " } else { "decl " });
        self.decls(globals.decls);
        self.out.push_str(";\n");
    }

    fn procedure(&mut self, procedure: &Procedure) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        if procedure.dfs {
            self.out.push_str("dfs ");
        }
        match procedure.results {
            0 => self.out.push_str("void "),
            1 => self.out.push_str("bool "),
            n => self.format(format_args!("bool<{n}> ")),
        }
        self.name(procedure.name);
        self.out.push('(');
        self.names(procedure.params);
        self.out.push_str(")\nbegin\n");
        self.body(procedure.body);
        self.out.push_str("end\n");
    }

    fn body(&mut self, body: Block) {
        let ast = self.ast;
        let mut steps = vec![Step::Block(&ast[body], 1)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Block([], _) => {}
                Step::Block([first, rest @ ..], depth) => {
                    steps.push(Step::Block(rest, depth));
                    self.statement(&ast[*first], depth, &mut steps);
                }
                Step::Arm(word, arm, depth) => {
                    if word == "elsif " {
                        self.indent(depth);
                    }
                    self.guarded(word, arm.cond, " then\n");
                    steps.push(Step::Block(&ast[arm.body], depth + 1));
                }
                Step::Word(word, depth) => {
                    self.indent(depth);
                    self.out.push_str(word);
                    self.out.push('\n');
                }
            }
        }
    }

    fn statement(&mut self, stmt: &Stmt, depth: usize, steps: &mut Vec<Step<'a>>) {
        let ast = self.ast;
        self.indent(depth);
        for (index, &label) in ast[stmt.labels].iter().enumerate() {
            self.out.push_str(if index == 0 { "" } else { " " });
            self.name(label);
            self.out.push(':');
        }
        if !stmt.labels.is_empty() && stmt.kind != StmtKind::Implicit {
            self.out.push(' ');
        }
        match stmt.kind {
            StmtKind::If(arms, other) => {
                steps.push(Step::Word("fi", depth));
                if !other.is_empty() {
                    steps.push(Step::Block(&ast[other], depth + 1));
                    steps.push(Step::Word("else", depth));
                }
                let words = std::iter::once("if ").chain(std::iter::repeat("elsif "));
                let arms = ast[arms].iter().zip(words).map(|(&arm, word)| Step::Arm(word, arm, depth));
                let begin = steps.len();
                steps.extend(arms);
                steps[begin..].reverse();
            }
            StmtKind::While(cond, body) => {
                self.guarded("while ", cond, " do\n");
                steps.push(Step::Word("od", depth));
                steps.push(Step::Block(&ast[body], depth + 1));
            }
            StmtKind::Implicit => self.out.push('\n'),
            ref simple => {
                self.simple(simple);
                self.out.push_str(";\n");
            }
        }
    }

    fn simple(&mut self, kind: &StmtKind) {
        match *kind {
            StmtKind::Skip => self.out.push_str("skip"),
            StmtKind::Goto(labels) => {
                self.out.push_str("goto ");
                self.names(labels);
            }
            StmtKind::Return(values) => {
                self.out.push_str(if values.is_empty() { "return" } else { "return " });
                self.exprs(values);
            }
            StmtKind::Assume(cond) => self.guarded("assume", cond, ""),
            StmtKind::Assert(cond) => self.guarded("assert", cond, ""),
            StmtKind::AbortIf(cond) => self.guarded("abortif ", cond, ""),
            StmtKind::Constrain(cond) => self.guarded("constrain ", cond, ""),
            StmtKind::Dead(names) => {
                self.out.push_str("dead ");
                self.names(names);
            }
            StmtKind::Print(values) => {
                self.out.push_str("print");
                self.args(values);
            }
            StmtKind::Call(targets, callee, args) => {
                self.targets(targets);
                self.call(callee, args);
            }
            StmtKind::Assign(targets, values, constrain) => {
                self.targets(targets);
                self.exprs(values);
                if let Some(cond) = constrain {
                    self.guarded(" constrain ", cond, "");
                }
            }
            StmtKind::Decl(decls) => {
                self.out.push_str("decl ");
                self.decls(decls);
            }
            StmtKind::Enforce(cond) => {
                self.out.push_str("enforce ");
                expression::write(self.ast, cond, &mut self.out);
            }
            StmtKind::Thread(op) => self.thread(op),
            StmtKind::Implicit | StmtKind::If(..) | StmtKind::While(..) => {}
        }
    }

    fn thread(&mut self, op: ThreadOp) {
        self.out.push_str(op.keyword());
        match op {
            ThreadOp::StartGoto(label) => {
                self.out.push_str(" goto ");
                self.name(label);
            }
            ThreadOp::StartCall(callee, args) => {
                self.out.push(' ');
                self.call(callee, args);
            }
            ThreadOp::Sync(event) => {
                self.out.push(' ');
                self.name(event);
            }
            ThreadOp::End | ThreadOp::AtomicBegin | ThreadOp::AtomicEnd | ThreadOp::Wait | ThreadOp::Broadcast => {}
        }
    }

    fn call(&mut self, callee: Name, args: List<Expr>) {
        self.name(callee);
        self.args(args);
    }

    fn args(&mut self, args: List<Expr>) {
        self.out.push('(');
        self.exprs(args);
        self.out.push(')');
    }

    /// `x, _ := `, or nothing.
    fn targets(&mut self, targets: List<Target>) {
        let ast = self.ast;
        self.separated(&ast[targets], |printer, &target| match target {
            Target::Var(name) => printer.name(name),
            Target::Discard => printer.out.push('_'),
        });
        if !targets.is_empty() {
            self.out.push_str(" := ");
        }
    }

    fn decls(&mut self, decls: List<Decl>) {
        let ast = self.ast;
        self.separated(&ast[decls], |printer, decl| {
            printer.name(decl.name);
            printer.out.push_str(match decl.init {
                Some(true) => " := T",
                Some(false) => " := F",
                None => "",
            });
        });
    }

    fn exprs(&mut self, exprs: List<Expr>) {
        let ast = self.ast;
        self.separated(&ast[exprs], |printer, &expr| expression::write(ast, expr, &mut printer.out));
    }

    fn names(&mut self, names: List<Name>) {
        let ast = self.ast;
        self.separated(&ast[names], |printer, &name| printer.name(name));
    }

    fn separated<T>(&mut self, elements: &[T], mut write: impl FnMut(&mut Self, &T)) {
        for (index, element) in elements.iter().enumerate() {
            self.out.push_str(if index == 0 { "" } else { ", " });
            write(self, element);
        }
    }

    /// An expression in parentheses.
    fn guarded(&mut self, before: &str, cond: Expr, behind: &str) {
        self.out.push_str(before);
        self.out.push('(');
        expression::write(self.ast, cond, &mut self.out);
        self.out.push(')');
        self.out.push_str(behind);
    }

    fn name(&mut self, name: Name) {
        self.out.push_str(self.ast.name(name.symbol));
    }

    fn format(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(text);
    }

    fn indent(&mut self, depth: usize) {
        self.out.extend(std::iter::repeat_n("  ", depth.min(DEEPEST)));
    }
}

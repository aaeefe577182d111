//! From procedures over numbers to procedures over bits.
//!
//! A number x is the variables `x_0`, `x_1`, …, the lowest bit first. An assignment becomes one simultaneous assignment, but for the sum of two numbers
//! of which none is a constant: that is a ripple through a local `carry`, an assignment a bit. What is called or summed inside of an expression is put into
//! locals `t1`, `t2`, … before.

mod bit;
mod word;

use super::Size;
use super::language::ast::{Cond, Expr, Op, Procedure, Program, Relation, Stmt};
use crate::generate::listing::{Listing, joined};
use bit::Bit;
use std::collections::HashMap;
use word::{Word, bitwise, compare, constant, digit, next_carry, value, variable};

/// Writes the program over bits.
///
/// # Panics
/// If the program uses what it does not declare, or computes the condition of a loop by statements.
pub(super) fn write(out: &mut Listing, program: &Program, size: &Size) {
    let returning = program.procedures.iter().filter(|procedure| returns(&procedure.body));
    let blast = Blast {
        size,
        consts: size.consts(program),
        returning: returning.map(|procedure| procedure.name.as_str()).collect(),
    };
    for global in &program.globals {
        out.line(format_args!("decl {};", names(global, size.bits)));
    }
    for procedure in &program.procedures {
        blast.procedure(out, program, procedure);
    }
}

/// Whether a procedure has a result.
fn returns(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match stmt {
        Stmt::Return(_) => true,
        Stmt::If(_, yes, no) => returns(yes) || returns(no),
        Stmt::While(_, body) | Stmt::Only(_, body) => returns(body),
        Stmt::Let(..) | Stmt::Set(..) | Stmt::Call(..) | Stmt::Assert(_) | Stmt::Assume(_) => false,
    })
}

/// `x_0, x_1, …`.
fn names(word: &str, bits: u32) -> String {
    joined(", ", variable(word, bits))
}

struct Blast<'a> {
    size: &'a Size,
    consts: HashMap<&'a str, u64>,
    /// The procedures that have a result.
    returning: Vec<&'a str>,
}

/// A statement over bits, or a part of one.
enum Line {
    Plain(String),
    Open(String),
    Between(String),
    Close(String),
}

/// A procedure under way.
struct Body<'b, 'a> {
    blast: &'b Blast<'a>,
    lines: Vec<Line>,
    locals: Vec<String>,
    temporaries: usize,
    carries: bool,
}

impl<'a> Blast<'a> {
    fn procedure(&self, out: &mut Listing, program: &Program, procedure: &Procedure) {
        let bits = self.size.bits;
        let params = joined(", ", procedure.params.iter().map(|param| names(param, bits)));
        let results = if returns(&procedure.body) { format!("bool<{bits}>") } else { "void".into() };
        let mut body = Body { blast: self, lines: Vec::new(), locals: Vec::new(), temporaries: 0, carries: false };
        if procedure.name == "main" {
            for global in &program.globals {
                body.assign(global, &constant(0, bits));
            }
        }
        body.block(&procedure.body);
        out.procedure(format_args!("{results} {}({params})", procedure.name));
        for local in &body.locals {
            out.line(format_args!("decl {};", names(local, bits)));
        }
        if body.carries {
            out.line("decl carry;");
        }
        for line in body.lines {
            match line {
                Line::Plain(text) => out.line(text),
                Line::Open(text) => out.open(text),
                Line::Between(text) => out.between(text),
                Line::Close(text) => out.close(text),
            }
        }
        out.close("end");
    }
}

impl Body<'_, '_> {
    fn line(&mut self, text: String) {
        self.lines.push(Line::Plain(text));
    }

    fn block(&mut self, block: &[Stmt]) {
        block.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let(name, expr) => {
                if !self.locals.contains(name) {
                    self.locals.push(name.clone());
                }
                self.set(name, expr);
            }
            Stmt::Set(name, expr) => self.set(name, expr),
            Stmt::Call(name, args) => {
                let args = self.args(args);
                let bits = self.blast.size.bits;
                let discarded = joined(", ", (0..bits).map(|_| "_"));
                match self.blast.returning.contains(&name.as_str()) {
                    true => self.line(format!("{discarded} := {name}({args});")),
                    false => self.line(format!("{name}({args});")),
                }
            }
            Stmt::If(cond, yes, no) => {
                let cond = self.cond(cond);
                self.lines.push(Line::Open(format!("if ({cond}) then")));
                self.block(yes);
                if !no.is_empty() {
                    self.lines.push(Line::Between("else".into()));
                    self.block(no);
                }
                self.lines.push(Line::Close("fi".into()));
            }
            Stmt::While(cond, body) => {
                let before = self.lines.len();
                let cond = self.cond(cond);
                assert_eq!(self.lines.len(), before, "the condition of a loop is computed anew each time");
                self.lines.push(Line::Open(format!("while ({cond}) do")));
                self.block(body);
                self.lines.push(Line::Close("od".into()));
            }
            Stmt::Assert(cond) => {
                let cond = self.cond(cond);
                self.line(format!("assert({cond});"));
            }
            Stmt::Assume(cond) => {
                let cond = self.cond(cond);
                self.line(format!("assume({cond});"));
            }
            Stmt::Return(expr) => {
                let word = self.word(expr);
                self.line(format!("return {};", joined(", ", word)));
            }
            Stmt::Only(variant, body) if *variant == self.blast.size.variant => self.block(body),
            Stmt::Only(..) => {}
        }
    }

    fn set(&mut self, name: &str, expr: &Expr) {
        match expr {
            Expr::Op(op @ (Op::Add | Op::Sub), a, b) => {
                let (a, b) = (self.operand(a, name), self.operand(b, name));
                self.sum(*op, a, b, name);
            }
            Expr::Call(callee, args) => {
                let args = self.args(args);
                self.line(format!("{} := {callee}({args});", names(name, self.blast.size.bits)));
            }
            _ => {
                let word = self.word(expr);
                self.assign(name, &word);
                if let (Expr::Input, Some(most)) = (expr, self.blast.size.inputs) {
                    let bits = self.blast.size.bits;
                    let bounded = compare(Relation::AtMost, variable(name, bits), constant(most, bits));
                    self.line(format!("assume({bounded});"));
                }
            }
        }
    }

    /// An operand of a sum that goes to `target` digit by digit: of `target` itself it reads a digit only where that is written.
    fn operand(&mut self, expr: &Expr, target: &str) -> Word {
        let word = self.word(expr);
        let is_plain = matches!(expr, Expr::Name(_) | Expr::Number(_));
        if is_plain || !mentions(expr, target) {
            return word;
        }
        self.kept(&word)
    }

    /// The sum or difference of two numbers, in a variable.
    fn sum(&mut self, op: Op, a: Word, b: Word, target: &str) {
        let bits = self.blast.size.bits;
        if value(&a).is_some() || value(&b).is_some() {
            return self.assign(target, &bitwise(op, a, b));
        }
        self.carries = true;
        let mut carry = Bit::Const(false);
        for ((a, b), to) in a.into_iter().zip(b).zip(variable(target, bits)) {
            let (sum, next) = (digit(a.clone(), b.clone(), carry.clone()), next_carry(op, a, b, carry));
            self.line(format!("{to}, carry := {sum}, {next};"));
            carry = Bit::Var("carry".into());
        }
    }

    fn assign(&mut self, name: &str, word: &[Bit]) {
        self.line(format!("{} := {};", names(name, self.blast.size.bits), joined(", ", word)));
    }

    fn args(&mut self, args: &[Expr]) -> String {
        let words: Vec<Word> = args.iter().map(|arg| self.word(arg)).collect();
        joined(", ", words.into_iter().flatten())
    }

    fn cond(&mut self, cond: &Cond) -> Bit {
        match cond {
            Cond::Compare(relation, a, b) => {
                let (a, b) = (self.word(a), self.word(b));
                compare(*relation, a, b)
            }
            Cond::Free => Bit::Var("*".into()),
            Cond::Odd(expr) => self.word(expr).swap_remove(0),
            Cond::Not(cond) => self.cond(cond).not(),
            Cond::Both(a, b) => {
                let (a, b) = (self.cond(a), self.cond(b));
                a.and(b)
            }
            Cond::Either(a, b) => {
                let (a, b) = (self.cond(a), self.cond(b));
                a.or(b)
            }
        }
    }

    /// The bits of a number; what takes statements to compute is put into a local before.
    fn word(&mut self, expr: &Expr) -> Word {
        let bits = self.blast.size.bits;
        match expr {
            Expr::Number(number) => constant(*number, bits),
            Expr::Name(name) => match self.blast.consts.get(name.as_str()) {
                Some(number) => constant(*number, bits),
                None => variable(name, bits),
            },
            Expr::Any | Expr::Input => vec![Bit::Var("*".into()); bits as usize],
            Expr::Call(..) => {
                let temporary = self.temporary();
                self.set(&temporary, expr);
                variable(&temporary, bits)
            }
            Expr::Op(op, a, b) => {
                let (a, b) = (self.word(a), self.word(b));
                let is_short = |word: &Word| word.iter().all(|bit| matches!(bit, Bit::Const(_) | Bit::Var(_)));
                match op {
                    Op::Add | Op::Sub if value(&a).is_none() && value(&b).is_none() => {
                        let temporary = self.temporary();
                        self.sum(*op, a, b, &temporary);
                        variable(&temporary, bits)
                    }
                    Op::Add | Op::Sub => {
                        let [a, b] = [a, b].map(|word| if is_short(&word) { word } else { self.kept(&word) });
                        bitwise(*op, a, b)
                    }
                    _ => bitwise(*op, a, b),
                }
            }
        }
    }

    /// A number, put into a local.
    fn kept(&mut self, word: &[Bit]) -> Word {
        let temporary = self.temporary();
        self.assign(&temporary, word);
        variable(&temporary, self.blast.size.bits)
    }

    fn temporary(&mut self) -> String {
        self.temporaries += 1;
        let name = format!("t{}", self.temporaries);
        self.locals.push(name.clone());
        name
    }
}

/// Whether a variable occurs in an expression.
fn mentions(expr: &Expr, name: &str) -> bool {
    match expr {
        Expr::Name(other) => other == name,
        Expr::Number(_) | Expr::Any | Expr::Input => false,
        Expr::Call(_, args) => args.iter().any(|arg| mentions(arg, name)),
        Expr::Op(_, a, b) => mentions(a, name) || mentions(b, name),
    }
}

//! Runs programs over numbers on numbers.

use bpcheck::generate::words::Size;
use bpcheck::generate::words::language::ast::{Cond, Expr, Op, Procedure, Program, Relation, Stmt};
use std::collections::HashMap;

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Done,
    Violated,
    Blocked,
    /// Never: it calls deeper than any that ends.
    Endless,
}

/// Why a run is given up.
enum Stop {
    Ended(Outcome),
    /// It wants one more number than were chosen, at most this one.
    Wants(u64),
}

pub struct Interpreter<'a> {
    program: &'a Program,
    size: &'a Size,
    consts: HashMap<&'a str, u64>,
    depth: usize,
    globals: HashMap<&'a str, u64>,
    chosen: Vec<u64>,
    used: usize,
}

type Locals<'a> = HashMap<&'a str, u64>;

impl<'a> Interpreter<'a> {
    pub fn new(program: &'a Program, size: &'a Size, depth: usize) -> Interpreter<'a> {
        let (consts, globals) = (size.consts(program), HashMap::new());
        Interpreter { program, size, consts, depth, globals, chosen: Vec::new(), used: 0 }
    }

    /// All that a run can choose, with how it ends.
    pub fn all(mut self) -> impl Iterator<Item = (Vec<u64>, Outcome)> {
        let mut open = vec![Vec::new()];
        std::iter::from_fn(move || {
            loop {
                let chosen = open.pop()?;
                match self.run(chosen.clone()) {
                    Ok(()) => return Some((chosen, Outcome::Done)),
                    Err(Stop::Ended(outcome)) => return Some((chosen, outcome)),
                    Err(Stop::Wants(most)) => {
                        open.extend((0..=most).map(|next| [chosen.as_slice(), &[next]].concat()));
                    }
                }
            }
        })
    }

    fn run(&mut self, chosen: Vec<u64>) -> Result<(), Stop> {
        (self.chosen, self.used) = (chosen, 0);
        self.globals = self.program.globals.iter().map(|global| (global.as_str(), 0)).collect();
        self.call("main", Vec::new(), 1).map(drop)
    }

    fn call(&mut self, name: &str, args: Vec<u64>, depth: usize) -> Result<u64, Stop> {
        if depth > self.depth {
            return Err(Stop::Ended(Outcome::Endless));
        }
        let program = self.program;
        let Procedure { params, body, .. } =
            program.procedures.iter().find(|procedure| procedure.name == name).expect("a procedure");
        assert_eq!(params.len(), args.len(), "{name}");
        let mut locals: Locals<'a> = params.iter().map(String::as_str).zip(args).collect();
        Ok(self.block(body, &mut locals, depth)?.unwrap_or(0))
    }

    fn block(&mut self, block: &'a [Stmt], locals: &mut Locals<'a>, depth: usize) -> Result<Option<u64>, Stop> {
        for stmt in block {
            let returned = match stmt {
                Stmt::Let(name, expr) => {
                    let value = self.expr(expr, locals, depth)?;
                    locals.insert(name, value);
                    None
                }
                Stmt::Set(name, expr) => {
                    let value = self.expr(expr, locals, depth)?;
                    let scope = if locals.contains_key(name.as_str()) { &mut *locals } else { &mut self.globals };
                    *scope.get_mut(name.as_str()).expect("a variable") = value;
                    None
                }
                Stmt::Call(name, args) => {
                    let args = self.args(args, locals, depth)?;
                    self.call(name, args, depth + 1)?;
                    None
                }
                Stmt::If(cond, yes, no) => {
                    let way = if self.cond(cond, locals, depth)? { yes } else { no };
                    self.block(way, locals, depth)?
                }
                Stmt::While(cond, body) => loop {
                    if !self.cond(cond, locals, depth)? {
                        break None;
                    }
                    let returned = self.block(body, locals, depth)?;
                    if returned.is_some() {
                        break returned;
                    }
                },
                Stmt::Only(variant, body) if *variant == self.size.variant => self.block(body, locals, depth)?,
                Stmt::Only(..) => None,
                Stmt::Assert(cond) if self.cond(cond, locals, depth)? => None,
                Stmt::Assert(_) => return Err(Stop::Ended(Outcome::Violated)),
                Stmt::Assume(cond) if self.cond(cond, locals, depth)? => None,
                Stmt::Assume(_) => return Err(Stop::Ended(Outcome::Blocked)),
                Stmt::Return(expr) => Some(self.expr(expr, locals, depth)?),
            };
            if returned.is_some() {
                return Ok(returned);
            }
        }
        Ok(None)
    }

    fn args(&mut self, args: &'a [Expr], locals: &mut Locals<'a>, depth: usize) -> Result<Vec<u64>, Stop> {
        args.iter().map(|arg| self.expr(arg, locals, depth)).collect()
    }

    fn expr(&mut self, expr: &'a Expr, locals: &mut Locals<'a>, depth: usize) -> Result<u64, Stop> {
        let max = self.size.max();
        Ok(match expr {
            Expr::Number(number) => number & max,
            Expr::Name(name) => {
                let known = locals.get(name.as_str()).or_else(|| self.globals.get(name.as_str()));
                *known.or_else(|| self.consts.get(name.as_str())).unwrap_or_else(|| panic!("what is {name}?"))
            }
            Expr::Any => self.choose(max)?,
            Expr::Input => {
                let number = self.choose(max)?;
                if self.size.inputs.is_some_and(|most| number > most) {
                    return Err(Stop::Ended(Outcome::Blocked));
                }
                number
            }
            Expr::Call(name, args) => {
                let args = self.args(args, locals, depth)?;
                self.call(name, args, depth + 1)?
            }
            Expr::Op(op, a, b) => {
                let (a, b) = (self.expr(a, locals, depth)?, self.expr(b, locals, depth)?);
                max & match op {
                    Op::Add => a.wrapping_add(b),
                    Op::Sub => a.wrapping_sub(b),
                    Op::And => a & b,
                    Op::Or => a | b,
                    Op::Xor => a ^ b,
                    Op::ShiftUp => a << b,
                    Op::ShiftDown => a >> b,
                }
            }
        })
    }

    fn choose(&mut self, most: u64) -> Result<u64, Stop> {
        self.used += 1;
        self.chosen.get(self.used - 1).copied().ok_or(Stop::Wants(most))
    }

    fn cond(&mut self, cond: &'a Cond, locals: &mut Locals<'a>, depth: usize) -> Result<bool, Stop> {
        Ok(match cond {
            Cond::Compare(relation, a, b) => {
                let (a, b) = (self.expr(a, locals, depth)?, self.expr(b, locals, depth)?);
                match relation {
                    Relation::Equal => a == b,
                    Relation::Differs => a != b,
                    Relation::Less => a < b,
                    Relation::AtMost => a <= b,
                    Relation::Greater => a > b,
                    Relation::AtLeast => a >= b,
                }
            }
            Cond::Free => self.choose(1)? == 1,
            Cond::Odd(expr) => self.expr(expr, locals, depth)? % 2 == 1,
            Cond::Not(cond) => !self.cond(cond, locals, depth)?,
            Cond::Both(a, b) => {
                let (a, b) = (self.cond(a, locals, depth)?, self.cond(b, locals, depth)?);
                a && b
            }
            Cond::Either(a, b) => {
                let (a, b) = (self.cond(a, locals, depth)?, self.cond(b, locals, depth)?);
                a || b
            }
        })
    }
}

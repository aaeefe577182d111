//! Which procedures are on the stack below an activation.

use super::super::expression::{BinaryOp, Expr};
use super::super::model::*;
use super::super::write::{Moved, Writer, several};
use crate::lang::pool::Symbol;

/// Parameters by which callers say which of some procedures are below.
pub(super) struct Registers<'a> {
    /// The procedures that are asked for.
    stack: &'a [ProcId],
    /// For each procedure whether it has registers: whatever calls one that has them has them, too.
    within: Vec<bool>,
    names: Vec<Symbol>,
}

impl<'a> Registers<'a> {
    /// Registers of all procedures from which calls lead to one that asks.
    pub fn new(program: &Program, made: &mut Program, stack: &'a [ProcId], asks: &[bool]) -> Registers<'a> {
        let mut callers = vec![Vec::new(); program.procedures.len()];
        for place in program.procedure_ids().flat_map(|id| program.places(id)) {
            if let Kind::Call { callee, .. } = program[place].kind {
                callers[callee.index()].push(place.procedure.index());
            }
        }
        let mut within = asks.to_vec();
        let mut open: Vec<usize> = (0..within.len()).filter(|&index| within[index]).collect();
        while let Some(procedure) = open.pop() {
            for &caller in &callers[procedure] {
                if !std::mem::replace(&mut within[caller], true) {
                    open.push(caller);
                }
            }
        }
        let names = if within.contains(&true) { several(made, "below", stack.len()) } else { Vec::new() };
        Registers { stack, within, names }
    }

    /// How many a procedure has.
    pub fn count(&self, procedure: ProcId) -> usize {
        if self.within[procedure.index()] { self.stack.len() } else { 0 }
    }

    /// Where the variables of a procedure are, which are the same ones in `program`.
    pub fn moved(&self, program: &Program, procedure: ProcId) -> Moved {
        Moved { params: program[procedure].params, by: self.count(procedure) }
    }

    /// Declares those of a procedure, whose statements are written.
    pub fn declare(&self, program: &Program, made: &mut Program, procedure: ProcId) {
        self.moved(program, procedure).declare(made, procedure, &self.names);
    }

    /// What a procedure hands over to one that has registers: those that it has, with itself.
    pub fn handed(&self, writer: &mut Writer<'_>, program: &Program, caller: ProcId) -> Vec<Expr> {
        let own = self.moved(program, caller).added();
        let handed = self.stack.iter().zip(own).map(|(&asked, below)| match asked == caller {
            true => writer.constant(true),
            false => writer.variable(below),
        });
        handed.collect()
    }

    /// Whether these procedures are below an activation of this one, and these others are not.
    pub fn are(
        &self,
        writer: &mut Writer<'_>,
        program: &Program,
        procedure: ProcId,
        wanted: &[(usize, bool)],
    ) -> Option<Expr> {
        let Moved { params, .. } = self.moved(program, procedure);
        let mut all: Option<Expr> = None;
        for &(number, is_wanted) in wanted {
            let is = writer.is(Var::local(params + number), is_wanted);
            all = Some(all.map_or(is, |all| writer.binary(BinaryOp::And, all, is)));
        }
        all
    }
}

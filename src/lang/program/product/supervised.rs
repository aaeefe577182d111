//! A program with a supervisor that looks on.
//!
//! Its state is in globals, one for each state but the first, named like it. Before a statement where it can do something stand up to three others:
//! a branch to the call of the alarm, that call, and the step to its next state.

use super::super::expression::{BinaryOp, Expr};
use super::super::model::*;
use super::super::write::{Writer, statement, unused};
use super::automaton::with;
use super::insert::{Between, Inserting};
use super::registers::Registers;
use super::{Kept, Part, Position, Product, Role, Rule, Supervisor};
use crate::lang::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The program with the supervisor.
pub(super) fn supervised(program: &Program, entry: ProcId, supervisor: &Supervisor<'_>) -> Product {
    let count = program.procedures.len();
    let [alarm, violated, begin] = [count, count + 1, count + 2].map(ProcId::from_index);
    let mut inserting = Inserting::new(program, violated);
    let states = declared(&mut inserting.made, supervisor.states);
    let asks = |place: Place| (supervisor.rules)(Position::At(place)).iter().any(|rule| !rule.below.is_empty());
    let asks: Vec<bool> =
        program.procedure_ids().map(|id| !supervisor.stack.is_empty() && program.places(id).any(asks)).collect();
    let registers = Registers::new(program, &mut inserting.made, supervisor.stack, &asks);
    let mut supervising = Supervising { program, supervisor, states, registers: &registers, alarm };
    let mut roles = Vec::with_capacity(count + 3);
    for procedure in program.procedure_ids() {
        roles.push(inserting.procedure(procedure, &mut supervising));
        registers.declare(program, &mut inserting.made, procedure);
    }
    inserting.alarm("monitor_error");
    roles.push(Vec::new());
    roles.push(inserting.over("violated", None, |inserting, span| {
        supervising.look(inserting, Position::Violated, None, span);
        // Nobody returns from there: that would be another position.
        let never = Writer { program: &mut inserting.made, span }.constant(false);
        inserting.push(statement(Kind::Assume(never), inserting.here() + 1), span, Role::Between);
    }));
    let below = vec![false; registers.count(entry)];
    let first = inserting.begin(entry, program[entry].params, &below);
    roles.push(inserting.over("begin", Some(first), |inserting, span| {
        supervising.look(inserting, Position::Over, None, span);
    }));
    let kept = program.procedure_ids().map(|id| {
        let (first, by) = (program[id].params, registers.count(id));
        Kept { count: program[id].locals.len(), registers: first..first + by }
    });
    let kept = kept.collect();
    Product { program: inserting.made, entry: begin, violated, alarm, roles, kept }
}

/// A global for each state but the first. It is no in the beginning.
fn declared(made: &mut Program, states: &[&str]) -> Vec<Option<Var>> {
    let variable = |(number, name): (usize, &&str)| {
        (number > 0).then(|| {
            let name = unused(made, name);
            made.globals.push(Variable { name, span: Span::new(0, 0), init: Some(false) });
            Var::global(made.globals.len() - 1)
        })
    };
    states.iter().enumerate().map(variable).collect()
}

/// What is put between statements.
struct Supervising<'a, 's> {
    /// The program as it was.
    program: &'a Program,
    supervisor: &'a Supervisor<'s>,
    /// For each state the global that says that it is this.
    states: Vec<Option<Var>>,
    registers: &'a Registers<'a>,
    alarm: ProcId,
}

impl Between for Supervising<'_, '_> {
    fn before(&mut self, inserting: &mut Inserting, place: Place, _: Kind, span: Span) {
        self.look(inserting, Position::At(place), Some(place), span);
    }

    fn itself(&mut self, made: &mut Program, place: Place, statement: Statement, span: Span) -> Statement {
        let moved = self.registers.moved(self.program, place.procedure);
        let mut writer = Writer { program: made, span };
        let kind = match moved.kind(&mut writer, statement.kind) {
            Kind::Call { callee, args, targets } if self.registers.count(callee) > 0 => {
                let mut args = writer.program[args].to_vec();
                args.extend(self.registers.handed(&mut writer, self.program, place.procedure));
                Kind::Call { callee, args: writer.list(args), targets }
            }
            kind => kind,
        };
        Statement { kind, ..statement }
    }
}

impl Supervising<'_, '_> {
    /// What it does at a position: one of the program, or of a run that is over.
    fn look(&self, inserting: &mut Inserting, position: Position, place: Option<Place>, span: Span) {
        let mut rules = (self.supervisor.rules)(position);
        rules.retain(|rule| place.is_some() || rule.below.iter().all(|&(_, is_wanted)| !is_wanted));
        rules.sort_by_key(|rule| rule.from);
        if rules.is_empty() {
            return;
        }
        // From which states it comes to each, and to an error; where a rule can be followed it may stay, too.
        let mut sources: BTreeMap<Option<usize>, BTreeSet<usize>> = BTreeMap::new();
        for rule in &rules {
            sources.entry(rule.to).or_default().extend([Some(rule.from), rule.to].into_iter().flatten());
            sources.entry(Some(rule.from)).or_default().insert(rule.from);
        }
        let here = inserting.here();
        let mut writer = Writer { program: &mut inserting.made, span };
        let looking = Looking { supervising: self, rules: &rules, place };
        if let Some(sources) = sources.remove(&None) {
            let cond = looking.comes_to(&mut writer, None, &sources);
            let role = Role::Errs(place.map_or(Point::ENTRY, |place| place.point));
            let branch = statement(Kind::Branch { cond, yes: Point(here + 1) }, here + 2);
            inserting.push(branch, span, Role::Between);
            inserting.call(self.alarm, here + 2, span, role);
        }
        let mut writer = Writer { program: &mut inserting.made, span };
        let (mut targets, mut values) = (Vec::new(), Vec::new());
        for (state, sources) in sources {
            if let Some(variable) = state.and_then(|state| self.states[state]) {
                targets.push(Some(variable));
                values.push(looking.comes_to(&mut writer, state, &sources));
            }
        }
        if !targets.is_empty() {
            let (targets, values) = (writer.targets(targets), writer.list(values));
            let step = Kind::Assign { targets, values, constrain: None };
            inserting.push(statement(step, inserting.here() + 1), span, Role::Between);
        }
    }
}

/// The rules at a position, in the order of their states.
struct Looking<'l, 'a, 's> {
    supervising: &'l Supervising<'a, 's>,
    rules: &'l [Rule<'s>],
    place: Option<Place>,
}

impl Looking<'_, '_, '_> {
    /// Whether it comes from one of these states to a state, or to an error if that is `None`.
    fn comes_to(&self, writer: &mut Writer<'_>, state: Option<usize>, sources: &BTreeSet<usize>) -> Expr {
        let mut any: Option<Expr> = None;
        for &from in sources {
            let first = self.rules.partition_point(|rule| rule.from < from);
            let rules = &self.rules[first..self.rules.partition_point(|rule| rule.from <= from)];
            let is_there = self.is_in(writer, from);
            let goes = self.goes(writer, rules, from, state);
            let both = match is_there {
                Some(is_there) => writer.binary(BinaryOp::And, is_there, goes),
                None => goes,
            };
            any = Some(with(writer, BinaryOp::Or, any, both));
        }
        any.unwrap_or_else(|| writer.constant(false))
    }

    /// Whether it is in a state; nothing if there is only that one.
    fn is_in(&self, writer: &mut Writer<'_>, state: usize) -> Option<Expr> {
        if let Some(variable) = self.supervising.states[state] {
            return Some(writer.variable(variable));
        }
        let mut all = None;
        for &variable in self.supervising.states.iter().flatten() {
            let is = writer.is(variable, false);
            all = Some(with(writer, BinaryOp::And, all, is));
        }
        all
    }

    /// Whether these rules of one state, the first that can be followed, lead to another one, or to an error.
    fn goes(&self, writer: &mut Writer<'_>, rules: &[Rule<'_>], from: usize, to: Option<usize>) -> Expr {
        let mut tried = Vec::new();
        let mut last = None;
        for rule in rules {
            match self.condition(writer, rule) {
                Some(condition) => tried.push((condition, writer.constant(rule.to == to))),
                None => {
                    last = Some(rule.to == to);
                    break;
                }
            }
        }
        let last = writer.constant(last.unwrap_or(Some(from) == to));
        tried.into_iter().rev().fold(last, |other, (condition, then)| writer.ternary(condition, then, other))
    }

    /// When a rule can be followed; nothing if always.
    fn condition(&self, writer: &mut Writer<'_>, rule: &Rule<'_>) -> Option<Expr> {
        let Supervising { program, registers, .. } = *self.supervising;
        let below = self.place.and_then(|place| registers.are(writer, program, place.procedure, rule.below));
        let mut operands: Vec<Expr> = Vec::new();
        for &part in &rule.when {
            let operator = match part {
                Part::Expr(of, expr) => {
                    let moved = self.place.map(|place| registers.moved(program, place.procedure));
                    operands.push(writer.quoted(of, expr, |var| moved.map_or(var, |moved| moved.variable(var))));
                    continue;
                }
                Part::Not => {
                    let operand = operands.pop()?;
                    operands.push(writer.not(operand));
                    continue;
                }
                Part::And => BinaryOp::And,
                Part::Or => BinaryOp::Or,
                Part::Xor => BinaryOp::Xor,
                Part::Implies => BinaryOp::Implies,
                Part::Iff => BinaryOp::Iff,
            };
            let (right, left) = (operands.pop()?, operands.pop()?);
            operands.push(writer.binary(operator, left, right));
        }
        match (below, operands.pop()) {
            (Some(below), Some(holds)) => Some(writer.binary(BinaryOp::And, below, holds)),
            (below, holds) => below.or(holds),
        }
    }
}

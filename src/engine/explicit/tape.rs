//! Transfers made ready to be evaluated: a formula's cone as a list of conjunctions.

use super::ternary::Value;
use crate::logic::formula::{Formula, Formulas, Node};
use crate::pds::{RuleId, Slot, SymbolicPds, Transfer};
use std::rc::Rc;

/// Where a row of bits holds the slots: globals, then locals, then results.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) globals: usize,
    pub(super) locals: usize,
}

impl Layout {
    pub(super) fn index(self, slot: Slot) -> usize {
        match slot {
            Slot::Global(index) => index,
            Slot::Local(index) => self.globals + index,
            Slot::Result(index) => self.globals + self.locals + index,
            Slot::Choice(index) => index,
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Op {
    False,
    State(usize),
    Choice(usize),
    And(Operand, Operand),
}

/// A value on the tape, perhaps negated.
#[derive(Clone, Copy, Debug)]
struct Operand {
    at: usize,
    negated: bool,
}

/// A transfer over rows of bits.
#[derive(Clone, Debug)]
pub(super) struct Tape {
    ops: Vec<Op>,
    guard: Operand,
    updates: Vec<(Slot, Operand)>,
    /// The choices that occur, in order.
    pub(super) choices: Rc<[usize]>,
}

impl Tape {
    pub(super) fn new(formulas: &Formulas, transfer: &Transfer, layout: Layout) -> Tape {
        let roots = || transfer.updates.iter().map(|&(_, f)| f).chain([transfer.guard]);
        let cone = formulas.cone(roots());
        let operand = |f: Formula| {
            let at = cone.binary_search(&f.node()).unwrap_or_default();
            Operand { at, negated: f.is_negated() }
        };
        let ops = cone.iter().map(|&node| match formulas.node(node) {
            Node::False => Op::False,
            Node::Input(input) => match Slot::of(input) {
                Slot::Choice(index) => Op::Choice(index),
                slot => Op::State(layout.index(slot)),
            },
            Node::And(a, b) => Op::And(operand(a), operand(b)),
        });
        let choices = formulas.support(roots()).into_iter().filter_map(|input| match Slot::of(input) {
            Slot::Choice(index) => Some(index),
            _ => None,
        });
        Tape {
            ops: ops.collect(),
            guard: operand(transfer.guard),
            updates: transfer.updates.iter().map(|&(slot, f)| (slot, operand(f))).collect(),
            choices: choices.collect(),
        }
    }

    /// How many nodes are below its formulas.
    pub(super) fn nodes(&self) -> usize {
        self.ops.len()
    }

    /// The guard for a state and choices. `values` is room for what else comes out.
    pub(super) fn guard<V: Value>(
        &self,
        state: impl Fn(usize) -> V,
        choice: impl Fn(usize) -> V,
        values: &mut Vec<V>,
    ) -> V {
        values.clear();
        for &op in &self.ops {
            let value = match op {
                Op::False => V::known(false),
                Op::State(index) => state(index),
                Op::Choice(index) => choice(index),
                Op::And(a, b) => value(values, a).and(value(values, b)),
            };
            values.push(value);
        }
        value(values, self.guard)
    }

    /// The updates that go with a guard.
    pub(super) fn updates<'v, V: Value>(&'v self, values: &'v [V]) -> impl Iterator<Item = (Slot, V)> + 'v {
        self.updates.iter().map(move |&(slot, operand)| (slot, value(values, operand)))
    }
}

fn value<V: Value>(values: &[V], operand: Operand) -> V {
    values[operand.at].negated(operand.negated)
}

/// The tapes of a system's rules, each made when it is first used.
pub(super) struct Tapes<'p> {
    pds: &'p SymbolicPds,
    layouts: Vec<Layout>,
    tapes: Vec<Option<Tape>>,
}

impl<'p> Tapes<'p> {
    /// No tape yet.
    pub(super) fn new(pds: &'p SymbolicPds) -> Tapes<'p> {
        let globals = pds.globals.len();
        let layouts = pds.procedures.iter().map(|procedure| Layout { globals, locals: procedure.init.len() });
        Tapes { pds, layouts: layouts.collect(), tapes: vec![None; pds.rules().len()] }
    }

    /// How rows are laid out in the procedure of a rule, and the tape of the rule.
    pub(super) fn of(&mut self, rule: RuleId) -> (Layout, &Tape) {
        let pds = self.pds;
        let layout = self.layouts[pds.procedure_of(pds.rule(rule).from).index()];
        let new = || Tape::new(&pds.formulas, &pds.rule(rule).transfer, layout);
        (layout, self.tapes[rule.index()].get_or_insert_with(new))
    }
}

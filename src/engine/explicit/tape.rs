//! Transfers made ready to be evaluated: a formula's cone as a list of conjunctions.

use crate::lang::program::semantics::{Bits, BitsRef};
use crate::logic::formula::{Formula, Formulas, Node};
use crate::pds::{Slot, Transfer};

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
    pub(super) choices: Vec<usize>,
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

    /// The updates for a state and choices, if the guard holds: `values` is scratch space.
    pub(super) fn run<'v>(
        &'v self,
        state: &BitsRef,
        choices: &Bits,
        values: &'v mut Vec<bool>,
    ) -> Option<impl Iterator<Item = (Slot, bool)> + 'v> {
        values.clear();
        for &op in &self.ops {
            let value = match op {
                Op::False => false,
                Op::State(index) => state[index],
                Op::Choice(index) => choices[index],
                Op::And(a, b) => (values[a.at] != a.negated) & (values[b.at] != b.negated),
            };
            values.push(value);
        }
        let value = |operand: Operand| values[operand.at] != operand.negated;
        value(self.guard).then(|| self.updates.iter().map(move |&(slot, operand)| (slot, value(operand))))
    }
}

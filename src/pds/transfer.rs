//! What a rule does to the data.

use crate::lang::program::{Var, VarScope};
use crate::logic::formula::{Formula, Input};

/// What an input of a transfer stands for, and what it can update.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slot {
    /// A global.
    Global(usize),
    /// A parameter or local of the activation on top.
    Local(usize),
    /// A result register: alive between a return and the store behind it.
    Result(usize),
    /// A choice of the step; never updated.
    Choice(usize),
}

impl Slot {
    /// The input of formulas that stands for it.
    pub(crate) fn input(self) -> Input {
        let (tag, index) = match self {
            Slot::Global(index) => (0, index),
            Slot::Local(index) => (1, index),
            Slot::Result(index) => (2, index),
            Slot::Choice(index) => (3, index),
        };
        debug_assert!(index < 1 << 30);
        Input(tag << 30 | index as u32)
    }

    /// The inverse of [`Slot::input`].
    pub fn of(input: Input) -> Slot {
        let index = (input.0 & ((1 << 30) - 1)) as usize;
        match input.0 >> 30 {
            0 => Slot::Global(index),
            1 => Slot::Local(index),
            2 => Slot::Result(index),
            _ => Slot::Choice(index),
        }
    }
}

impl From<Var> for Slot {
    fn from(var: Var) -> Slot {
        match var.scope() {
            VarScope::Global(index) => Slot::Global(index),
            VarScope::Local(index) => Slot::Local(index),
        }
    }
}

/// A step as a function of the state before it and of choices: it happens if `guard` holds; what
/// `updates` does not name keeps its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Over the state before and choices.
    pub guard: Formula,
    /// New values, over the state before and choices; sorted by slot, no slot twice.
    pub updates: Box<[(Slot, Formula)]>,
    /// How many choices the step has; not each need occur in a formula.
    pub(crate) choices: u32,
}

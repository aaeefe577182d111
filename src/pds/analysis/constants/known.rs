//! What is known of a state and of choices, and what formulas are worth then: true, false, or nobody knows.

use super::Values;
use crate::logic::fold::{Algebra, Memo};
use crate::logic::formula::{Formula, Formulas, Input, Node};
use crate::pds::Slot;
use crate::pds::analysis::slots::{SlotSet, SlotSets, Supports};
use rustc_hash::FxHashMap;

/// What is known of one state, and of the choices of a rule: values, and which slots and choices have one only.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) values: Values,
    /// The slots with one value only.
    fixed: SlotSet,
    /// Choices that have a certain value.
    choices: FxHashMap<usize, bool>,
}

/// Evaluates formulas.
#[derive(Clone, Debug, Default)]
pub(super) struct Judge {
    memo: Memo<Option<bool>>,
    conjuncts: Vec<Formula>,
}

impl Judge {
    /// What is known behind a guard; `None` if it cannot hold.
    pub(super) fn behind(
        &mut self,
        formulas: &Formulas,
        sets: &mut SlotSets,
        supports: &Supports,
        values: Values,
        guard: Formula,
    ) -> Option<Known> {
        self.memo.forget();
        let mut known = Known { values, fixed: values.fixed(sets), choices: FxHashMap::default() };
        if guard == Formula::TRUE {
            return Some(known);
        }
        if self.value(formulas, sets, supports, &known, guard) == Some(false) {
            return None;
        }
        self.memo.forget();
        self.conjuncts.push(guard);
        while let Some(conjunct) = self.conjuncts.pop() {
            match (formulas.node(conjunct.node()), !conjunct.is_negated()) {
                (Node::And(a, b), true) => self.conjuncts.extend([a, b]),
                (Node::Input(input), holds) if !known.learn(sets, Slot::of(input), holds) => {
                    self.conjuncts.clear();
                    return None;
                }
                _ => {}
            }
        }
        known.fixed = known.values.fixed(sets);
        Some(known)
    }

    /// The value of a formula, if it is the same for all that is not known.
    pub(super) fn value(
        &mut self,
        formulas: &Formulas,
        sets: &SlotSets,
        supports: &Supports,
        known: &Known,
        formula: Formula,
    ) -> Option<bool> {
        match formula {
            Formula::FALSE | Formula::TRUE => Some(formula == Formula::TRUE),
            _ if known.choices.is_empty() && !sets.meet(supports.of(formula), known.fixed) => None,
            _ => self.memo.value(&mut Trial { formulas, sets, known }, formula),
        }
    }
}

impl Known {
    /// A slot has this value; false if it is known to have the other one.
    fn learn(&mut self, sets: &mut SlotSets, slot: Slot, value: bool) -> bool {
        if let Slot::Choice(index) = slot {
            return *self.choices.entry(index).or_insert(value) == value;
        }
        if self.values.of(sets, slot) == Some(!value) {
            return false;
        }
        let one = sets.singleton(slot);
        let impossible = if value { &mut self.values.zeros } else { &mut self.values.ones };
        *impossible = sets.difference(*impossible, one);
        true
    }
}

struct Trial<'a> {
    formulas: &'a Formulas,
    sets: &'a SlotSets,
    known: &'a Known,
}

impl Algebra for Trial<'_> {
    type Value = Option<bool>;

    fn formulas(&self) -> &Formulas {
        self.formulas
    }

    fn falsity(&self) -> Option<bool> {
        Some(false)
    }

    fn input(&mut self, input: Input) -> Option<bool> {
        match Slot::of(input) {
            Slot::Choice(index) => self.known.choices.get(&index).copied(),
            slot => self.known.values.of(self.sets, slot),
        }
    }

    fn and(&mut self, a: Option<bool>, b: Option<bool>) -> Option<bool> {
        match (a, b) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        }
    }

    fn not(&self, a: Option<bool>) -> Option<bool> {
        a.map(|a| !a)
    }
}

//! Filling the constants in: where a rule reads a slot that has one value only, it reads that value.

use super::Constants;
use crate::lang::cfg::LocId;
use crate::logic::fold::{Memo, Substitution};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::pds::passes::slots::Supports;
use crate::pds::{Slot, SymbolicPds};

/// Replaces constants in guards and updates; a guard is false where no run comes. How many rules read less than before.
///
/// Every run of the given system is one of the new one, with the same rules and choices, and the other way round.
pub(in super::super) fn apply(pds: &mut SymbolicPds, constants: &Constants) -> usize {
    let mut sets = constants.sets.clone();
    let supports = Supports::new(&pds.formulas, &mut sets);
    let SymbolicPds { formulas, rules, .. } = pds;
    let mut memo = Memo::default();
    let mut simpler = 0;
    for rules in rules.chunk_by_mut(|a, b| a.from == b.from) {
        let from: LocId = rules[0].from;
        let Some(values) = constants.at[from.index()] else {
            rules.iter_mut().for_each(|rule| rule.transfer.guard = Formula::FALSE);
            simpler += rules.len();
            continue;
        };
        memo.forget();
        let fixed = values.fixed(&mut sets);
        for rule in rules {
            let mut changed = false;
            let updates = rule.transfer.updates.iter_mut().map(|(_, value)| value);
            for formula in updates.chain([&mut rule.transfer.guard]) {
                if sets.meet(supports.of(*formula), fixed) {
                    let by = |formulas: &mut Formulas, input: Input| match constants.value(from, Slot::of(input)) {
                        Some(value) => Formula::constant(value),
                        None => formulas.input(input),
                    };
                    *formula = memo.value(&mut Substitution { formulas, by }, *formula);
                    changed = true;
                }
            }
            simpler += usize::from(changed);
        }
    }
    simpler
}

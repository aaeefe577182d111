//! Constants are filled in: where a rule reads a slot that has one value only, it reads that value, and rules that cannot be applied then are left
//! away.
//!
//! The way back: what [`Constants`] says is inductive, so it is said with what the proof says; where no run comes for the constants' sake, the proof
//! says that none comes.

use super::back::Back;
use super::calls::{Calls, Fate};
use super::lifting::{Kept, Lifting, Where};
use super::unreachable::{Pruned, prune};
use crate::budget::{Budget, StopReason};
use crate::lang::cfg::LocId;
use crate::logic::fold::{Memo, Substitution};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::pds::analysis::slots::Supports;
use crate::pds::analysis::{Constants, ModRef, Reach};
use crate::pds::derivation::Derivation;
use crate::pds::proof::Moment;
use crate::pds::{Slot, SymbolicPds, Target};

/// Fills them in. `reach` and `modref` are of the system; `reach` is then of the new one, and what it says goes if rules are to go.
///
/// # Errors
/// The limit that was hit.
pub(super) fn constants(
    mut pds: SymbolicPds,
    targets: &[Target],
    reach: &mut Reach,
    modref: &ModRef,
    prunes: bool,
    budget: &Budget,
) -> Result<(SymbolicPds, FilledIn), StopReason> {
    let constants = Constants::analyse(&pds, reach, modref, budget)?;
    let is_simpler = fill_in(&mut pds, &constants) > 0;
    if is_simpler {
        *reach = Reach::within(&pds, targets, budget)?;
    }
    let calls = Calls::of(&pds, |rule| match constants.reached(rule.from) && reach.reached(rule.from) {
        false => Fate::Unreached,
        true if reach.keeps(rule) => Fate::Stays,
        true => Fate::Goes,
    });
    let (pds, pruned) = if is_simpler && prunes { prune(pds, reach) } else { (pds, Pruned::default()) };
    let kept = Kept { before: modref.clone(), after: ModRef::analyse(&pds) };
    let params = pds.procedures.iter().map(|procedure| procedure.params).collect();
    Ok((pds, FilledIn { constants, reach: reach.clone(), calls, kept, pruned, params }))
}

/// The way back.
#[derive(Debug)]
pub(super) struct FilledIn {
    constants: Constants,
    reach: Reach,
    calls: Calls,
    kept: Kept,
    pruned: Pruned,
    /// Of each procedure how many of its locals are parameters.
    params: Vec<usize>,
}

impl FilledIn {
    /// The globals that each procedure of the new system may write on its way to a target.
    pub(super) fn modref(&self) -> &ModRef {
        &self.kept.after
    }
}

impl Back for FilledIn {
    fn derivation(&self, derivation: Derivation, budget: &Budget) -> Result<Derivation, StopReason> {
        self.pruned.derivation(derivation, budget)
    }

    fn proof(&self, lifting: &mut Lifting<'_>) -> Result<(), StopReason> {
        let FilledIn { constants, reach, .. } = self;
        lifting.silence(reach);
        lifting.release(&self.calls);
        lifting.restrict(
            |location| constants.reached(location) && reach.reached(location),
            |procedure| constants.returns(procedure) && reach.returns(procedure),
            reach,
        );
        let literals =
            |formulas: &mut Formulas, of: &mut dyn Iterator<Item = (Slot, bool)>, moment: fn(Slot) -> Moment| {
                let literal = |(slot, value): (Slot, bool)| {
                    let input = formulas.input(moment(slot).input());
                    if value { input } else { !input }
                };
                of.map(literal).collect::<Vec<_>>()
            };
        lifting.tell(&self.kept, |formulas, kept, procedure, at| match at {
            Where::Entry => {
                let params = self.params[procedure.index()];
                let is_given = |slot: Slot| !matches!(slot, Slot::Local(index) if index >= params);
                let mut given = constants.slots(reach.entry(procedure)).filter(|&(slot, _)| is_given(slot));
                literals(formulas, &mut given, Moment::Entered)
            }
            Where::Exit => {
                let mut all = literals(formulas, &mut constants.left(procedure), Moment::Now);
                if reach.matters_behind(procedure) {
                    all.extend(kept);
                }
                all
            }
            Where::Cut(cut) => {
                let mut all = literals(formulas, &mut constants.slots(cut), Moment::Now);
                if reach.useful(cut) {
                    all.extend(kept);
                }
                all
            }
        });
        Ok(())
    }
}

/// Replaces constants in guards and updates; a guard is false where no run comes. How many rules read less than before.
///
/// Every run of the given system is one of the new one, with the same rules and choices, and the other way round.
fn fill_in(pds: &mut SymbolicPds, constants: &Constants) -> usize {
    let mut sets = constants.sets().clone();
    let supports = Supports::new(&pds.formulas, &mut sets);
    let SymbolicPds { formulas, rules, .. } = pds;
    let mut memo = Memo::default();
    let mut simpler = 0;
    for rules in rules.chunk_by_mut(|a, b| a.from == b.from) {
        let from: LocId = rules[0].from;
        let Some(fixed) = constants.fixed_at(from, &mut sets) else {
            rules.iter_mut().for_each(|rule| rule.transfer.guard = Formula::FALSE);
            simpler += rules.len();
            continue;
        };
        memo.forget();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pds::analysis::fixture::Fixture;

    #[test]
    fn constants_are_filled_in() {
        let mut fixture = Fixture::new("decl a := T, b, c; void main() begin c := a & b; assert(!a | c); end");
        let (modref, reach) = (ModRef::analyse(&fixture.pds), Reach::analyse(&fixture.pds, &fixture.targets));
        let constants = Constants::analyse(&fixture.pds, &reach, &modref, &Budget::unlimited()).expect("no limit");
        assert!(fill_in(&mut fixture.pds, &constants) > 0);
        let pds = &fixture.pds;
        let c = pds.rules_from(fixture.at("main", 1)).next().expect("the assignment");
        let supports = |formula: Formula| {
            let slots = pds.formulas.support([formula]).into_iter().map(Slot::of);
            fixture.names(fixture.procedure("main"), slots)
        };
        assert_eq!(supports(pds.rule(c).transfer.updates[0].1), "b");
        let guards = pds.rules_from(fixture.at("main", 2)).map(|id| supports(pds.rule(id).transfer.guard));
        assert_eq!(guards.collect::<Vec<_>>(), ["c", "c"]);
    }
}

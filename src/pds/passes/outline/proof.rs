//! What holds in a loop, of what the procedure around it was entered with.
//!
//! Let B(e, x) be what holds where f, entered with e, calls the loop, in state x, and I(x, s) what holds at a cut of the loop that was
//! entered with x, in state s. Then `exists x. B(e, x) & I(x, s)` holds there of f: it does where the loop begins, with s = x; it goes on to
//! do so, for the same x; and where the loop is left, what it was to leave follows for that x, and what holds behind the call. Over the calls at
//! several heads it is a disjunction. What the loop does not modify is the same in x and s, so only the others are eliminated.

use super::{Loop, Outlined};
use crate::budget::StopReason;
use crate::lang::cfg::LocId;
use crate::logic::fold::{Memo, Substitution};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::pds::Slot;
use crate::pds::analysis::ModRef;
use crate::pds::passes::back::Exists;
use crate::pds::proof::{Claim, ContractId, Moment, Proof};
use std::collections::BTreeMap;

/// The proof with the loops where they were: inner ones go first. Their contracts stay, and nobody goes by them.
pub(super) fn inline(back: &Outlined, proof: &mut Proof, exists: Exists<'_>) -> Result<(), StopReason> {
    for one in back.loops.iter().rev() {
        let mut cuts = std::mem::take(&mut proof.cuts[one.own.index()]);
        cuts.retain(|cut| cut.index() < back.locations);
        for index in 0..proof.contracts.len() {
            if proof.contracts[index].procedure == one.within {
                Inlining { one, written: &back.written, cuts: &cuts }.contract(proof, index, &mut *exists)?;
            }
        }
        let around = &mut proof.cuts[one.within.index()];
        around.extend(cuts);
        around.sort_unstable();
    }
    let is_old = |cut: &LocId| cut.index() < back.locations;
    proof.cuts.iter_mut().for_each(|cuts| cuts.retain(is_old));
    proof.contracts.iter_mut().for_each(|contract| contract.at.retain(|cut, _| is_old(cut)));
    Ok(())
}

/// The input for the value of a slot when the loop was entered.
fn between(slot: Slot) -> Input {
    Input(slot.input().0 | BETWEEN)
}

/// Neither an index nor a mark of [`Moment`].
const BETWEEN: u32 = 1 << 28;

struct Inlining<'a> {
    one: &'a Loop,
    written: &'a ModRef,
    /// The cuts in the loop that stay.
    cuts: &'a [LocId],
}

impl Inlining<'_> {
    /// Adds to a contract of the procedure around the loop what holds in the loop.
    fn contract(&self, proof: &mut Proof, index: usize, exists: Exists<'_>) -> Result<(), StopReason> {
        let mut found: BTreeMap<LocId, Vec<Claim>> = BTreeMap::new();
        for (number, site) in self.one.sites.iter().enumerate() {
            let is_said = proof.cuts[self.one.within.index()].binary_search(&site.call).is_ok();
            let contract = &mut proof.contracts[index];
            let said = contract.at.remove(&site.call);
            let before = if is_said { said } else { Some(Claim::default()) };
            let (Some(callee), Some(before)) = (contract.calls.remove(&site.call), before) else { continue };
            let calls = proof.contracts[callee.index()].calls.clone();
            proof.contracts[index].calls.extend(calls);
            self.site(proof, (number, callee), &before, &mut found, &mut *exists)?;
        }
        for (cut, mut claims) in found {
            let claim = match claims.pop() {
                Some(only) if claims.is_empty() => only,
                last => claims
                    .into_iter()
                    .chain(last)
                    .fold(Formula::FALSE, |any, claim| {
                        let all =
                            claim.all().iter().fold(Formula::TRUE, |all, &formula| proof.formulas.and(all, formula));
                        proof.formulas.or(any, all)
                    })
                    .into(),
            };
            proof.contracts[index].at.insert(cut, claim);
        }
        Ok(())
    }

    /// Finds what holds in the loop if it is called at one of its sites.
    fn site(
        &self,
        proof: &mut Proof,
        (number, callee): (usize, ContractId),
        before: &Claim,
        found: &mut BTreeMap<LocId, Vec<Claim>>,
        exists: Exists<'_>,
    ) -> Result<(), StopReason> {
        let Proof { formulas, contracts, .. } = proof;
        let entered = |formulas: &mut Formulas, slot: Slot| self.entered(formulas, number, slot);
        let mut memo = Memo::default();
        let called = |formulas: &mut Formulas, input: Input| match Moment::of(input) {
            Moment::Now(slot) => entered(formulas, slot),
            Moment::Entered(_) => formulas.input(input),
        };
        let before = before.all().iter().map(|&f| memo.value(&mut Substitution { formulas, by: called }, f));
        let before: Vec<Formula> = before.collect();
        memo.forget();
        let inside = |formulas: &mut Formulas, input: Input| match Moment::of(input) {
            Moment::Entered(slot) => entered(formulas, slot),
            Moment::Now(Slot::Local(local)) if local >= self.one.locals => entered(formulas, Slot::Local(local)),
            Moment::Now(_) => formulas.input(input),
        };
        for &cut in self.cuts {
            let Some(claim) = contracts[callee.index()].at.get(&cut) else { continue };
            let all = claim.all().iter().map(|&f| memo.value(&mut Substitution { formulas, by: inside }, f));
            let all = before.iter().copied().chain(all.collect::<Vec<_>>()).collect();
            let claim = eliminated(formulas, all, &mut *exists)?;
            if !claim.is_never() {
                found.entry(cut).or_default().push(claim);
            }
        }
        Ok(())
    }

    /// The value of a slot when the loop was entered: which head it was is known, and what the loop does not modify is as it is now.
    fn entered(&self, formulas: &mut Formulas, number: usize, slot: Slot) -> Formula {
        let is_modified = match slot {
            Slot::Local(local) => match local.checked_sub(self.one.locals) {
                Some(bit) => return Formula::constant(number >> bit & 1 == 1),
                None => self.one.modified.binary_search(&local).is_ok(),
            },
            slot => self.written.sets().contains(self.written.modifies(self.one.own), slot),
        };
        formulas.input(if is_modified { between(slot) } else { slot.input() })
    }
}

/// That all of some formulas hold for some values when the loop was entered.
fn eliminated(formulas: &mut Formulas, all: Vec<Formula>, exists: Exists<'_>) -> Result<Claim, StopReason> {
    let is_between = |input: &Input| input.0 & BETWEEN != 0;
    let (bound, free): (Vec<Formula>, Vec<Formula>) =
        all.into_iter().partition(|&formula| formulas.support([formula]).iter().any(is_between));
    let mut claim: Claim = free.into_iter().collect();
    if !bound.is_empty() {
        let all = bound.into_iter().fold(Formula::TRUE, |all, formula| formulas.and(all, formula));
        let mut order = formulas.support([all]);
        order.sort_by_key(|input| (input.0 >> 30, input.0 & (BETWEEN - 1), input.0));
        let rest = exists(formulas, all, &order, &is_between)?;
        claim.add(Some(rest).filter(|&rest| rest != Formula::TRUE));
    }
    Ok(claim)
}

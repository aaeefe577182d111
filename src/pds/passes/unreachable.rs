//! Rules that no run can apply on its way to a target are left away.
//!
//! The way back: where no run comes a proof says that none comes; where no target can follow it says nothing, even if the rules are still there.

use super::back::Back;
use super::calls::{Calls, Fate};
use super::lifting::{Kept, Lifting, Where};
use crate::budget::{Budget, StopReason};
use crate::lang::cfg::LocId;
use crate::pds::analysis::{ModRef, Reach};
use crate::pds::derivation::{Derivation, Step};
use crate::pds::proof::Claim;
use crate::pds::{RuleId, SymbolicPds};

/// Leaves away what `reach` says, if rules are to go.
pub(super) fn unreachable(pds: SymbolicPds, reach: &Reach, is_on: bool) -> (SymbolicPds, Unreachable) {
    let calls = Calls::of(&pds, |rule| match reach.reached(rule.from) {
        false => Fate::Unreached,
        true if reach.keeps(rule) => Fate::Stays,
        true => Fate::Goes,
    });
    let before = ModRef::written(&pds);
    let (pds, pruned) = if is_on { prune(pds, reach) } else { (pds, Pruned::default()) };
    let kept = Kept { before, after: ModRef::analyse(&pds) };
    (pds, Unreachable { reach: reach.clone(), calls, kept, pruned })
}

/// The way back.
#[derive(Debug)]
pub(super) struct Unreachable {
    reach: Reach,
    calls: Calls,
    kept: Kept,
    pruned: Pruned,
}

impl Unreachable {
    /// The globals that each procedure may write on its way to a target.
    pub(super) fn modref(&self) -> &ModRef {
        &self.kept.after
    }
}

impl Back for Unreachable {
    fn derivation(&self, derivation: Derivation, budget: &Budget) -> Result<Derivation, StopReason> {
        self.pruned.derivation(derivation, budget)
    }

    fn proof(&self, lifting: &mut Lifting<'_>) -> Result<(), StopReason> {
        let reach = &self.reach;
        lifting.silence(reach);
        lifting.tell(&self.kept, |_, kept, procedure, at| match at {
            Where::Cut(cut) if reach.useful(cut) => kept.to_vec(),
            Where::Exit if reach.matters_behind(procedure) => kept.to_vec(),
            _ => Vec::new(),
        });
        lifting.release(&self.calls);
        lifting.restrict(|location| reach.reached(location), |procedure| reach.returns(procedure), reach);
        // That control never comes to the end is said even if nobody waits for it.
        for contract in lifting.proof.contracts.iter_mut().filter(|contract| !reach.returns(contract.procedure)) {
            contract.exit = Some(Claim::never());
        }
        Ok(())
    }
}

/// The rules that were left, by what they were; nothing if all were.
#[derive(Clone, Debug, Default)]
pub(super) struct Pruned {
    before: Option<Vec<RuleId>>,
}

impl Pruned {
    /// The rule before.
    pub(super) fn before(&self, rule: RuleId) -> RuleId {
        self.before.as_ref().map_or(rule, |before| before[rule.index()])
    }

    /// The derivation before.
    pub(super) fn derivation(&self, derivation: Derivation, budget: &Budget) -> Result<Derivation, StopReason> {
        derivation.replace(budget, |step| [Step { rule: self.before(step.rule), ..step }])
    }
}

/// Leaves the rules that [`Reach::keeps`], and no other. Locations stay, with their numbers; each target is
/// reached by the same runs as before.
pub(super) fn prune(mut pds: SymbolicPds, reach: &Reach) -> (SymbolicPds, Pruned) {
    let mut first_rule = Vec::with_capacity(pds.first_rule.len());
    let mut before = Vec::with_capacity(pds.rules.len());
    for location in (0..pds.locations.len()).map(LocId::from_index) {
        first_rule.push(before.len() as u32);
        before.extend(pds.rules_from(location).filter(|&id| reach.keeps(pds.rule(id))));
    }
    first_rule.push(before.len() as u32);
    pds.first_rule = first_rule;
    pds.rules.retain(|rule| reach.keeps(rule));
    (pds, Pruned { before: Some(before) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pds::analysis::fixture::Fixture;

    #[test]
    fn pruning_keeps_locations_and_origins() {
        let fixture = Fixture::new("decl a; void main() begin assert(a); a := T; end");
        let reach = Reach::analyse(&fixture.pds, &fixture.targets);
        let (pruned, _) = prune(fixture.pds.clone(), &reach);
        let origins = pruned.rules().iter().map(|rule| fixture.program.show(rule.origin.0));
        assert_eq!(origins.collect::<Vec<_>>(), ["main#0", "main#1"], "the entry, and the violation");
        assert_eq!(pruned.locations, fixture.pds.locations);
        for id in fixture.pds.locations.iter().enumerate().flat_map(|(i, _)| pruned.rules_from(LocId::from_index(i))) {
            assert!(pruned.rule(id).from.index() < pruned.locations.len());
        }
    }
}

//! The cone of influence of the targets: calls without influence are left away.
//!
//! Code and variables without influence are gone with [`super::unreachable`] and [`super::forget`]; what is left is code that
//! changes nothing of importance but takes its time: calls without [`Influence`].
//!
//! The way back: the rule has stayed, as a neutration; its callee returns, whichever way it goes. An invariant of the smaller system over the
//! live slots is one of the given system, except that such a call owes nothing to the invariant of its callee: no target is in there.

use super::back::Back;
use super::calls::{Calls, Fate};
use super::lifting::Lifting;
use super::unreachable::{Pruned, prune};
use crate::budget::{Budget, StopReason};
use crate::pds::analysis::{Influence, Liveness, Reach};
use crate::pds::derivation::{Callee, Derivation, Step};
use crate::pds::{RuleId, RuleKind, SymbolicPds, Target};

/// Makes neutrations of the calls that do not matter. `reach` is of the system, and then of the new one, and what it says goes if rules are to go. From
/// where no target can be reached nothing is live, but what is read there is still read: calls to there stay.
///
/// # Errors
/// The limit that was hit.
pub(super) fn cone(
    mut pds: SymbolicPds,
    targets: &[Target],
    reach: &mut Reach,
    live: &Liveness,
    influence: &Influence,
    prunes: bool,
    budget: &Budget,
) -> Result<(SymbolicPds, Option<LeftAway>), StopReason> {
    let matters = |kind: RuleKind| match kind {
        RuleKind::Expansion { callee, to } => !reach.useful(to) || influence.matters(callee, live.sets(), live.at(to)),
        _ => true,
    };
    let skipped: Vec<RuleId> =
        (0..pds.rules.len()).map(RuleId::from_index).filter(|&id| !matters(pds.rule(id).kind)).collect();
    if skipped.is_empty() {
        return Ok((pds, None));
    }
    let mut calls = Calls::of(&pds, |_| Fate::Stays);
    for &id in &skipped {
        let rule = &mut pds.rules[id.index()];
        if let RuleKind::Expansion { to, .. } = rule.kind {
            rule.kind = RuleKind::Neutration { to };
            rule.transfer.updates = Box::default();
        }
    }
    *reach = Reach::within(&pds, targets, budget)?;
    let is_call = |id: &RuleId| matches!(pds.rule(*id).kind, RuleKind::Expansion { .. });
    calls.go_unless(|at| pds.rules_from(at).filter(is_call).any(|id| reach.keeps(pds.rule(id))));
    let (pds, pruned) = if prunes { prune(pds, reach) } else { (pds, Pruned::default()) };
    Ok((pds, Some(LeftAway { reach: reach.clone(), calls, skipped, pruned })))
}

/// The way back.
#[derive(Debug)]
pub(super) struct LeftAway {
    reach: Reach,
    calls: Calls,
    /// The rules that were expansions, in order, by their ids before.
    skipped: Vec<RuleId>,
    pruned: Pruned,
}

impl LeftAway {
    /// The number of calls that were left away.
    pub(super) fn count(&self) -> usize {
        self.skipped.len()
    }
}

impl Back for LeftAway {
    fn derivation(&self, derivation: Derivation, budget: &Budget) -> Result<Derivation, StopReason> {
        derivation.replace(budget, |step| {
            let rule = self.pruned.before(step.rule);
            let is_skipped = self.skipped.binary_search(&rule).is_ok();
            [Step { rule, callee: if is_skipped { Callee::AnyWay } else { step.callee }, ..step }]
        })
    }

    fn proof(&self, lifting: &mut Lifting<'_>) -> Result<(), StopReason> {
        lifting.silence(&self.reach);
        lifting.release(&self.calls);
        Ok(())
    }
}

#[cfg(test)]
mod tests;

//! The cone of influence of the targets: calls without influence are left away.
//!
//! Code and variables without influence are gone with [`super::reach`] and [`super::liveness`]; what is left is code that
//! changes nothing of importance but takes its time. A call goes if its callee *surely returns*, whatever the state, and
//! modifies no global that is live behind the call, which needs no result either. Such a call makes nothing live, no more than
//! an update of a dead variable does, so it is [`super::liveness`] that asks [`Influence`], call by call.
//!
//! A location surely returns if it is no target, one of its rules can be applied in each state with all choices 0, and
//! wherever its rules lead surely returns. These are least sets, so code with a loop or a recursion is not in them: linear, by
//! counting what is not yet known to return.
//!
//! The way back: the rule stays, as a neutration, with its origin; `verdict::lift` executes the call that it finds in the program, any way
//! through the callee with all choices 0. An invariant of the smaller system over the live slots is one of the given system, except
//! that such a call owes nothing to the invariant of its callee: no target is in there.

use super::flow::{Incoming, destinations};
use super::liveness::Liveness;
use super::modref::ModRef;
use super::reach::Reach;
use super::sets::SetId;
use super::slots::{SlotSet, SlotSets};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::pds::{Rule, RuleKind, SymbolicPds, Target};

/// What calls can do to whoever goes on behind them.
#[derive(Clone, Debug)]
pub struct Influence {
    /// The procedures that surely return, each with what it modifies.
    modifies: Vec<Option<SlotSet>>,
    sets: SlotSets,
}

impl Influence {
    /// From the rules of the system; `modref` is of it. Linear but for the sets.
    pub fn analyse(pds: &SymbolicPds, targets: &[Target], modref: &ModRef) -> Influence {
        let returns = surely_returns(pds, targets);
        let modifies = pds.procedures.iter().map(|procedure| {
            let entry = procedure.entry;
            returns[entry.index()].then(|| modref.modifies(pds.procedure_of(entry)))
        });
        Influence { modifies: modifies.collect(), sets: modref.sets().clone() }
    }

    /// What holds of every system: any call may matter.
    pub fn everything(pds: &SymbolicPds) -> Influence {
        Influence { modifies: vec![None; pds.procedures.len()], sets: SlotSets::new(pds) }
    }

    /// Whether a call matters to those for whom `live`, of these sets, is live behind it.
    pub fn matters(&self, callee: ProcId, sets: &SlotSets, live: SlotSet) -> bool {
        let matters = |modified| self.sets.iter(modified).any(|slot| sets.contains(live, slot));
        live.results != SetId::EMPTY || self.modifies[callee.index()].is_none_or(matters)
    }
}

/// Makes neutrations of the calls that do not matter. How many there were. From where no target can be reached nothing is live,
/// but what is read there is still read: calls to there stay.
pub(super) fn skip_calls(pds: &mut SymbolicPds, reach: &Reach, live: &Liveness, influence: &Influence) -> usize {
    let mut skipped = 0;
    for rule in &mut pds.rules {
        if let RuleKind::Expansion { callee, to } = rule.kind
            && reach.useful(to)
            && !influence.matters(callee, live.sets(), live.at(to))
        {
            rule.kind = RuleKind::Neutration { to };
            rule.transfer.updates.clear();
            skipped += 1;
        }
    }
    skipped
}

/// The locations from which the activation on top surely returns.
fn surely_returns(pds: &SymbolicPds, targets: &[Target]) -> Vec<bool> {
    let incoming = Incoming::new(pds);
    let can = |rule: &&Rule| rule.transfer.guard != Formula::FALSE;
    let mut returns = vec![false; pds.locations.len()];
    // For each location how many of those that its rules lead to are not known to return; `None`: it may stop here.
    let mut missing: Vec<Option<usize>> = (0..pds.locations.len())
        .map(|location| {
            let rules = pds.rules_from(LocId::from_index(location)).map(|id| pds.rule(id)).filter(can);
            let rules: Vec<&Rule> = rules.collect();
            goes_on(&rules).then(|| rules.iter().map(|rule| destinations(pds, rule.kind).count()).sum())
        })
        .collect();
    for location in targets.iter().flat_map(|target| &target.locations) {
        missing[location.index()] = None;
    }
    let all = (0..pds.locations.len()).filter(|&location| missing[location] == Some(0));
    let mut open: Vec<LocId> = all.map(LocId::from_index).collect();
    while let Some(location) = open.pop() {
        returns[location.index()] = true;
        for rule in incoming.to(location).iter().map(|&id| pds.rule(id)).filter(can) {
            if let Some(count) = &mut missing[rule.from.index()] {
                *count -= 1;
                if *count == 0 {
                    open.push(rule.from);
                }
            }
        }
    }
    returns
}

/// Whether one of the rules from a location can be applied in each state with all choices 0, if it is a `goto` the one to the
/// first target.
fn goes_on(rules: &[&Rule]) -> bool {
    let is_branch = matches!(rules, [yes, no] if yes.transfer.guard == !no.transfer.guard);
    is_branch || rules.iter().any(|rule| rule.transfer.guard == Formula::TRUE && rule.origin.1 == 0)
}

#[cfg(test)]
mod tests;

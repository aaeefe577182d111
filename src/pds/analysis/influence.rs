//! Which calls have influence on what is live behind them.
//!
//! A call has none if its callee *surely returns*, whatever the state, and modifies no global that is live behind the call, which
//! needs no result either. Such a call makes nothing live, no more than an update of a dead variable does, so it is
//! [`super::liveness`] that asks [`Influence`], call by call.
//!
//! A location surely returns if it is no target, one of its rules can be applied in each state with all choices 0, and
//! wherever its rules lead surely returns. These are least sets, so code with a loop or a recursion is not in them: linear, by
//! counting what is not yet known to return.

use super::flow::{Incoming, destinations};
use super::modref::ModRef;
use super::sets::SetId;
use super::slots::{SlotSet, SlotSets};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::pds::{Rule, SymbolicPds, Target};
use smallvec::SmallVec;

/// What calls can do to whoever goes on behind them.
#[derive(Clone, Debug)]
pub(crate) struct Influence {
    /// The procedures that surely return, each with what it modifies.
    modifies: Vec<Option<SlotSet>>,
    sets: SlotSets,
}

impl Influence {
    /// From the rules of the system; `modref` is of it. Linear but for the sets.
    pub(crate) fn analyse(pds: &SymbolicPds, targets: &[Target], modref: &ModRef) -> Influence {
        let returns = surely_returns(pds, targets);
        let modifies = pds.procedures.iter().map(|procedure| {
            let entry = procedure.entry;
            returns[entry.index()].then(|| modref.modifies(pds.procedure_of(entry)))
        });
        Influence { modifies: modifies.collect(), sets: modref.sets().clone() }
    }

    /// What holds of every system: any call may matter.
    pub(crate) fn everything(pds: &SymbolicPds) -> Influence {
        Influence { modifies: vec![None; pds.procedures.len()], sets: SlotSets::new(pds) }
    }

    /// Calls of the procedure matter to everybody.
    pub(crate) fn insist(&mut self, procedure: ProcId) {
        self.modifies[procedure.index()] = None;
    }

    /// Whether a call matters to those for whom `live`, of these sets, is live behind it.
    pub(crate) fn matters(&self, callee: ProcId, sets: &SlotSets, live: SlotSet) -> bool {
        let matters = |modified| self.sets.iter(modified).any(|slot| sets.contains(live, slot));
        live.results != SetId::EMPTY || self.modifies[callee.index()].is_none_or(matters)
    }
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
            let rules: SmallVec<[&Rule; 4]> = rules.collect();
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

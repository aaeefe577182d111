//! What leads to a location.

use crate::lang::cfg::LocId;
use crate::pds::{RuleId, RuleKind, SymbolicPds};

/// The rules that lead to each location: neutrations to it, expansions that come back to it, and for the entry of a
/// procedure the expansions that call it.
#[derive(Clone, Debug)]
pub(super) struct Incoming {
    first: Vec<u32>,
    rules: Vec<RuleId>,
}

impl Incoming {
    pub(super) fn new(pds: &SymbolicPds) -> Incoming {
        let mut first = vec![0u32; pds.locations.len() + 1];
        for rule in pds.rules() {
            destinations(pds, rule.kind).for_each(|to| first[to.index()] += 1);
        }
        let mut sum = 0;
        for count in &mut first {
            sum += *count;
            *count = sum;
        }
        let mut rules = vec![RuleId(0); sum as usize];
        for (index, rule) in pds.rules().iter().enumerate().rev() {
            for to in destinations(pds, rule.kind) {
                first[to.index()] -= 1;
                rules[first[to.index()] as usize] = RuleId(index as u32);
            }
        }
        Incoming { first, rules }
    }

    /// The rules that lead to the location, in order.
    pub(super) fn to(&self, location: LocId) -> &[RuleId] {
        &self.rules[self.first[location.index()] as usize..self.first[location.index() + 1] as usize]
    }
}

/// Where control is after a rule, at once or when the callee has returned, and where in the callee.
pub(super) fn destinations(pds: &SymbolicPds, kind: RuleKind) -> impl Iterator<Item = LocId> + use<> {
    let (to, entry) = match kind {
        RuleKind::Neutration { to } => (Some(to), None),
        RuleKind::Expansion { callee, to } => (Some(to), Some(pds.procedures[callee.index()].entry)),
        RuleKind::Contraction => (None, None),
    };
    to.into_iter().chain(entry)
}

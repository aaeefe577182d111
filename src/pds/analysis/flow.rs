//! What leads to a location, and in which order control comes to locations.

use crate::lang::cfg::LocId;
use crate::pds::{RuleId, RuleKind, SymbolicPds};

/// The rules that lead to each location: neutrations to it, expansions that come back to it, and for the entry of a
/// procedure the expansions that call it.
#[derive(Clone, Debug)]
pub(in crate::pds) struct Incoming {
    first: Vec<u32>,
    rules: Vec<RuleId>,
}

impl Incoming {
    pub(in crate::pds) fn new(pds: &SymbolicPds) -> Incoming {
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
    pub(in crate::pds) fn to(&self, location: LocId) -> &[RuleId] {
        &self.rules[self.first[location.index()] as usize..self.first[location.index() + 1] as usize]
    }
}

/// Where control is after a rule, at once or when the callee has returned, and where in the callee.
pub(in crate::pds) fn destinations(pds: &SymbolicPds, kind: RuleKind) -> impl Iterator<Item = LocId> + use<> {
    let (to, entry) = match kind {
        RuleKind::Neutration { to } => (Some(to), None),
        RuleKind::Expansion { callee, to } => (Some(to), Some(pds.procedures[callee.index()].entry)),
        RuleKind::Contraction => (None, None),
    };
    to.into_iter().chain(entry)
}

/// The locations `within` that control can come to from the entry through others of them, each after those that control comes to
/// from it, as far as there are no circles.
pub(in crate::pds) fn postorder(pds: &SymbolicPds, within: impl Fn(LocId) -> bool) -> Vec<LocId> {
    enum Visit {
        Begin(LocId),
        End(LocId),
    }
    let mut order = Vec::new();
    let mut seen = vec![false; pds.locations.len()];
    let mut open = vec![Visit::Begin(pds.procedures[pds.entry.index()].entry)];
    while let Some(visit) = open.pop() {
        match visit {
            Visit::End(location) => order.push(location),
            Visit::Begin(location) if !within(location) => {}
            Visit::Begin(location) => {
                if !std::mem::replace(&mut seen[location.index()], true) {
                    open.push(Visit::End(location));
                    let next = pds.rules_from(location).flat_map(|id| destinations(pds, pds.rule(id).kind));
                    let begin = open.len();
                    open.extend(next.map(Visit::Begin));
                    open[begin..].reverse();
                }
            }
        }
    }
    order
}

/// The positions of the locations in the order; `u32::MAX` of those that are not in it.
pub(in crate::pds) fn ranks(pds: &SymbolicPds, order: &[LocId]) -> Vec<u32> {
    let mut ranks = vec![u32::MAX; pds.locations.len()];
    order.iter().zip(0..).for_each(|(location, rank)| ranks[location.index()] = rank);
    ranks
}

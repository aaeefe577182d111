//! Facts about control flow that rules do not say themselves.

use crate::lang::cfg::{LocId, Role};
use crate::lang::program::ProcId;
use crate::pds::{Rule, RuleKind, SymbolicPds};

/// For each location: the procedure whose results wait there.
pub(super) fn callees(pds: &SymbolicPds) -> Vec<Option<ProcId>> {
    let mut callees = vec![None; pds.locations.len()];
    for rule in pds.rules() {
        if let RuleKind::Expansion { callee, to } = rule.kind {
            callees[to.index()] = Some(callee);
        }
    }
    callees
}

/// Whether a rule leads behind a violated assertion.
pub(super) fn violates(pds: &SymbolicPds, rule: &Rule) -> bool {
    matches!(rule.kind, RuleKind::Neutration { to } if pds.locations[to.index()].role == Role::Violated)
}

/// How many steps lead to each location.
pub(super) fn in_degrees(pds: &SymbolicPds) -> Vec<u32> {
    let mut degrees = vec![0; pds.locations.len()];
    for rule in pds.rules() {
        if let RuleKind::Neutration { to } | RuleKind::Expansion { to, .. } = rule.kind {
            degrees[to.index()] += 1;
        }
    }
    degrees
}

/// Where control goes from a location if there is one way only; behind a call: where its results are stored already.
pub(super) fn successor(pds: &SymbolicPds, from: LocId) -> Option<LocId> {
    let only = |from: LocId| {
        let mut rules = pds.rules_from(from).map(|id| pds.rule(id).kind);
        rules.next().filter(|_| rules.next().is_none())
    };
    match only(from)? {
        RuleKind::Neutration { to } => Some(to),
        RuleKind::Expansion { to, .. } => match only(to)? {
            RuleKind::Neutration { to } => Some(to),
            _ => None,
        },
        RuleKind::Contraction => None,
    }
}

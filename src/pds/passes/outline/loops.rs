//! Loops of a system: strongly connected components of the control flow of one procedure, and where they are entered and left.

use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::pds::analysis::components;
use crate::pds::analysis::flow::Incoming;
use crate::pds::{Rule, RuleId, RuleKind, SymbolicPds};

/// Which locations are in which loop.
pub(super) struct Loops {
    /// What led to each location before anything was split off. That still leads to a loop whose successors alone were split off.
    incoming: Incoming,
    /// For each location the number of the innermost loop found that it is in; 0: none.
    number: Vec<u32>,
    last: u32,
    /// For each procedure its locations.
    locations: Vec<Vec<LocId>>,
    /// Scratch: the position of a location in the region at work.
    position: Vec<u32>,
}

impl Loops {
    /// Nothing is found yet.
    pub(super) fn of(pds: &SymbolicPds) -> Loops {
        let count = pds.locations.len();
        let mut locations = vec![Vec::new(); pds.procedures.len()];
        for location in (0..count).map(LocId::from_index) {
            locations[pds.procedure_of(location).index()].push(location);
        }
        let (number, position) = (vec![0; count], vec![u32::MAX; count]);
        Loops { incoming: Incoming::new(pds), number, last: 0, locations, position }
    }

    /// Each procedure with its locations.
    pub(super) fn regions(&mut self) -> Vec<(ProcId, Vec<LocId>)> {
        std::mem::take(&mut self.locations)
            .into_iter()
            .enumerate()
            .map(|(f, all)| (ProcId::from_index(f), all))
            .collect()
    }

    /// The loops in a region, those that others lead to first.
    pub(super) fn components(&mut self, pds: &SymbolicPds, region: &[LocId]) -> Vec<Vec<LocId>> {
        region.iter().zip(0..).for_each(|(location, at)| self.position[location.index()] = at);
        let next = |&from: &LocId| -> Vec<u32> {
            let to = pds.rules_from(from).filter_map(|id| match pds.rule(id).kind {
                RuleKind::Neutration { to } | RuleKind::Expansion { to, .. } => Some(to),
                RuleKind::Contraction => None,
            });
            to.filter_map(|to| self.position.get(to.index()).copied().filter(|&at| at != u32::MAX)).collect()
        };
        let successors: Vec<Vec<u32>> = region.iter().map(next).collect();
        region.iter().for_each(|location| self.position[location.index()] = u32::MAX);
        let mut all = components(&successors, 0..region.len() as u32);
        all.retain(|component| component.len() > 1 || successors[component[0] as usize].contains(&component[0]));
        let mut found = Vec::with_capacity(all.len());
        for component in all {
            let mut members: Vec<LocId> = component.into_iter().map(|at| region[at as usize]).collect();
            members.sort_unstable();
            self.last += 1;
            members.iter().for_each(|member| self.number[member.index()] = self.last);
            found.push(members);
        }
        found
    }

    /// Where a loop is entered; `None` if it is to be left alone.
    pub(super) fn heads(&self, pds: &SymbolicPds, members: &[LocId]) -> Option<Vec<LocId>> {
        let begins = |member: &LocId| pds.procedures[pds.procedure_of(*member).index()].entry == *member;
        let is_half_in = |rule: &Rule| match rule.kind {
            RuleKind::Expansion { to, .. } => !self.are_together(rule.from, to),
            _ => false,
        };
        let leaving = members.iter().flat_map(|&member| pds.rules_from(member));
        let rules = members.iter().flat_map(|&member| self.incoming.to(member).iter().copied()).chain(leaving);
        if members.iter().any(begins) || rules.map(|id| pds.rule(id)).any(is_half_in) {
            return None;
        }
        let is_head = |&member: &LocId| !self.entering(pds, member).is_empty();
        let heads: Vec<LocId> = members.iter().copied().filter(is_head).collect();
        (!heads.is_empty()).then_some(heads)
    }

    /// The rules that lead to a location from outside of its loop.
    pub(super) fn entering(&self, pds: &SymbolicPds, to: LocId) -> Vec<RuleId> {
        let all = self.incoming.to(to).iter().copied();
        all.filter(|&id| !self.are_together(pds.rule(id).from, to)).collect()
    }

    /// Where a rule from a loop leads to if that is outside of it.
    pub(super) fn exit(&self, rule: &Rule) -> Option<LocId> {
        match rule.kind {
            RuleKind::Neutration { to } if !self.are_together(rule.from, to) => Some(to),
            _ => None,
        }
    }

    /// Whether two locations are in the same loop; what came with loops that were split off is in none.
    fn are_together(&self, one: LocId, other: LocId) -> bool {
        let number = |location: LocId| self.number.get(location.index()).copied().unwrap_or(0);
        number(one) == number(other)
    }
}

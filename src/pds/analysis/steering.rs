//! Which variables decide where control goes, and which are only carried along.
//!
//! A variable *steers* if a guard reads it, or if something that steers is made of it. All others are *data*: which locations an activation comes to, with which values of what steers, does not depend on them.
//! Two kinds of guards do not count. Those of assertions, since a run goes on behind them or has come to a target; and those of *detours*, two or more short ways without calls that meet again at once: whether
//! `if (d) then x := F; fi` does something is one more thing of which x is made.

use super::slots::{SlotSets, Supports};
use super::vertices::Vertices;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::pds::{Rule, RuleId, RuleKind, Slot, SymbolicPds, Target};

/// Detours have so many steps at most.
const SHORT: usize = 32;

/// The variables that steer.
#[derive(Clone, Debug)]
pub(crate) struct Steering {
    vertices: Vertices,
    steers: Vec<bool>,
}

impl Steering {
    /// Linear in the system but for the sets of variables.
    pub(crate) fn analyse(pds: &SymbolicPds, targets: &[Target]) -> Steering {
        let mut sets = SlotSets::new(pds);
        let supports = Supports::new(&pds.formulas, &mut sets);
        let (flow, vertices) = (Flow::of(pds, targets), Vertices::new(pds));
        let read = |rule: &Rule, formula: Formula| -> Vec<u32> {
            let running = pds.procedure_of(rule.from);
            let returned = flow.called[rule.from.index()].unwrap_or(running);
            let slots = sets.iter(supports.of(formula));
            slots.filter_map(|slot| vertices.vertex(slot, whose(slot, running, returned))).collect()
        };
        // For each variable those of which it is made.
        let mut made_of: Vec<Vec<u32>> = vec![Vec::new(); vertices.count()];
        let mut make = |rule: &Rule, slot: Slot, of: &[u32]| {
            let running = pds.procedure_of(rule.from);
            let written = match rule.kind {
                RuleKind::Expansion { callee, .. } => callee,
                RuleKind::Neutration { .. } | RuleKind::Contraction => running,
            };
            if let Some(vertex) = vertices.vertex(slot, whose(slot, written, running)) {
                made_of[vertex as usize].extend(of);
            }
        };
        let mut open: Vec<u32> = Vec::new();
        for location in (0..pds.locations.len()).map(LocId::from_index).filter(|at| !flow.asserts[at.index()]) {
            let guards = pds.rules_from(location).map(|id| pds.rule(id));
            let mut guards: Vec<u32> = guards.flat_map(|rule| read(rule, rule.transfer.guard)).collect();
            guards.sort_unstable();
            guards.dedup();
            match flow.detour(location).filter(|_| !guards.is_empty()) {
                Some(detour) => {
                    for rule in detour.into_iter().map(|id| pds.rule(id)) {
                        rule.transfer.updates.iter().for_each(|&(slot, _)| make(rule, slot, &guards));
                    }
                }
                None => open.extend(guards),
            }
        }
        for rule in pds.rules() {
            rule.transfer.updates.iter().for_each(|&(slot, value)| make(rule, slot, &read(rule, value)));
        }
        let mut steers = vec![false; vertices.count()];
        while let Some(vertex) = open.pop() {
            if !std::mem::replace(&mut steers[vertex as usize], true) {
                open.append(&mut made_of[vertex as usize]);
            }
        }
        Steering { vertices, steers }
    }

    /// Whether a global, or a parameter or local of a procedure, steers.
    pub(crate) fn steers(&self, procedure: ProcId, slot: Slot) -> bool {
        self.vertices.vertex(slot, procedure).is_some_and(|vertex| self.steers[vertex as usize])
    }
}

/// Whose a variable is, if it is a local of one procedure or a result of another.
fn whose(slot: Slot, local: ProcId, result: ProcId) -> ProcId {
    if matches!(slot, Slot::Result(_)) { result } else { local }
}

/// What control does at locations.
struct Flow<'a> {
    pds: &'a SymbolicPds,
    /// The callee of the call before each.
    called: Vec<Option<ProcId>>,
    /// Where a rule leads to a target.
    asserts: Vec<bool>,
}

impl Flow<'_> {
    fn of<'a>(pds: &'a SymbolicPds, targets: &[Target]) -> Flow<'a> {
        let map = pds.target_map(targets);
        let (mut called, mut asserts) = (vec![None; pds.locations.len()], vec![false; pds.locations.len()]);
        for rule in pds.rules() {
            match rule.kind {
                RuleKind::Expansion { callee, to } => called[to.index()] = Some(callee),
                RuleKind::Neutration { to } => asserts[rule.from.index()] |= !map.at(to).is_empty(),
                RuleKind::Contraction => {}
            }
        }
        Flow { pds, called, asserts }
    }

    /// If the ways from a location are a detour: their rules up to where they meet. One way alone is none: its guard is an assumption.
    fn detour(&self, from: LocId) -> Option<Vec<RuleId>> {
        let ways: Option<Vec<Vec<(RuleId, LocId)>>> = self.pds.rules_from(from).map(|id| self.way(id)).collect();
        let ways = ways?;
        let (first, others) = ways.split_first().filter(|(_, others)| !others.is_empty())?;
        let passes = |way: &Vec<(RuleId, LocId)>, at: LocId| way.iter().any(|&(_, to)| to == at);
        let meet = first.iter().map(|&(_, to)| to).find(|&to| others.iter().all(|way| passes(way, to)))?;
        let before = |way: &Vec<(RuleId, LocId)>| way.iter().position(|&(_, to)| to == meet).map_or(0, |last| last + 1);
        Some(ways.iter().flat_map(|way| way[..before(way)].iter().map(|&(id, _)| id)).collect())
    }

    /// A rule and those behind it, each with where it leads, as far as there is one way only, without calls and at most [`SHORT`]; `None` if it is no neutration.
    fn way(&self, first: RuleId) -> Option<Vec<(RuleId, LocId)>> {
        let RuleKind::Neutration { to } = self.pds.rule(first).kind else { return None };
        let mut way = vec![(first, to)];
        while let Some(&(_, at)) = way.last().filter(|_| way.len() < SHORT) {
            let mut rules = self.pds.rules_from(at);
            let (Some(id), None) = (rules.next(), rules.next()) else { break };
            let RuleKind::Neutration { to } = self.pds.rule(id).kind else { break };
            way.push((id, to));
        }
        Some(way)
    }
}

#[cfg(test)]
mod tests;

//! Control edges: conditions with what is done where they hold.

use super::hypergraph::EdgeSet;
use super::support::Supports;
use super::{Hyperedge, flow};
use crate::budget::{Budget, StopReason};
use crate::lang::cfg::{LocId, Role};
use crate::logic::formula::Formula;
use crate::pds::analysis::Vertices;
use crate::pds::{Rule, RuleKind, Slot, SymbolicPds};
use smallvec::SmallVec;

/// Some variables.
type Variables = SmallVec<[u32; 8]>;

/// A condition over more variables than this says little about each.
const WIDEST_CONDITION: usize = 8;

/// A condition says little about what is done further down than this.
const REACH: usize = 64;

/// The same for a condition without an alternative, as in `assume`: nobody says where its influence ends.
const REACH_OF_ASSUMPTION: usize = 16;

/// For each variable that is updated, and each condition, an edge with the innermost condition around it.
///
/// Around means: in the text. A branch governs what stands between it and the later one of its targets, and, if that part ends in a
/// jump further down, everything up to there (the other branch). This is so for `if` and `while` as well as for
/// forward jumps, which is all that generated programs have, and needs no dominators. An `assume` governs the
/// straight line behind it. Where straight-line code has become one rule, a branch governs what its own rules update, too, and an `assume` in it is seen by nobody. The edges are linear in the program: each update is told of one condition only.
///
/// # Errors
/// The limit that was hit.
pub(super) fn edges(
    pds: &SymbolicPds,
    vertices: &Vertices,
    supports: &mut Supports<'_>,
    budget: &Budget,
) -> Result<Vec<Hyperedge>, StopReason> {
    let degrees = flow::in_degrees(pds);
    let mut edges = EdgeSet::default();
    let mut regions: Vec<Region> = Vec::new();
    let mut pins = Vec::new();
    for (index, _) in pds.locations.iter().enumerate().filter(|(_, location)| location.role == Role::At) {
        budget.poll()?;
        let from = LocId::from_index(index);
        let procedure = pds.procedure_of(from);
        if pds.procedures[procedure.index()].entry == from {
            regions.clear();
        }
        while regions.pop_if(|region| region.end <= index).is_some() {}
        let read = condition(pds, from).map(|guard| -> Variables {
            supports.of(guard).iter().filter_map(|&slot| vertices.vertex(slot, procedure)).collect()
        });
        let read = read.filter(|read| (1..=WIDEST_CONDITION).contains(&read.len()));
        if let Some(condition) = read.as_ref().or(regions.last().map(|region| &region.condition)) {
            for target in targets(pds, vertices, from) {
                pins.extend_from_slice(condition);
                pins.push(target);
                edges.add(&mut pins);
            }
        }
        if let Some(read) = read {
            if let Some(region) = regions.last() {
                pins.extend_from_slice(&region.condition);
                pins.extend_from_slice(&read);
                edges.add(&mut pins);
            }
            let end = end_of_region(pds, &degrees, from).min(index + REACH);
            if end > index + 1 {
                regions.push(Region { end, condition: read });
            }
        }
    }
    Ok(edges.into_edges())
}

/// The text that a condition governs: from where it stands to `end`, exclusive.
struct Region {
    end: usize,
    condition: Variables,
}

/// What the statement at a location updates; for a call: parameters and what the results are stored in.
fn targets(pds: &SymbolicPds, vertices: &Vertices, from: LocId) -> Variables {
    let mut targets = Variables::new();
    let mut updated = |rule: &Rule, frame| {
        let slots = rule.transfer.updates.iter().map(|&(slot, _)| slot);
        let variables = slots.filter(|slot| !matches!(slot, Slot::Result(_)));
        targets.extend(variables.filter_map(|slot| vertices.vertex(slot, frame)));
    };
    let here = pds.procedure_of(from);
    for id in pds.rules_from(from) {
        let rule = pds.rule(id);
        match rule.kind {
            RuleKind::Expansion { callee, to } => {
                updated(rule, callee);
                pds.rules_from(to).for_each(|store| updated(pds.rule(store), here));
            }
            RuleKind::Neutration { .. } | RuleKind::Contraction => updated(rule, here),
        }
    }
    targets
}

/// The condition at a location where there is a choice between ways, or nothing but a condition stands.
fn condition(pds: &SymbolicPds, from: LocId) -> Option<Formula> {
    let mut rules = pds.rules_from(from).map(|id| pds.rule(id));
    let rule = rules.next()?;
    let governs = rule.transfer.updates.is_empty() || rules.next().is_some();
    let is_step = matches!(rule.kind, RuleKind::Neutration { .. });
    (is_step && governs && rule.transfer.guard != Formula::TRUE).then_some(rule.transfer.guard)
}

/// Where the part of the text ends that the condition at a location governs.
fn end_of_region(pds: &SymbolicPds, degrees: &[u32], from: LocId) -> usize {
    let start = from.index() + 1;
    let rules = || pds.rules_from(from).map(|id| pds.rule(id));
    if rules().any(|rule| flow::violates(pds, rule)) {
        return start;
    }
    let reached = rules().filter_map(|rule| match rule.kind {
        RuleKind::Neutration { to } => Some(to.index()),
        RuleKind::Expansion { .. } | RuleKind::Contraction => None,
    });
    if rules().nth(1).is_some() {
        let end = reached.max().unwrap_or(start).max(start);
        let last = LocId::from_index(end - 1);
        let jump = if last == from { None } else { flow::successor(pds, last) };
        return jump.map_or(end, |to| end.max(to.index()));
    }
    let mut end = start;
    while end < start + REACH_OF_ASSUMPTION
        && flow::successor(pds, LocId::from_index(end - 1)).is_some_and(|to| to.index() == end)
        && degrees[end] == 1
    {
        end += 1;
    }
    end
}

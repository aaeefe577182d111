//! In which order one procedure is executed: its components, and inside each the order that tells back edges from forward
//! ones (2007-basler, section 3.2).

use super::view::View;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::pds::analysis::components;
use crate::pds::{RuleKind, Slot};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A maximal strongly connected component of the control-flow graph.
#[derive(Clone, Debug)]
pub struct Component {
    /// Its locations, in reverse postorder of one depth-first search from the entry.
    pub locations: Vec<LocId>,
    /// Whether it has an edge.
    pub is_loop: bool,
    /// Where back edges lead, in the order of the locations.
    pub heads: Vec<LocId>,
    /// What can change while control is in it.
    pub writes: BTreeSet<Slot>,
}

/// The control flow of one procedure on ways to the target.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// From the entry on: every edge leads into the same component or a later one.
    pub components: Vec<Component>,
    /// Procedures that are called in a loop.
    pub repeated: BTreeSet<ProcId>,
    /// For each location its component and its place in it.
    position: FxHashMap<LocId, (usize, usize)>,
}

impl Flow {
    /// Linear in the procedure.
    pub fn of(view: &View<'_>, procedure: ProcId) -> Flow {
        let entry = view.pds.procedures[procedure.index()].entry;
        let mut numbers: FxHashMap<LocId, u32> = FxHashMap::from_iter([(entry, 0)]);
        let mut locations = vec![entry];
        let mut successors: Vec<Vec<u32>> = Vec::new();
        while let Some(&from) = locations.get(successors.len()) {
            let mut edges = Vec::new();
            if !view.is_target(from) {
                for rule in view.rules_from(from) {
                    if let Some(to) = destination(view.pds.rule(rule).kind) {
                        let number = *numbers.entry(to).or_insert_with(|| {
                            locations.push(to);
                            locations.len() as u32 - 1
                        });
                        edges.push(number);
                    }
                }
            }
            successors.push(edges);
        }
        let mut flow = Flow::default();
        for members in components(&successors, [0]).into_iter().rev() {
            let index = flow.components.len();
            let locations: Vec<LocId> = members.iter().map(|&number| locations[number as usize]).collect();
            for (place, &location) in locations.iter().enumerate() {
                flow.position.insert(location, (index, place));
            }
            let (mut heads, mut writes, mut is_loop) = (BTreeSet::new(), BTreeSet::new(), false);
            for &location in locations.iter().filter(|&&location| !view.is_target(location)) {
                for rule in view.rules_from(location).map(|rule| view.pds.rule(rule)) {
                    let Some(to) = destination(rule.kind).filter(|to| flow.is_inside(location, *to)) else { continue };
                    is_loop = true;
                    if let RuleKind::Expansion { callee, .. } = rule.kind {
                        flow.repeated.insert(callee);
                    }
                    writes.extend(view.writes(rule));
                    if flow.is_back(location, to) {
                        heads.insert(flow.position[&to].1);
                    }
                }
            }
            let heads = heads.into_iter().map(|place| locations[place]).collect();
            flow.components.push(Component { locations, is_loop, heads, writes });
        }
        flow
    }

    /// The index of the component of a location on some way.
    pub fn component_of(&self, location: LocId) -> usize {
        self.position.get(&location).map_or(usize::MAX, |&(component, _)| component)
    }

    /// Whether an edge stays in its component.
    pub fn is_inside(&self, from: LocId, to: LocId) -> bool {
        match (self.position.get(&from), self.position.get(&to)) {
            (Some(from), Some(to)) => from.0 == to.0,
            _ => false,
        }
    }

    /// Whether an edge inside a component leads back.
    pub fn is_back(&self, from: LocId, to: LocId) -> bool {
        self.is_inside(from, to) && self.position[&to].1 <= self.position[&from].1
    }
}

/// Where a rule leads in its own procedure: of a call, behind it.
fn destination(kind: RuleKind) -> Option<LocId> {
    match kind {
        RuleKind::Neutration { to } | RuleKind::Expansion { to, .. } => Some(to),
        RuleKind::Contraction => None,
    }
}

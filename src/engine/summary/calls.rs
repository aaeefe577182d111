//! Who calls whom on ways to the target, and which procedures are recursive together.

use super::interface::View;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::pds::RuleKind;
use crate::pds::graph::components;
use std::collections::BTreeSet;

/// The call graph.
#[derive(Clone, Debug)]
pub(super) struct CallGraph {
    /// For each procedure its calls: where, and of whom.
    pub sites: Vec<Vec<(LocId, ProcId)>>,
    /// For each procedure those that it calls.
    callees: Vec<BTreeSet<ProcId>>,
    /// For each procedure those that call it.
    callers: Vec<BTreeSet<ProcId>>,
    /// For each procedure how often it is called in the text.
    pub uses: Vec<usize>,
    /// For each procedure its component, if that is recursive.
    recursive: Vec<Option<usize>>,
    procedures: Vec<ProcId>,
    /// The recursive components, callees first.
    pub components: Vec<Vec<ProcId>>,
}

impl CallGraph {
    /// Linear in the program.
    pub fn of(view: &View<'_>) -> CallGraph {
        let count = view.pds.procedures.len();
        let mut graph = CallGraph {
            sites: vec![Vec::new(); count],
            callees: vec![BTreeSet::new(); count],
            callers: vec![BTreeSet::new(); count],
            uses: vec![0; count],
            recursive: vec![None; count],
            procedures: (0..count).map(ProcId::from_index).collect(),
            components: Vec::new(),
        };
        for location in (0..view.pds.locations.len()).map(LocId::from_index) {
            for rule in view.rules_from(location) {
                if let RuleKind::Expansion { callee, .. } = view.pds.rule(rule).kind {
                    let caller = view.pds.procedure_of(location);
                    graph.sites[caller.index()].push((location, callee));
                    graph.callees[caller.index()].insert(callee);
                    graph.callers[callee.index()].insert(caller);
                    graph.uses[callee.index()] += 1;
                }
            }
        }
        let successors: Vec<Vec<u32>> =
            graph.callees.iter().map(|callees| callees.iter().map(|callee| callee.index() as u32).collect()).collect();
        for members in components(&successors, [view.pds.entry.index() as u32]) {
            let members: Vec<ProcId> = members.into_iter().map(|member| ProcId::from_index(member as usize)).collect();
            if members.len() > 1 || graph.callees[members[0].index()].contains(&members[0]) {
                members.iter().for_each(|member| graph.recursive[member.index()] = Some(graph.components.len()));
                graph.components.push(members);
            }
        }
        graph
    }

    /// The recursive component of a procedure.
    pub fn component_of(&self, procedure: ProcId) -> Option<usize> {
        self.recursive[procedure.index()]
    }

    /// Whether two procedures are recursive together.
    pub fn are_together(&self, a: ProcId, b: ProcId) -> bool {
        self.component_of(a).is_some() && self.component_of(a) == self.component_of(b)
    }

    /// The procedures that call a procedure.
    pub fn callers(&self, procedure: ProcId) -> impl Iterator<Item = ProcId> + '_ {
        self.callers[procedure.index()].iter().copied()
    }

    /// The procedures that are recursive together with a procedure, itself among them.
    pub fn together(&self, procedure: ProcId) -> &[ProcId] {
        match self.component_of(procedure) {
            Some(component) => &self.components[component],
            None => std::slice::from_ref(&self.procedures[procedure.index()]),
        }
    }

    /// A procedure and all that call it, at any distance, but not those beyond a caller of which this is not asked for. Procedures
    /// that are recursive together are one.
    pub fn with_callers(&self, procedure: ProcId, goes_on: impl Fn(ProcId) -> bool) -> BTreeSet<ProcId> {
        let start = self.together(procedure);
        let mut found: BTreeSet<ProcId> = start.iter().copied().collect();
        let mut open = start.to_vec();
        while let Some(callee) = open.pop() {
            for caller in self.callers(callee) {
                if found.contains(&caller) {
                    continue;
                }
                let together = self.together(caller);
                found.extend(together);
                if together.iter().any(|&member| goes_on(member)) {
                    open.extend(together);
                }
            }
        }
        found
    }
}

//! Who calls whom on ways to the target, and which procedures are recursive together.

use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::pds::RuleKind;
use crate::pds::analysis::components;
use crate::symbolic::view::View;
use std::collections::BTreeSet;

/// The call graph.
#[derive(Clone, Debug)]
pub struct CallGraph {
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
    /// The procedures that are called, callees first; the entry is not among them.
    pub order: Vec<ProcId>,
    /// The recursive components, callees first.
    pub components: Vec<Vec<ProcId>>,
    /// For each of them whether no activation makes two calls in it.
    linear: Vec<bool>,
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
            order: Vec::new(),
            components: Vec::new(),
            linear: Vec::new(),
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
            graph.order.extend(members.iter().filter(|&&member| member != view.pds.entry));
            if members.len() > 1 || graph.callees[members[0].index()].contains(&members[0]) {
                members.iter().for_each(|member| graph.recursive[member.index()] = Some(graph.components.len()));
                graph.components.push(members);
            }
        }
        graph.linear = graph.linear_components(view);
        graph
    }

    /// For each component whether no run of a procedure comes from a call in its component to another one: backwards from all of them.
    fn linear_components(&self, view: &View<'_>) -> Vec<bool> {
        let locations = || (0..view.pds.locations.len()).map(LocId::from_index);
        let mut before = vec![Vec::new(); view.pds.locations.len()];
        let (mut calls, mut leads) = (Vec::new(), vec![false; before.len()]);
        for location in locations() {
            for rule in view.rules_from(location) {
                let to = match view.pds.rule(rule).kind {
                    RuleKind::Contraction => continue,
                    RuleKind::Neutration { to } => to,
                    RuleKind::Expansion { callee, to } => {
                        if self.are_mutually_recursive(view.pds.procedure_of(location), callee) {
                            calls.push((location, to));
                        }
                        to
                    }
                };
                before[to.index()].push(location);
            }
        }
        let mut open: Vec<LocId> = calls.iter().map(|&(from, _)| from).collect();
        while let Some(location) = open.pop() {
            if !std::mem::replace(&mut leads[location.index()], true) {
                open.extend(&before[location.index()]);
            }
        }
        let mut linear = vec![true; self.components.len()];
        for (from, to) in calls {
            if let (true, Some(component)) = (leads[to.index()], self.component_of(view.pds.procedure_of(from))) {
                linear[component] = false;
            }
        }
        linear
    }

    /// Whether a procedure is recursive, and no activation makes two calls in its component.
    pub fn is_linear(&self, procedure: ProcId) -> bool {
        self.component_of(procedure).is_some_and(|component| self.linear[component])
    }

    /// The recursive component of a procedure.
    pub fn component_of(&self, procedure: ProcId) -> Option<usize> {
        self.recursive[procedure.index()]
    }

    /// Whether two procedures are recursive together.
    pub fn are_mutually_recursive(&self, a: ProcId, b: ProcId) -> bool {
        self.component_of(a).is_some() && self.component_of(a) == self.component_of(b)
    }

    /// The procedures that call a procedure.
    pub fn callers(&self, procedure: ProcId) -> impl Iterator<Item = ProcId> + '_ {
        self.callers[procedure.index()].iter().copied()
    }

    /// The procedures that are recursive together with a procedure, itself among them.
    pub fn scc_of(&self, procedure: ProcId) -> &[ProcId] {
        match self.component_of(procedure) {
            Some(component) => &self.components[component],
            None => std::slice::from_ref(&self.procedures[procedure.index()]),
        }
    }

    /// A procedure and all that call it, at any distance, but not those beyond a caller of which this is not asked for. Procedures
    /// that are recursive together are one.
    pub fn transitive_callers(&self, procedure: ProcId, goes_on: impl Fn(ProcId) -> bool) -> BTreeSet<ProcId> {
        let start = self.scc_of(procedure);
        let mut found: BTreeSet<ProcId> = start.iter().copied().collect();
        let mut open = start.to_vec();
        while let Some(callee) = open.pop() {
            for caller in self.callers(callee) {
                if found.contains(&caller) {
                    continue;
                }
                let members = self.scc_of(caller);
                found.extend(members);
                if members.iter().any(|&member| goes_on(member)) {
                    open.extend(members);
                }
            }
        }
        found
    }
}

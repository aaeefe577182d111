//! What is settled: which procedures are known to be entered, and which to be on a cycle, so that nothing more is to be learnt of them; and how high
//! the stack is known to become, beside how high it can as calls go in the text.

use crate::lang::program::{Place, ProcId};
use crate::summaries::calls::CallGraph;
use crate::symbolic::view::View;
use std::collections::BTreeSet;

/// What is known. Of a procedure that is not recursive only whether it is entered is left to be found, and whether the stack becomes higher above it; where
/// some recursion has no bound, the height has none.
pub(super) struct Settled {
    calls: CallGraph,
    /// For each procedure how many activations there can be from one of it up, as calls go in the text; none if there is recursion.
    most: Vec<Option<u32>>,
    /// How many there are on the highest stack that was seen.
    height: u32,
    /// For each procedure that is recursive the calls in it that begin another recursion.
    sites: Vec<Vec<Place>>,
    entered: Vec<bool>,
    unbounded: Vec<bool>,
    unbounded_from: BTreeSet<Place>,
    /// For each procedure whether something is left to be found in it or in what it calls.
    open: Vec<bool>,
}

impl Settled {
    /// Nothing yet.
    pub fn new(view: &View<'_>) -> Settled {
        let calls = CallGraph::of(view);
        let count = view.pds.procedures.len();
        let mut sites = vec![Vec::new(); count];
        for (caller, calls_made) in calls.sites.iter().enumerate() {
            for &(at, callee) in calls_made {
                let is_outside = !calls.are_mutually_recursive(ProcId::from_index(caller), callee);
                if calls.component_of(callee).is_some() && is_outside {
                    let rules = view.rules_from(at).map(|rule| view.pds.rule(rule).origin.0);
                    sites[caller].extend(rules);
                }
            }
        }
        let (entered, unbounded) = (vec![false; count], vec![false; count]);
        let most = most(&calls, count);
        let unbounded_from = BTreeSet::new();
        let mut settled =
            Settled { calls, most, height: 0, sites, entered, unbounded, unbounded_from, open: Vec::new() };
        settled.review();
        settled
    }

    /// Whether two procedures are recursive together.
    pub fn are_together(&self, a: ProcId, b: ProcId) -> bool {
        self.calls.are_mutually_recursive(a, b)
    }

    /// Whether something is left to be found above so many activations, of which the last is of this procedure.
    pub fn is_open(&self, procedure: ProcId, activations: u32) -> bool {
        let is_higher = || self.most[procedure.index()].is_none_or(|most| activations + most - 1 > self.height);
        self.open[procedure.index()] || (!self.unbounded.contains(&true) && is_higher())
    }

    /// Whether it is not known yet that a procedure, or a chain that begins there, has no bound.
    pub fn may_be_bounded(&self, procedure: ProcId, from: Option<Place>) -> bool {
        !self.unbounded[procedure.index()] || from.is_some_and(|from| !self.unbounded_from.contains(&from))
    }

    /// A procedure is entered by the last one of so many activations.
    pub fn enter(&mut self, procedure: ProcId, activations: u32) {
        self.height = self.height.max(activations);
        if !std::mem::replace(&mut self.entered[procedure.index()], true) {
            self.review();
        }
    }

    /// Procedures are on a cycle, of a chain that begins there.
    pub fn go_round(&mut self, procedures: impl Iterator<Item = ProcId>, from: Option<Place>) {
        procedures.for_each(|procedure| self.unbounded[procedure.index()] = true);
        self.unbounded_from.extend(from);
        self.review();
    }

    /// Backwards along calls, from where something is left. Linear, and there is a procedure or a call less each time.
    fn review(&mut self) {
        let is_left = |procedure: ProcId| {
            let index = procedure.index();
            let is_bounded = self.calls.component_of(procedure).is_some() && !self.unbounded[index];
            let begins = self.sites[index].iter().any(|site| !self.unbounded_from.contains(site));
            is_bounded || begins || !self.entered[index]
        };
        let mut open = vec![false; self.entered.len()];
        let mut left: Vec<ProcId> =
            (0..open.len()).map(ProcId::from_index).filter(|&procedure| is_left(procedure)).collect();
        while let Some(procedure) = left.pop() {
            if !std::mem::replace(&mut open[procedure.index()], true) {
                left.extend(self.calls.callers(procedure));
            }
        }
        self.open = open;
    }
}

/// For each procedure how many activations there can be from one of it up, unless there is recursion. Linear.
fn most(calls: &CallGraph, count: usize) -> Vec<Option<u32>> {
    let mut most = vec![Some(1); count];
    let called = calls.order.iter().copied();
    let entry = (0..count).map(ProcId::from_index).filter(|procedure| !calls.order.contains(procedure));
    for procedure in called.chain(entry) {
        let mut above = calls.sites[procedure.index()].iter().map(|&(_, callee)| most[callee.index()]);
        let above = above.try_fold(0, |most, of| of.map(|of| most.max(of)));
        most[procedure.index()] = above.filter(|_| calls.component_of(procedure).is_none()).map(|above| above + 1);
    }
    most
}

//! Which locations matter: those that a run may reach and from which it may go on to a target, as far as control flow
//! tells.
//!
//! Calls are matched with returns (Reps, Horwitz and Sagiv 1995, with no data at all): control comes back from a call
//! only if the callee can return, and to a return site only from calls that are reached. Four facts are computed,
//! each by a work list over an edge relation, so in time linear in the system:
//!
//! - *reached*: some path from the entry leads to the location; *returns*: its procedure's entry reaches a contraction;
//! - *leaves*: the location is reached, and reaches a contraction of its own procedure;
//! - *hits*: it is reached, and reaches a target before its own activation returns;
//! - *up*, of a procedure: it is called from where, after it returns, a target can still be reached.
//!
//! A location is *useful* if it hits, or if it leaves and its procedure is up. A guard that is constantly false is no
//! path.

use super::flow::Incoming;
use crate::budget::{Budget, StopReason};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::pds::{Rule, RuleKind, SymbolicPds, Target};
use std::sync::Arc;

/// Where control can be on its way to a target.
#[derive(Clone, Debug)]
pub struct Reach {
    reached: Vec<bool>,
    leaves: Vec<bool>,
    hits: Vec<bool>,
    returns: Vec<bool>,
    up: Vec<bool>,
    procedure_of: Arc<Vec<ProcId>>,
    entry_of: Vec<LocId>,
}

impl Reach {
    /// Linear in the system.
    pub fn analyse(pds: &SymbolicPds, targets: &[Target]) -> Reach {
        Reach::within(pds, targets, &Budget::unlimited()).expect("nothing limits it")
    }

    /// The same within a budget.
    ///
    /// # Errors
    /// The limit that was hit.
    pub(crate) fn within(pds: &SymbolicPds, targets: &[Target], budget: &Budget) -> Result<Reach, StopReason> {
        let no_location = vec![false; pds.locations.len()];
        let no_procedure = vec![false; pds.procedures.len()];
        let mut reach = Reach {
            reached: no_location.clone(),
            leaves: no_location.clone(),
            hits: no_location,
            returns: no_procedure.clone(),
            up: no_procedure,
            procedure_of: Arc::clone(&pds.owners),
            entry_of: pds.procedures.iter().map(|procedure| procedure.entry).collect(),
        };
        reach.forward(pds, budget)?;
        let incoming = Incoming::new(pds);
        let contractions = pds.rules().iter().filter(|rule| matches!(rule.kind, RuleKind::Contraction));
        let contractions = contractions.filter(|rule| rule.transfer.guard != Formula::FALSE).map(|rule| rule.from);
        reach.leaves = reach.backward(pds, &incoming, contractions.collect(), false, budget)?;
        let targets = targets.iter().flat_map(|target| target.locations.iter().copied()).collect();
        reach.hits = reach.backward(pds, &incoming, targets, true, budget)?;
        reach.upward(pds);
        Ok(reach)
    }

    /// The location where a procedure begins.
    pub(crate) fn entry(&self, procedure: ProcId) -> LocId {
        self.entry_of[procedure.index()]
    }

    /// Whether a run may come to the location.
    pub(crate) fn reached(&self, location: LocId) -> bool {
        self.reached[location.index()]
    }

    /// Whether a run may come to the location and go on to a target.
    pub(crate) fn useful(&self, location: LocId) -> bool {
        let up = self.up[self.procedure_of[location.index()].index()];
        self.hits[location.index()] || self.leaves[location.index()] && up
    }

    /// Whether a target may be reached before the procedure returns.
    pub(crate) fn hits_inside(&self, procedure: ProcId) -> bool {
        self.hits[self.entry_of[procedure.index()].index()]
    }

    /// Whether the procedure may return.
    pub(crate) fn returns(&self, procedure: ProcId) -> bool {
        self.returns[procedure.index()]
    }

    /// Whether a target may be reached after the procedure has returned.
    pub(crate) fn matters_behind(&self, procedure: ProcId) -> bool {
        self.up[procedure.index()]
    }

    /// Whether the rule may be applied in a run and a target be reached afterwards.
    pub fn keeps(&self, rule: &Rule) -> bool {
        let useful = match rule.kind {
            RuleKind::Neutration { to } => self.useful(to),
            RuleKind::Expansion { callee, to } => {
                self.hits_inside(callee) || self.returns[callee.index()] && self.useful(to)
            }
            RuleKind::Contraction => self.up[self.procedure_of[rule.from.index()].index()],
        };
        useful && self.reached(rule.from) && rule.transfer.guard != Formula::FALSE
    }

    /// Computes *reached* and *returns*.
    fn forward(&mut self, pds: &SymbolicPds, budget: &Budget) -> Result<(), StopReason> {
        let mut waiting = vec![Vec::new(); pds.procedures.len()];
        let mut open = vec![self.entry_of[pds.entry.index()]];
        while let Some(location) = open.pop() {
            budget.poll()?;
            if std::mem::replace(&mut self.reached[location.index()], true) {
                continue;
            }
            for rule in pds.rules_from(location).map(|id| pds.rule(id)) {
                match rule.kind {
                    _ if rule.transfer.guard == Formula::FALSE => {}
                    RuleKind::Neutration { to } => open.push(to),
                    RuleKind::Expansion { callee, to } => {
                        open.push(self.entry_of[callee.index()]);
                        if self.returns[callee.index()] { open.push(to) } else { waiting[callee.index()].push(to) }
                    }
                    RuleKind::Contraction => {
                        let procedure = self.procedure_of[location.index()].index();
                        self.returns[procedure] = true;
                        open.append(&mut waiting[procedure]);
                    }
                }
            }
        }
        Ok(())
    }

    /// The reached locations from which one of `seeds` is reached while the activation on top stays; with `inside` also
    /// those from which one is reached within a callee.
    fn backward(
        &self,
        pds: &SymbolicPds,
        incoming: &Incoming,
        seeds: Vec<LocId>,
        inside: bool,
        budget: &Budget,
    ) -> Result<Vec<bool>, StopReason> {
        let mut found = vec![false; pds.locations.len()];
        let mut open = seeds;
        while let Some(location) = open.pop() {
            budget.poll()?;
            if !self.reached(location) || std::mem::replace(&mut found[location.index()], true) {
                continue;
            }
            for rule in incoming.to(location).iter().map(|&id| pds.rule(id)) {
                let leads = match rule.kind {
                    RuleKind::Expansion { callee, to } => {
                        to == location && self.returns[callee.index()]
                            || inside && self.entry_of[callee.index()] == location
                    }
                    RuleKind::Neutration { .. } | RuleKind::Contraction => true,
                };
                if leads && rule.transfer.guard != Formula::FALSE {
                    open.push(rule.from);
                }
            }
        }
        Ok(found)
    }

    /// Computes *up*.
    fn upward(&mut self, pds: &SymbolicPds) {
        let mut calls = vec![Vec::new(); pds.procedures.len()];
        let mut open = Vec::new();
        for rule in pds.rules() {
            if let RuleKind::Expansion { callee, to } = rule.kind
                && self.reached(rule.from)
                && rule.transfer.guard != Formula::FALSE
            {
                if self.hits[to.index()] {
                    open.push(callee);
                } else if self.leaves[to.index()] {
                    calls[self.procedure_of[rule.from.index()].index()].push(callee);
                }
            }
        }
        while let Some(procedure) = open.pop() {
            if !std::mem::replace(&mut self.up[procedure.index()], true) {
                open.append(&mut calls[procedure.index()]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pds::analysis::fixture::Fixture;

    fn useful(text: &str, places: &[(&str, u32)]) -> Vec<bool> {
        let fixture = Fixture::new(text);
        let reach = Reach::analyse(&fixture.pds, &fixture.targets);
        places.iter().map(|&(procedure, point)| reach.useful(fixture.at(procedure, point))).collect()
    }

    #[test]
    fn calls_are_matched_with_returns() {
        // From the first call of f the target is reached after the return, from the second no more.
        let text = "decl a; void f() begin skip; end
                    void main() begin f(); assert(a); f(); skip; end";
        assert_eq!(useful(text, &[("f", 0), ("f", 1), ("main", 1), ("main", 2)]), [true; 4]);
        assert_eq!(useful(text, &[("main", 3), ("main", 4)]), [false; 2]);
        let fixture = Fixture::new(text);
        let reach = Reach::analyse(&fixture.pds, &fixture.targets);
        let calls = fixture.pds.rules().iter().filter(|rule| matches!(rule.kind, RuleKind::Expansion { .. }));
        assert_eq!(calls.map(|rule| reach.keeps(rule)).collect::<Vec<_>>(), [true, false]);
    }

    #[test]
    fn what_is_behind_a_call_without_return_is_not_reached() {
        let text = "void f() begin L: goto L; end void g() begin f(); end void main() begin g(); assert(F); end";
        assert_eq!(useful(text, &[("main", 0), ("f", 0), ("main", 2)]), [false; 3]);
    }

    #[test]
    fn constant_guards_and_uncalled_procedures_cut() {
        let text = "decl a; void f() begin assert(a); end
                    void main() begin if (F) then assert(a); fi assert(a); end";
        assert_eq!(useful(text, &[("f", 0), ("main", 2), ("main", 3)]), [false, false, true]);
    }
}

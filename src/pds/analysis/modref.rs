//! Which globals a procedure may modify and read, by itself or through those that it calls (Banning 1979).
//!
//! A global that is updated by its own value is neither modified nor read by that. Where control is does not count,
//! so the sets are those of all rules of the procedure. Sets only grow along calls; a work list takes callees before
//! callers, so that without recursion each procedure is looked at once.

use super::slots::{SlotSet, SlotSets, Supports};
use crate::lang::program::ProcId;
use crate::logic::formula::{Formula, Formulas, Node};
use crate::pds::{RuleKind, Slot, SymbolicPds};

/// The sets of all procedures.
#[derive(Clone, Debug)]
pub(crate) struct ModRef {
    sets: SlotSets,
    modifies: Vec<SlotSet>,
    reads: Vec<SlotSet>,
}

impl ModRef {
    /// From the rules of the system.
    pub(crate) fn analyse(pds: &SymbolicPds) -> ModRef {
        ModRef::of(pds, |slot, value| !is_identity(&pds.formulas, slot, value))
    }

    /// The same, where a global that is updated by its own value is modified, too: by each rule that names it.
    pub(crate) fn written(pds: &SymbolicPds) -> ModRef {
        ModRef::of(pds, |_, _| true)
    }

    fn of(pds: &SymbolicPds, counts: impl Fn(Slot, Formula) -> bool) -> ModRef {
        let mut sets = SlotSets::new(pds);
        let supports = Supports::new(&pds.formulas, &mut sets);
        let count = pds.procedures.len();
        let mut all = ModRef { sets, modifies: vec![SlotSet::EMPTY; count], reads: vec![SlotSet::EMPTY; count] };
        let mut calls = vec![Vec::new(); count];
        for rule in pds.rules() {
            let procedure = pds.procedure_of(rule.from).index();
            if let RuleKind::Expansion { callee, .. } = rule.kind {
                calls[procedure].push(callee.index());
            }
            let mut reads = supports.of(rule.transfer.guard);
            for &(slot, value) in &rule.transfer.updates {
                if !counts(slot, value) {
                    continue;
                }
                reads = all.sets.union(reads, supports.of(value));
                if let Slot::Global(_) = slot {
                    let one = all.sets.singleton(slot);
                    all.modifies[procedure] = all.sets.union(all.modifies[procedure], one);
                }
            }
            let reads = SlotSet { globals: reads.globals, ..SlotSet::EMPTY };
            all.reads[procedure] = all.sets.union(all.reads[procedure], reads);
        }
        for callees in &mut calls {
            callees.sort_unstable();
            callees.dedup();
        }
        all.close(&calls);
        all
    }

    /// What holds of every system: each procedure may modify and read each global.
    pub(crate) fn everything(pds: &SymbolicPds) -> ModRef {
        let mut sets = SlotSets::new(pds);
        let all = vec![sets.first(pds.globals.len(), 0, 0); pds.procedures.len()];
        ModRef { sets, modifies: all.clone(), reads: all }
    }

    /// The store of all sets here.
    pub(crate) fn sets(&self) -> &SlotSets {
        &self.sets
    }

    /// The globals that may have another value when the procedure returns than when it was called.
    pub(crate) fn modifies(&self, procedure: ProcId) -> SlotSet {
        self.modifies[procedure.index()]
    }

    /// The globals whose value may influence what the procedure does, beyond its being kept.
    pub(crate) fn reads(&self, procedure: ProcId) -> SlotSet {
        self.reads[procedure.index()]
    }

    /// Adds the sets of the callees until nothing changes.
    fn close(&mut self, calls: &[Vec<usize>]) {
        let mut callers = vec![Vec::new(); calls.len()];
        for (caller, callees) in calls.iter().enumerate() {
            callees.iter().for_each(|&callee| callers[callee].push(caller));
        }
        let mut open = callers_first(calls);
        let mut is_open = vec![true; calls.len()];
        while let Some(procedure) = open.pop() {
            is_open[procedure] = false;
            let before = (self.modifies[procedure], self.reads[procedure]);
            let mut sum = before;
            for &callee in &calls[procedure] {
                sum.0 = self.sets.union(sum.0, self.modifies[callee]);
                sum.1 = self.sets.union(sum.1, self.reads[callee]);
            }
            (self.modifies[procedure], self.reads[procedure]) = sum;
            if sum != before {
                let again = callers[procedure].iter().filter(|&&caller| !std::mem::replace(&mut is_open[caller], true));
                open.extend(again);
            }
        }
    }
}

fn is_identity(formulas: &Formulas, slot: Slot, value: Formula) -> bool {
    !value.is_negated() && formulas.node(value.node()) == Node::Input(slot.input())
}

/// All procedures; without recursion each before those that it calls.
fn callers_first(calls: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(calls.len());
    let mut seen = vec![false; calls.len()];
    for root in 0..calls.len() {
        // A procedure with the number of its callees that have been looked at.
        let mut open = if std::mem::replace(&mut seen[root], true) { Vec::new() } else { vec![(root, 0)] };
        while let Some((procedure, next)) = open.last_mut() {
            match calls[*procedure].get(*next) {
                Some(&callee) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[callee], true) {
                        open.push((callee, 0));
                    }
                }
                None => {
                    order.push(*procedure);
                    open.pop();
                }
            }
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pds::analysis::fixture::Fixture;

    #[test]
    fn sets_are_closed_under_calls() {
        let fixture = Fixture::new(
            "decl a, b, c, d;
             void main() begin f(); assert(d); end
             void f() begin a := b; if (*) then g(); fi end
             void g() begin c := c; h(); if (*) then f(); fi end
             void h() begin c, a := c, a; end",
        );
        let sets = ModRef::analyse(&fixture.pds);
        let show = |name: &str| {
            let procedure = fixture.procedure(name);
            let names = |set| fixture.names(procedure, sets.sets().iter(set));
            (names(sets.modifies(procedure)), names(sets.reads(procedure)))
        };
        assert_eq!(show("main"), ("a".into(), "b d".into()));
        assert_eq!(show("f"), ("a".into(), "b".into()));
        assert_eq!(show("g"), ("a".into(), "b".into()));
        assert_eq!(show("h"), (String::new(), String::new()));
    }
}

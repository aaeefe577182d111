//! Interprocedural constant propagation: which slots have the same value in every run that comes to a location.
//!
//! Conditional (Wegman and Zadeck 1991): a guard that cannot hold with the constants known so far is no path yet, and where
//! an input is a conjunct of a guard, it has that value behind it. Interprocedural with one set of values a procedure,
//! whoever calls (Callahan, Cooper, Kennedy and Torczon 1986): the values at its entry are joined over its calls, those at its
//! exit go back to all of them. But a global that the callee does not modify ([`ModRef`]) keeps the value that it had
//! at that call.
//!
//! The least sets of slots that can be 1, and that can be 0, at each location and at the exit of each procedure, such that
//! they hold of the initial states and are closed under the rules; formulas are evaluated with a third value, *unknown*. A
//! slot that can be one of them only is a constant. Sets only grow, so each slot of each location falls twice at most;
//! the work list takes callers before callees and what comes earlier first. As with [`super::liveness`] that takes a few
//! evaluations a location on real programs, and sets are interned.
//!
//! The sets are inductive: conjoined to an invariant of the system with the constants filled in (`passes::constants`), they
//! give one of the system without.

mod known;

use super::flow::{postorder, ranks};
use super::modref::ModRef;
use super::reach::Reach;
use super::sets::SetId;
use super::slots::{SlotSet, SlotSets, Supports};
use crate::budget::{Budget, StopReason};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::pds::{Rule, RuleId, RuleKind, Slot, SymbolicPds};
use known::{Judge, Known};
use rustc_hash::FxHashMap;
use std::collections::BinaryHeap;

/// The constants at each location.
#[derive(Clone, Debug)]
pub(crate) struct Constants {
    sets: SlotSets,
    /// For each location what is known there, as an index of `distinct`: mostly what is known nearby, too.
    at: Vec<u32>,
    distinct: Vec<Option<Values>>,
    exit: Vec<Option<Values>>,
}

/// The values that slots can have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Values {
    ones: SlotSet,
    zeros: SlotSet,
}

impl Constants {
    /// The constants of a system. `reach` says at least where control can be.
    ///
    /// # Errors
    /// The limit that was hit.
    pub(crate) fn analyse(
        pds: &SymbolicPds,
        reach: &Reach,
        modref: &ModRef,
        budget: &Budget,
    ) -> Result<Constants, StopReason> {
        let mut analysis = Analysis::new(pds, reach, modref, budget)?;
        while let Some(rank) = analysis.open.pop() {
            budget.poll()?;
            analysis.is_open[rank as usize] = false;
            analysis.evaluate(analysis.order[rank as usize]);
        }
        let Analysis { sets, at, exit, .. } = analysis;
        let (mut known, mut distinct) = (FxHashMap::default(), Vec::new());
        // Not `into_iter`: numbers that were collected in the room of the values would keep all of it.
        let at = at.iter().map(|&values| {
            *known.entry(values).or_insert_with(|| {
                distinct.push(values);
                distinct.len() as u32 - 1
            })
        });
        Ok(Constants { at: at.collect(), sets, distinct, exit })
    }

    /// The store of all sets here.
    pub(in crate::pds) fn sets(&self) -> &SlotSets {
        &self.sets
    }

    /// The constants at the location, as one of `sets`, which are those here or more; `None` where no run comes.
    pub(in crate::pds) fn fixed_at(&self, location: LocId, sets: &mut SlotSets) -> Option<SlotSet> {
        self.known(location).map(|values| values.fixed(sets))
    }

    /// Whether a run may come to the location.
    pub(crate) fn reached(&self, location: LocId) -> bool {
        self.known(location).is_some()
    }

    /// The value that the slot has whenever a run is at the location.
    pub(crate) fn value(&self, location: LocId, slot: Slot) -> Option<bool> {
        self.known(location).and_then(|values| values.of(&self.sets, slot))
    }

    /// All constants at the location: first those that are true.
    pub(crate) fn slots(&self, location: LocId) -> impl Iterator<Item = (Slot, bool)> + use<'_> {
        self.fixed(self.known(location).unwrap_or_default())
    }

    /// Whether a run may return from the procedure.
    pub(crate) fn returns(&self, procedure: ProcId) -> bool {
        self.exit[procedure.index()].is_some()
    }

    /// All constants when the procedure returns, of globals and results.
    pub(crate) fn left(&self, procedure: ProcId) -> impl Iterator<Item = (Slot, bool)> + use<'_> {
        self.fixed(self.exit[procedure.index()].unwrap_or_default())
    }

    fn known(&self, location: LocId) -> Option<Values> {
        self.distinct[self.at[location.index()] as usize]
    }

    fn fixed(&self, Values { ones, zeros }: Values) -> impl Iterator<Item = (Slot, bool)> + use<'_> {
        let only = |set: SlotSet, other: SlotSet, value: bool| {
            let slots = self.sets.iter(set).filter(move |&slot| !self.sets.contains(other, slot));
            slots.map(move |slot| (slot, value))
        };
        only(ones, zeros, true).chain(only(zeros, ones, false))
    }
}

impl Values {
    fn of(self, sets: &SlotSets, slot: Slot) -> Option<bool> {
        match (sets.contains(self.ones, slot), sets.contains(self.zeros, slot)) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    }

    fn map(self, mut of: impl FnMut(SlotSet) -> SlotSet) -> Values {
        Values { ones: of(self.ones), zeros: of(self.zeros) }
    }

    fn join(self, other: Values, sets: &mut SlotSets) -> Values {
        Values { ones: sets.union(self.ones, other.ones), zeros: sets.union(self.zeros, other.zeros) }
    }

    /// The slots with one value only.
    fn fixed(self, sets: &mut SlotSets) -> SlotSet {
        let one = sets.difference(self.ones, self.zeros);
        let zero = sets.difference(self.zeros, self.ones);
        sets.union(one, zero)
    }
}

struct Analysis<'a> {
    pds: &'a SymbolicPds,
    sets: SlotSets,
    supports: Supports,
    judge: Judge,
    /// For each rule the slots that it updates.
    updated: Vec<SlotSet>,
    /// For each procedure the globals that it modifies.
    modified: Vec<SlotSet>,
    /// Where each procedure is called.
    calls: Vec<Vec<LocId>>,
    at: Vec<Option<Values>>,
    exit: Vec<Option<Values>>,
    /// The locations, those that come later first, and back.
    order: Vec<LocId>,
    rank: Vec<u32>,
    open: BinaryHeap<u32>,
    is_open: Vec<bool>,
}

impl<'a> Analysis<'a> {
    /// Looks at the limits between lists that have an entry for each rule or location.
    fn new(pds: &'a SymbolicPds, reach: &Reach, modref: &ModRef, budget: &Budget) -> Result<Analysis<'a>, StopReason> {
        let mut sets = modref.sets().clone();
        let supports = Supports::new(&pds.formulas, &mut sets);
        let updated = pds.rules().iter().map(|rule| sets.updated(&rule.transfer)).collect();
        let modified =
            pds.procedures.iter().map(|declared| modref.modifies(pds.procedure_of(declared.entry))).collect();
        let mut calls = vec![Vec::new(); pds.procedures.len()];
        for rule in pds.rules() {
            if let RuleKind::Expansion { callee, .. } = rule.kind {
                calls[callee.index()].push(rule.from);
            }
        }
        budget.check()?;
        let order = postorder(pds, |location| reach.reached(location));
        budget.check()?;
        let at = vec![None; pds.locations.len()];
        budget.check()?;
        let mut analysis = Analysis {
            pds,
            sets,
            supports,
            judge: Judge::default(),
            updated,
            modified,
            calls,
            at,
            exit: vec![None; pds.procedures.len()],
            rank: ranks(pds, &order),
            open: BinaryHeap::new(),
            is_open: vec![false; order.len()],
            order,
        };
        analysis.begin();
        Ok(analysis)
    }

    /// The states in which runs begin.
    fn begin(&mut self) {
        let entry = &self.pds.procedures[self.pds.entry.index()];
        let globals = self.pds.globals.iter().enumerate().map(|(index, &init)| (Slot::Global(index), init));
        let locals = entry.init.iter().enumerate().map(|(index, &init)| (Slot::Local(index), init));
        let mut values = Values::default();
        for (slot, init) in globals.chain(locals) {
            let one = Values::one(&mut self.sets, slot, init);
            values = values.join(one, &mut self.sets);
        }
        self.join(entry.entry, values);
    }

    fn evaluate(&mut self, location: LocId) {
        let Some(here) = self.at[location.index()] else { return };
        let pds = self.pds;
        for id in pds.rules_from(location) {
            let rule = pds.rule(id);
            if let Some(known) =
                self.judge.behind(&pds.formulas, &mut self.sets, &self.supports, here, rule.transfer.guard)
            {
                self.apply(id, rule, &known);
            }
        }
    }

    /// Where the rule leads, with what is known behind its guard.
    fn apply(&mut self, id: RuleId, rule: &Rule, known: &Known) {
        let pds = self.pds;
        let updated = self.updated[id.index()];
        let mut after = known.values.map(|set| self.sets.difference(set, updated));
        for &(slot, value) in &rule.transfer.updates {
            let value = self.judge.value(&pds.formulas, &self.sets, &self.supports, known, value);
            let one = Values::one(&mut self.sets, slot, value);
            after = after.join(one, &mut self.sets);
        }
        match rule.kind {
            RuleKind::Neutration { to } => self.join(to, after.map(SlotSet::without_results)),
            RuleKind::Contraction => self.leave(pds.procedure_of(rule.from), after.map(SlotSet::without_locals)),
            RuleKind::Expansion { callee, to } => {
                let declared = &pds.procedures[callee.index()];
                let all = self.sets.first(0, declared.init.len(), 0);
                let free = self.sets.difference(all, updated);
                let given = SlotSet { globals: SetId::EMPTY, ..updated };
                let keep = |sets: &mut SlotSets, set: SlotSet| {
                    let params = sets.intersection(set, given);
                    let params = sets.union(params, free);
                    SlotSet { globals: set.globals, ..params }
                };
                let entered = after.map(|set| keep(&mut self.sets, set));
                self.join(declared.entry, entered);
                if let Some(exit) = self.exit[callee.index()] {
                    let modified = self.modified[callee.index()];
                    let left = exit.map(|set| {
                        let globals = self.sets.intersection(set, modified).globals;
                        SlotSet { globals, ..set }
                    });
                    let locals = known.values;
                    let kept = Values {
                        ones: SlotSet { locals: locals.ones.locals, ..after.ones.without_results() },
                        zeros: SlotSet { locals: locals.zeros.locals, ..after.zeros.without_results() },
                    };
                    let kept = kept.map(|set| self.sets.difference(set, modified));
                    let back = kept.join(left, &mut self.sets);
                    self.join(to, back);
                }
            }
        }
    }

    fn leave(&mut self, procedure: ProcId, values: Values) {
        let before = self.exit[procedure.index()];
        let all = before.unwrap_or_default().join(values, &mut self.sets);
        if before != Some(all) {
            self.exit[procedure.index()] = Some(all);
            for index in 0..self.calls[procedure.index()].len() {
                let call = self.calls[procedure.index()][index];
                if self.at[call.index()].is_some() {
                    self.open(call);
                }
            }
        }
    }

    fn join(&mut self, location: LocId, values: Values) {
        let before = self.at[location.index()];
        let all = before.unwrap_or_default().join(values, &mut self.sets);
        if before != Some(all) {
            self.at[location.index()] = Some(all);
            self.open(location);
        }
    }

    fn open(&mut self, location: LocId) {
        let rank = self.rank[location.index()];
        if let Some(is_open) = self.is_open.get_mut(rank as usize)
            && !std::mem::replace(is_open, true)
        {
            self.open.push(rank);
        }
    }
}

impl Values {
    /// A slot that has this value, or, without one, any.
    fn one(sets: &mut SlotSets, slot: Slot, value: Option<bool>) -> Values {
        let one = sets.singleton(slot);
        let of = |possible: bool| if possible { one } else { SlotSet::EMPTY };
        Values { ones: of(value != Some(false)), zeros: of(value != Some(true)) }
    }
}

#[cfg(test)]
mod tests;

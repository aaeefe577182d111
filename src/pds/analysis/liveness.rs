//! Strong interprocedural liveness: which slots may still influence, by their value, whether a target is reached.
//!
//! The least sets (strong liveness, the complement of faintness: Giegerich, Möncke and Wilhelm 1981) such that, for each
//! rule from n that [`Reach::keeps`],
//!
//! - what its guard reads is live at n: a run that is blocked reaches nothing, so every guard observes;
//! - an update of a slot that is live afterwards makes what its value reads live at n, an update of a dead one nothing;
//! - what is live afterwards and not updated is live at n;
//! - a call that does not matter to what is live behind it ([`Influence`]) makes nothing live but that, and nothing is said about what
//!   its callee does then.
//!
//! *Afterwards* is: for a neutration its destination; for a contraction the exit of the procedure, where the globals
//! and the results are live that are live at some return site (one set a procedure, whoever called); for an
//! expansion, of globals and parameters the callee's entry, of the caller's locals the return site. From where no
//! target can be reached nothing is live.
//!
//! Sets only grow, and each evaluation after the first of a location answers a growth of a set that it depends on.
//! The work list takes callers before callees, and in a procedure what comes later first: so all return sites are
//! looked at before the callee whose exit they make. (Callees first is the tempting order, and quadratic in the
//! number of calls of one procedure where each brings live globals of its own.) On real programs that takes a few
//! evaluations a location; the worst case is one for each slot. Sets are interned: a location costs 12 bytes and a
//! set that differs in few slots from one that is there a few paths of a tree (see [`super::sets`]); the worst case
//! is a bit set a location.

use super::flow::{Incoming, postorder, ranks};
use super::influence::Influence;
use super::reach::Reach;
use super::slots::{SlotSet, SlotSets, Supports};
use crate::budget::{Budget, StopReason};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::pds::{Rule, RuleKind, Slot, SymbolicPds};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The live slots at each location and at the exit of each procedure.
#[derive(Clone, Debug)]
pub struct Liveness {
    sets: SlotSets,
    at: Vec<SlotSet>,
    exit: Vec<SlotSet>,
}

impl Liveness {
    /// Strong liveness for the targets that `reach` is about; each call may matter.
    pub fn analyse(pds: &SymbolicPds, reach: &Reach) -> Liveness {
        let everything = Influence::everything(pds);
        Liveness::within(pds, reach, &everything, &Budget::unlimited()).expect("nothing limits it")
    }

    /// Strong liveness within a budget.
    ///
    /// # Errors
    /// The limit that was hit.
    pub(crate) fn within(
        pds: &SymbolicPds,
        reach: &Reach,
        influence: &Influence,
        budget: &Budget,
    ) -> Result<Liveness, StopReason> {
        let mut analysis = Analysis::new(pds, reach, influence);
        analysis.run(budget)?;
        let Analysis { sets, at, exit, .. } = analysis;
        Ok(Liveness { sets, at, exit })
    }

    /// These slots, for each location and for the exit of each procedure, of a store of sets.
    pub(crate) fn of(sets: SlotSets, at: Vec<SlotSet>, exit: Vec<SlotSet>) -> Liveness {
        Liveness { sets, at, exit }
    }

    /// What holds of every system: each slot in scope may be live.
    pub(crate) fn everything(pds: &SymbolicPds) -> Liveness {
        let mut sets = SlotSets::new(pds);
        let globals = pds.globals.len();
        let locals_of =
            |location: usize| pds.procedures[pds.procedure_of(LocId::from_index(location)).index()].init.len();
        let mut at: Vec<SlotSet> =
            (0..pds.locations.len()).map(|location| sets.first(globals, locals_of(location), 0)).collect();
        for rule in pds.rules() {
            if let RuleKind::Expansion { callee, to } = rule.kind {
                let results = pds.procedures[callee.index()].results;
                at[to.index()] = sets.first(globals, locals_of(to.index()), results);
            }
        }
        let exit = pds.procedures.iter().map(|procedure| sets.first(globals, 0, procedure.results)).collect();
        Liveness { sets, at, exit }
    }

    /// The store of all sets here.
    pub(crate) fn sets(&self) -> &SlotSets {
        &self.sets
    }

    /// What is live at the location.
    pub(crate) fn at(&self, location: LocId) -> SlotSet {
        self.at[location.index()]
    }

    /// The globals and results that are live where some caller goes on.
    pub(crate) fn exit(&self, procedure: ProcId) -> SlotSet {
        self.exit[procedure.index()]
    }

    /// Whether the slot is live at the location.
    pub fn contains(&self, location: LocId, slot: Slot) -> bool {
        self.sets.contains(self.at(location), slot)
    }

    /// The live slots at the location, in order.
    pub(crate) fn slots(&self, location: LocId) -> impl Iterator<Item = Slot> + use<'_> {
        self.sets.iter(self.at(location))
    }

    /// What is live after a rule, of all that the rule may update.
    pub(crate) fn after(&self, pds: &SymbolicPds, rule: &Rule) -> SlotSet {
        after(pds, &self.at, &self.exit, rule)
    }
}

fn after(pds: &SymbolicPds, at: &[SlotSet], exit: &[SlotSet], rule: &Rule) -> SlotSet {
    match rule.kind {
        RuleKind::Neutration { to } => at[to.index()],
        RuleKind::Expansion { callee, .. } => at[pds.procedures[callee.index()].entry.index()],
        RuleKind::Contraction => exit[pds.procedure_of(rule.from).index()],
    }
}

struct Analysis<'a> {
    pds: &'a SymbolicPds,
    reach: &'a Reach,
    influence: &'a Influence,
    incoming: Incoming,
    sets: SlotSets,
    supports: Supports,
    /// For each rule the slots that it updates.
    updated: Vec<SlotSet>,
    at: Vec<SlotSet>,
    exit: Vec<SlotSet>,
    /// The locations of each procedure that have contractions.
    exits: Vec<Vec<LocId>>,
    /// The locations in the order of the work list, and back; those that do not matter are not in it.
    order: Vec<LocId>,
    rank: Vec<u32>,
    open: BinaryHeap<Reverse<u32>>,
    is_open: Vec<bool>,
}

impl<'a> Analysis<'a> {
    fn new(pds: &'a SymbolicPds, reach: &'a Reach, influence: &'a Influence) -> Analysis<'a> {
        let mut sets = SlotSets::new(pds);
        let supports = Supports::new(&pds.formulas, &mut sets);
        let updated = pds.rules().iter().map(|rule| sets.updated(&rule.transfer)).collect();
        let mut exits = vec![Vec::new(); pds.procedures.len()];
        for rule in pds.rules().iter().filter(|rule| reach.keeps(rule)) {
            if rule.kind == RuleKind::Contraction {
                exits[pds.procedure_of(rule.from).index()].push(rule.from);
            }
        }
        let mut order = postorder(pds, |location| reach.useful(location));
        let mut rank = ranks(pds, &order);
        // The entry of a procedure comes before all calls of it, but for recursion.
        let entry_of = |location: LocId| pds.procedures[pds.procedure_of(location).index()].entry;
        order.sort_by_key(|&location| (Reverse(rank[entry_of(location).index()]), rank[location.index()]));
        rank = ranks(pds, &order);
        Analysis {
            pds,
            reach,
            influence,
            incoming: Incoming::new(pds),
            sets,
            supports,
            updated,
            at: vec![SlotSet::EMPTY; pds.locations.len()],
            exit: vec![SlotSet::EMPTY; pds.procedures.len()],
            exits,
            rank,
            open: (0..order.len() as u32).map(Reverse).collect(),
            is_open: vec![true; order.len()],
            order,
        }
    }

    fn run(&mut self, budget: &Budget) -> Result<(), StopReason> {
        while let Some(Reverse(rank)) = self.open.pop() {
            budget.poll()?;
            self.is_open[rank as usize] = false;
            self.evaluate(self.order[rank as usize]);
        }
        Ok(())
    }

    fn evaluate(&mut self, location: LocId) {
        let pds = self.pds;
        // A call that begins to matter makes less live than before, perhaps. What was live stays so, or there would be no end.
        let mut live = self.at[location.index()];
        for id in pds.rules_from(location) {
            let rule = pds.rule(id);
            if self.reach.keeps(rule) {
                let before = self.before(rule, self.updated[id.index()]);
                live = self.sets.union(live, before);
            }
        }
        if std::mem::replace(&mut self.at[location.index()], live) == live {
            return;
        }
        for index in 0..self.incoming.to(location).len() {
            let rule = pds.rule(self.incoming.to(location)[index]);
            self.open(rule.from);
            if let RuleKind::Expansion { callee, to } = rule.kind
                && to == location
                && self.reach.keeps(rule)
                && self.influence.matters(callee, &self.sets, live)
            {
                self.come_back(callee, live);
            }
        }
    }

    /// What is live where a call of the procedure comes back is live at its exit.
    fn come_back(&mut self, callee: ProcId, live: SlotSet) {
        let exit = &mut self.exit[callee.index()];
        let all = self.sets.union(*exit, SlotSet { locals: SlotSet::EMPTY.locals, ..live });
        if std::mem::replace(exit, all) != all {
            for index in 0..self.exits[callee.index()].len() {
                self.open(self.exits[callee.index()][index]);
            }
        }
    }

    fn open(&mut self, location: LocId) {
        let rank = self.rank[location.index()];
        if let Some(is_open) = self.is_open.get_mut(rank as usize)
            && !std::mem::replace(is_open, true)
        {
            self.open.push(Reverse(rank));
        }
    }

    /// What the rule makes live where it begins.
    fn before(&mut self, rule: &Rule, updated: SlotSet) -> SlotSet {
        if let RuleKind::Expansion { callee, to } = rule.kind
            && !self.influence.matters(callee, &self.sets, self.at[to.index()])
        {
            return self.sets.union(self.at[to.index()], self.supports.of(rule.transfer.guard));
        }
        let after = after(self.pds, &self.at, &self.exit, rule);
        let kept = self.sets.difference(after, updated);
        let kept = match rule.kind {
            RuleKind::Neutration { .. } => SlotSet { results: SlotSet::EMPTY.results, ..kept },
            RuleKind::Expansion { to, .. } => SlotSet { locals: self.at[to.index()].locals, ..kept },
            RuleKind::Contraction => SlotSet { results: SlotSet::EMPTY.results, ..kept },
        };
        let mut live = self.sets.union(kept, self.supports.of(rule.transfer.guard));
        for &(slot, value) in &rule.transfer.updates {
            if self.sets.contains(after, slot) {
                live = self.sets.union(live, self.supports.of(value));
            }
        }
        live
    }
}

#[cfg(test)]
mod tests;

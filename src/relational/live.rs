//! Which variables are looked at where, and which at all.

use super::frames::Vertex;
use crate::budget::{Budget, StopReason};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::pds::analysis::slots::{SlotSet, Supports};
use crate::pds::analysis::{Liveness, ModRef};
use crate::pds::passes::Prepared;
use crate::pds::{RuleKind, Slot, SymbolicPds};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::sync::Arc;

/// The slots that are looked at at each location, and of each procedure at its entry and its return: those that are live, or some of these.
#[derive(Clone, Debug)]
pub struct Live<'p> {
    pds: &'p SymbolicPds,
    slots: Cow<'p, Liveness>,
    /// The globals that a procedure leaves as they are, if its callers keep these.
    aside: Option<&'p ModRef>,
    /// For each location behind a call the callee.
    called: Arc<[Option<ProcId>]>,
    /// For each procedure whether it is called at all.
    is_called: Vec<bool>,
}

/// A set of slots.
#[derive(Clone, Copy)]
pub struct Slots<'a> {
    liveness: &'a Liveness,
    set: SlotSet,
}

impl<'a> Slots<'a> {
    /// Whether it has this one.
    pub fn contains(&self, slot: &Slot) -> bool {
        self.liveness.sets().contains(self.set, *slot)
    }

    /// The set: equal ones of one [`Live`] have equal slots.
    pub(super) fn id(&self) -> SlotSet {
        self.set
    }

    /// All of them, sorted.
    pub fn iter(&self) -> impl Iterator<Item = Slot> + use<'a> {
        self.liveness.sets().iter(self.set)
    }
}

impl<'p> Live<'p> {
    /// What is live, as the passes have found it. All globals go through a callee.
    pub fn of(system: &'p Prepared) -> Live<'p> {
        Live::new(system, Cow::Borrowed(&system.live), None)
    }

    /// These slots. The globals that a procedure does not modify do not go through it: its callers keep them.
    pub(crate) fn only(system: &'p Prepared, slots: Liveness) -> Live<'p> {
        Live::new(system, Cow::Owned(slots), Some(&system.modref))
    }

    fn new(system: &'p Prepared, slots: Cow<'p, Liveness>, aside: Option<&'p ModRef>) -> Live<'p> {
        let mut called = vec![None; system.pds.locations.len()];
        let mut is_called = vec![false; system.pds.procedures.len()];
        for rule in system.pds.rules() {
            if let RuleKind::Expansion { callee, to } = rule.kind {
                called[to.index()] = Some(callee);
                is_called[callee.index()] = true;
            }
        }
        Live { pds: &system.pds, slots, aside, called: called.into(), is_called }
    }

    /// The slots at a location.
    pub fn at(&self, location: LocId) -> Slots<'_> {
        Slots { liveness: &self.slots, set: self.slots.at(location) }
    }

    /// The globals, parameters and locals at the entry of a procedure.
    pub fn entry(&self, procedure: ProcId) -> Slots<'_> {
        self.at(self.pds.procedures[procedure.index()].entry)
    }

    /// The globals and results when a procedure has returned.
    pub fn exit(&self, procedure: ProcId) -> Slots<'_> {
        Slots { liveness: &self.slots, set: self.slots.exit(procedure) }
    }

    /// Whether the callers of a procedure keep a global while it runs.
    pub(crate) fn is_kept(&self, callee: ProcId, slot: Slot) -> bool {
        matches!(slot, Slot::Global(_))
            && self.aside.is_some_and(|modref| !modref.sets().contains(modref.modifies(callee), slot))
    }

    /// The globals that are not [kept](Live::is_kept) while a procedure runs, unless that is all of them.
    pub(super) fn through(&self, callee: ProcId) -> Option<SlotSet> {
        self.aside.map(|modref| modref.modifies(callee))
    }

    /// The procedure that was called before a location, if it is one behind a call.
    pub fn called_at(&self, location: LocId) -> Option<ProcId> {
        self.called[location.index()]
    }

    /// Whether some rule calls a procedure.
    pub fn is_called(&self, procedure: ProcId) -> bool {
        self.is_called[procedure.index()]
    }

    /// The variables that some rule reads. Others matter nowhere.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn read(&self, budget: &Budget) -> Result<FxHashSet<Vertex>, StopReason> {
        let mut sets = self.slots.sets().clone();
        let supports = Supports::new(&self.pds.formulas, &mut sets);
        let mut read = FxHashSet::default();
        for rule in self.pds.rules() {
            let procedure = self.pds.procedure_of(rule.from);
            let values = rule.transfer.updates.iter().map(|&(_, value)| value);
            for formula in values.chain([rule.transfer.guard]) {
                budget.poll()?;
                read.extend(sets.iter(supports.of(formula)).filter_map(|slot| match slot {
                    Slot::Global(index) => Some(Vertex::Global(index)),
                    Slot::Local(index) => Some(Vertex::Local(procedure, index)),
                    Slot::Result(index) => Some(Vertex::Result(self.called_at(rule.from)?, index)),
                    Slot::Choice(_) => None,
                }));
            }
        }
        Ok(read)
    }
}

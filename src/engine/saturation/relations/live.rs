//! Which variables matter where, and which at all.

use super::frames::Vertex;
use crate::budget::{Budget, StopReason};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::pds::analysis::Liveness;
use crate::pds::analysis::slots::{SlotSet, Supports};
use crate::pds::passes::Prepared;
use crate::pds::{RuleKind, Slot, SymbolicPds};
use rustc_hash::FxHashSet;

/// The live slots of each location, and of each procedure at its entry and its return.
#[derive(Clone, Debug)]
pub struct Live<'p> {
    pds: &'p SymbolicPds,
    liveness: &'p Liveness,
    /// For each location behind a call the callee.
    called: Vec<Option<ProcId>>,
    /// For each procedure whether it is called at all.
    is_called: Vec<bool>,
}

/// A set of live slots.
#[derive(Clone, Copy)]
pub struct Slots<'p> {
    liveness: &'p Liveness,
    set: SlotSet,
}

impl<'p> Slots<'p> {
    /// Whether it has this one.
    pub fn contains(&self, slot: &Slot) -> bool {
        self.liveness.sets().contains(self.set, *slot)
    }

    /// All of them, sorted.
    pub fn iter(&self) -> impl Iterator<Item = Slot> + use<'p> {
        self.liveness.sets().iter(self.set)
    }
}

impl<'p> Live<'p> {
    /// As the passes have found it.
    pub fn of(system: &'p Prepared) -> Live<'p> {
        let mut called = vec![None; system.pds.locations.len()];
        let mut is_called = vec![false; system.pds.procedures.len()];
        for rule in system.pds.rules() {
            if let RuleKind::Expansion { callee, to } = rule.kind {
                called[to.index()] = Some(callee);
                is_called[callee.index()] = true;
            }
        }
        Live { pds: &system.pds, liveness: &system.live, called, is_called }
    }

    /// The live slots at a location.
    pub fn at(&self, location: LocId) -> Slots<'p> {
        Slots { liveness: self.liveness, set: self.liveness.at(location) }
    }

    /// The live globals, parameters and locals at the entry of a procedure.
    pub fn entry(&self, procedure: ProcId) -> Slots<'p> {
        self.at(self.pds.procedures[procedure.index()].entry)
    }

    /// The live globals and results when a procedure has returned.
    pub fn exit(&self, procedure: ProcId) -> Slots<'p> {
        Slots { liveness: self.liveness, set: self.liveness.exit(procedure) }
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
        let mut sets = self.liveness.sets().clone();
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

//! Which variables matter where.

use crate::lang::cfg::{LocId, Role};
use crate::lang::program::ProcId;
use crate::pds::{RuleKind, Slot, SymbolicPds};
use std::sync::Arc;

/// A sorted set of slots. Many locations share one.
#[derive(Clone, Debug, Default)]
pub struct Slots(Arc<[Slot]>);

impl Slots {
    /// The set of these.
    pub fn new(slots: impl IntoIterator<Item = Slot>) -> Slots {
        let mut slots: Vec<Slot> = slots.into_iter().collect();
        slots.sort_unstable();
        slots.dedup();
        Slots(slots.into())
    }

    /// Whether it has this one.
    pub fn contains(&self, slot: &Slot) -> bool {
        self.0.binary_search(slot).is_ok()
    }

    /// All of them, sorted.
    pub fn iter(&self) -> impl Iterator<Item = &Slot> {
        self.0.iter()
    }
}

/// The live slots of each location, and of each procedure at its entry and its return.
#[derive(Clone, Debug)]
pub struct Live {
    at: Vec<Slots>,
    entry: Vec<Slots>,
    exit: Vec<Slots>,
    /// For each location behind a call the callee.
    called: Vec<Option<ProcId>>,
}

impl Live {
    /// Everything that is in scope.
    pub fn everything(pds: &SymbolicPds) -> Live {
        let globals = || (0..pds.globals.len()).map(Slot::Global);
        let called = callees(pds);
        let at = pds.locations.iter().enumerate().map(|(index, location)| {
            let procedure = &pds.procedures[location.place.procedure.index()];
            let locals = (0..procedure.init.len()).map(Slot::Local);
            let results = match (location.role, called[index]) {
                (Role::Returned, Some(callee)) => pds.procedures[callee.index()].results,
                _ => 0,
            };
            Slots::new(globals().chain(locals).chain((0..results).map(Slot::Result)))
        });
        let at = at.collect();
        let entry = pds.procedures.iter().map(|p| Slots::new(globals().chain((0..p.init.len()).map(Slot::Local))));
        let exit = pds.procedures.iter().map(|p| Slots::new(globals().chain((0..p.results).map(Slot::Result))));
        Live { at, entry: entry.collect(), exit: exit.collect(), called }
    }

    /// The live slots at a location.
    pub fn at(&self, location: LocId) -> &Slots {
        &self.at[location.index()]
    }

    /// The live globals, parameters and locals at the entry of a procedure.
    pub fn entry(&self, procedure: ProcId) -> &Slots {
        &self.entry[procedure.index()]
    }

    /// The live globals and results when a procedure has returned.
    pub fn exit(&self, procedure: ProcId) -> &Slots {
        &self.exit[procedure.index()]
    }

    /// The procedure that was called before a location, if it is one behind a call.
    pub fn called_at(&self, location: LocId) -> Option<ProcId> {
        self.called[location.index()]
    }
}

fn callees(pds: &SymbolicPds) -> Vec<Option<ProcId>> {
    let mut called = vec![None; pds.locations.len()];
    for rule in pds.rules() {
        if let RuleKind::Expansion { callee, to } = rule.kind {
            called[to.index()] = Some(callee);
        }
    }
    called
}

//! What the latches hold.

use super::number::Number;
use crate::lang::cfg::LocId;
use crate::lang::program::{ProcId, Program};
use crate::pds::{RuleKind, Slot, SymbolicPds};
use std::collections::BTreeSet;

/// What a latch holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cell {
    /// A digit of the number of the location where control is.
    Control(u32),
    /// A digit of the number of the place where control goes on when a procedure returns.
    Caller(ProcId, u32),
    /// A global.
    Global(usize),
    /// A result register.
    Result(usize),
    /// A local of a procedure.
    Local(ProcId, usize),
}

impl Cell {
    /// What holds a slot that is seen from a procedure; nothing holds choices.
    pub(crate) fn of(procedure: ProcId, slot: Slot) -> Option<Cell> {
        match slot {
            Slot::Global(index) => Some(Cell::Global(index)),
            Slot::Local(index) => Some(Cell::Local(procedure, index)),
            Slot::Result(index) => Some(Cell::Result(index)),
            Slot::Choice(_) => None,
        }
    }

    /// Its name. Signs that no name of a variable has tell apart what is no variable.
    pub(crate) fn name(self, program: &Program) -> String {
        let procedure = |id: ProcId| program.name(program[id].name);
        match self {
            Cell::Control(digit) => format!("pc[{digit}]"),
            Cell::Caller(id, digit) => format!("{}.caller[{digit}]", procedure(id)),
            Cell::Global(index) => program.name(program.globals[index].name).to_string(),
            Cell::Result(index) => format!("result[{index}]"),
            Cell::Local(id, index) => format!("{}.{}", procedure(id), program.name(program[id].locals[index].name)),
        }
    }
}

/// The latches, and which numbers stand for what.
#[derive(Debug)]
pub(crate) struct State {
    /// The latches, in order; each is the input with its index.
    pub(crate) cells: Vec<Cell>,
    /// The locations, by their numbers, which begin with 1: at 0 no run has begun.
    pub(crate) locations: Vec<LocId>,
    /// For each procedure where control may go on behind it, by the numbers of these places.
    pub(crate) sites: Vec<Vec<LocId>>,
    /// Where control is.
    pub(crate) control: Number,
    /// For each procedure where control goes on behind it.
    pub(crate) callers: Vec<Number>,
}

impl State {
    /// What the rules of the active procedures need: variables that one of them reads, and the locations between them.
    pub(crate) fn of(pds: &SymbolicPds, active: &[bool]) -> State {
        let entry_of = |id: ProcId| pds.procedures[id.index()].entry;
        let mut locations = BTreeSet::new();
        let mut sites = vec![BTreeSet::new(); pds.procedures.len()];
        let mut variables = BTreeSet::new();
        for rule in pds.rules() {
            let procedure = pds.procedure_of(rule.from);
            if !active[procedure.index()] {
                continue;
            }
            locations.insert(rule.from);
            match rule.kind {
                RuleKind::Neutration { to } => drop(locations.insert(to)),
                RuleKind::Expansion { callee, to } => {
                    locations.extend([entry_of(callee), to]);
                    sites[callee.index()].insert(to);
                }
                RuleKind::Contraction => {}
            }
            let values = rule.transfer.updates.iter().map(|&(_, value)| value);
            let read = pds.formulas.support(values.chain([rule.transfer.guard]));
            variables.extend(read.into_iter().filter_map(|input| Cell::of(procedure, Slot::of(input))));
        }
        locations.insert(entry_of(pds.entry));
        let locations: Vec<LocId> = locations.into_iter().collect();
        let sites: Vec<Vec<LocId>> = sites.into_iter().map(|sites| sites.into_iter().collect()).collect();

        let control = Number::below(locations.len() + 1, 0);
        let mut cells: Vec<Cell> = (0..control.width).map(Cell::Control).collect();
        let mut callers = Vec::with_capacity(sites.len());
        for (index, sites) in sites.iter().enumerate() {
            let caller = Number::below(sites.len(), cells.len() as u32);
            cells.extend((0..caller.width).map(|digit| Cell::Caller(ProcId::from_index(index), digit)));
            callers.push(caller);
        }
        cells.extend(variables);
        State { cells, locations, sites, control, callers }
    }

    /// The index of the latch, if there is one.
    pub(crate) fn index(&self, cell: Cell) -> Option<usize> {
        self.cells.binary_search(&cell).ok()
    }

    /// The number of the location, if runs may come there.
    pub(crate) fn number(&self, location: LocId) -> Option<usize> {
        Some(self.locations.binary_search(&location).ok()? + 1)
    }
}

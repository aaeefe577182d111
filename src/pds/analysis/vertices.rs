//! All variables of a system in one row, as the vertices of whatever graph says what they have to do with each other.

use crate::lang::program::ProcId;
use crate::pds::{Slot, SymbolicPds};

/// The numbering of variables: the globals, then the locals of each procedure (parameters included), procedure by
/// procedure, then the result registers of each procedure.
///
/// The result registers of all procedures may well share columns in a diagram; here each procedure has its own, so that
/// a result ties what the callee returns to where its callers store it, and to nothing else.
#[derive(Clone, Debug)]
pub struct Vertices {
    procedures: Vec<ProcId>,
    /// Where the locals of each procedure begin, and the end of the last.
    first_local: Vec<u32>,
    /// Where the results of each procedure begin, and the end of the last.
    first_result: Vec<u32>,
}

impl Vertices {
    /// The numbering for a system.
    pub fn new(pds: &SymbolicPds) -> Vertices {
        let sum = |mut at: u32, counts: &mut dyn Iterator<Item = usize>| {
            let mut first = vec![at];
            first.extend(counts.map(|count| {
                at += count as u32;
                at
            }));
            first
        };
        let procedures = &pds.procedures;
        let first_local = sum(pds.globals.len() as u32, &mut procedures.iter().map(|procedure| procedure.init.len()));
        let locals_end = first_local[procedures.len()];
        Vertices {
            procedures: procedures.iter().map(|procedure| pds.procedure_of(procedure.entry)).collect(),
            first_local,
            first_result: sum(locals_end, &mut procedures.iter().map(|procedure| procedure.results)),
        }
    }

    /// How many vertices there are.
    pub fn count(&self) -> usize {
        self.first_result[self.procedures.len()] as usize
    }

    /// The vertex of a variable in the view of a procedure; a choice has none.
    pub fn vertex(&self, slot: Slot, procedure: ProcId) -> Option<u32> {
        match slot {
            Slot::Global(index) => Some(index as u32),
            Slot::Local(index) => Some(self.first_local[procedure.index()] + index as u32),
            Slot::Result(index) => Some(self.first_result[procedure.index()] + index as u32),
            Slot::Choice(_) => None,
        }
    }

    /// For each vertex its place in a number, if it is a bit of one.
    pub fn places(&self, pds: &SymbolicPds) -> Vec<Option<u8>> {
        (0..self.count() as u32)
            .map(|vertex| {
                let (slot, owner) = self.slot(vertex);
                pds.places.get(owner, slot)
            })
            .collect()
    }

    /// The variable that a vertex stands for, and whose it is: `None` for a global.
    pub fn slot(&self, vertex: u32) -> (Slot, Option<ProcId>) {
        let owned = |first: &[u32]| {
            let procedure = first.partition_point(|&first| first <= vertex) - 1;
            ((vertex - first[procedure]) as usize, Some(self.procedures[procedure]))
        };
        if vertex < self.first_local[0] {
            (Slot::Global(vertex as usize), None)
        } else if vertex < self.first_result[0] {
            let (index, procedure) = owned(&self.first_local);
            (Slot::Local(index), procedure)
        } else {
            let (index, procedure) = owned(&self.first_result);
            (Slot::Result(index), procedure)
        }
    }
}

//! What the tables say of all runs, at the cuts, once they are complete.

use super::tables::Tables;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::lang::program::semantics::BitsRef;
use crate::logic::formula::{Formula, Formulas, Input};
use crate::logic::rows;
use crate::pds::Slot;
use crate::pds::analysis::slots::SlotSet;
use crate::pds::passes::Prepared;
use crate::pds::proof::{Moment, Proof, ProofBuilder};
use std::collections::BTreeMap;

/// The proof. Only live slots count: of others the tables have values that the program need not have.
pub(super) fn prove(system: &Prepared, tables: &Tables) -> Proof {
    let pds = &system.pds;
    let mut proof = ProofBuilder::new(pds, &system.cuts.all);
    let mut entries = vec![Vec::new(); pds.procedures.len()];
    let mut exits = vec![Vec::new(); pds.procedures.len()];
    for index in 0..tables.entries.len() {
        let entry = &tables.entries[index];
        entries[entry.procedure.index()].push((index, BitsRef::empty()));
        let summaries = entry.summaries.iter().map(|&summary| (index, &*tables.summaries[summary].exit));
        exits[entry.procedure.index()].extend(summaries);
    }
    for (index, (entries, exits)) in entries.into_iter().zip(exits).enumerate() {
        let procedure = ProcId::from_index(index);
        if entries.is_empty() && procedure != pds.entry {
            continue;
        }
        let mut entry = View::new(system, procedure, SlotSet::EMPTY, 0).formula(&mut proof.formulas, tables, entries);
        if procedure == pds.entry {
            let initial = initial(system, &mut proof.formulas);
            entry = proof.formulas.or(entry, initial);
        }
        let view = View::new(system, procedure, system.live.exit(procedure), 0);
        let exit = view.formula(&mut proof.formulas, tables, exits);
        proof.procedure(procedure, entry, exit);
    }
    let mut at: BTreeMap<LocId, Vec<(usize, &BitsRef)>> = BTreeMap::new();
    for index in 0..tables.edges.len() {
        let edge = &tables.edges[index];
        if system.cuts.all[edge.location.index()] {
            at.entry(edge.location).or_default().push((edge.entry, &*edge.state));
        }
    }
    for (location, states) in at {
        let procedure = pds.procedure_of(location);
        let locals = pds.procedures[procedure.index()].init.len();
        let view = View::new(system, procedure, system.live.at(location), locals);
        let formula = view.formula(&mut proof.formulas, tables, states);
        proof.holds(location, formula);
    }
    proof.finish()
}

/// With what runs begin: also where they get stuck at once, of which the tables say nothing.
fn initial(system: &Prepared, formulas: &mut Formulas) -> Formula {
    let pds = &system.pds;
    let main = &pds.procedures[pds.entry.index()];
    let init = |slot: Slot| match slot {
        Slot::Global(index) => pds.globals[index],
        Slot::Local(index) if index < main.params => main.init[index],
        _ => None,
    };
    system.live.slots(main.entry).fold(Formula::TRUE, |all, slot| match init(slot) {
        None => all,
        Some(value) => {
            let is_true = formulas.input(Moment::Entered(slot).input());
            formulas.and(all, if value { is_true } else { !is_true })
        }
    })
}

/// What is looked at of a procedure's entry, and of a state.
struct View {
    /// Positions in the entry's row, and in the other one, with what they are.
    columns: Vec<(bool, usize, Input)>,
}

impl View {
    /// The live slots at the entry, and these of a row of globals, so many locals, and results. Those of one variable stand side by side.
    fn new(system: &Prepared, procedure: ProcId, live: SlotSet, locals: usize) -> View {
        let pds = &system.pds;
        let globals = pds.globals.len();
        let declared = &pds.procedures[procedure.index()];
        let position = |slot: Slot| match slot {
            Slot::Global(index) => Some(index),
            Slot::Local(index) => Some(globals + index),
            Slot::Result(index) => Some(globals + locals + index),
            Slot::Choice(_) => None,
        };
        let sets = system.live.sets();
        let is_given = |slot: &Slot| !matches!(slot, Slot::Local(index) if *index >= declared.params);
        let entered = sets.iter(system.live.at(declared.entry)).filter(is_given);
        let entered = entered.map(|slot| (slot, false, Moment::Entered(slot)));
        let now = sets.iter(live).map(|slot| (slot, true, Moment::Now(slot)));
        let mut slots: Vec<(Slot, bool, Moment)> = entered.chain(now).collect();
        slots.sort_unstable_by_key(|&(slot, is_now, _)| (slot, is_now));
        let column = |(slot, is_now, moment): (Slot, bool, Moment)| Some((is_now, position(slot)?, moment.input()));
        View { columns: slots.into_iter().filter_map(column).collect() }
    }

    /// The formula of some rows, each with the index of its entry.
    fn formula<'t>(&self, formulas: &mut Formulas, tables: &'t Tables, rows: Vec<(usize, &'t BitsRef)>) -> Formula {
        let row = |(entry, state): (usize, &'t BitsRef)| {
            let entry = &tables.entries[entry].state;
            self.columns.iter().map(move |&(is_now, at, _)| if is_now { state[at] } else { entry[at] })
        };
        let inputs: Vec<Input> = self.columns.iter().map(|column| column.2).collect();
        rows::any_of(formulas, &inputs, rows.into_iter().map(row))
    }
}

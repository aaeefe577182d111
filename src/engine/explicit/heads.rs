//! The heads that are reached, one by one.

use super::ahead::Ahead;
use super::relevant::Relevant;
use super::tables::Tables;
use super::tabulate::Tabulation;
use crate::budget::{Budget, StopReason};
use crate::engine::heads::{Heads, Listed};
use crate::engine::{Extent, Silent};
use crate::pds::passes::Prepared;
use crate::pds::{PdsProcedure, Slot, Target};
use rustc_hash::FxHashSet;

/// All heads, and all calls among them.
///
/// # Errors
/// The limit that was hit.
pub(super) fn heads<'p>(system: &'p Prepared, budget: &Budget) -> Result<Heads<'p>, StopReason> {
    let nowhere = [Target { locations: Vec::new() }];
    let mut tabulation = Tabulation::new(&system.pds, &nowhere, Ahead::blind(), Relevant::of(system));
    match tabulation.run(Extent::All, budget, &mut Silent) {
        Some(reason) => Err(reason),
        None => Ok(Heads::Listed(listed(system, tabulation.tables()))),
    }
}

fn listed(system: &Prepared, tables: &Tables) -> Listed {
    let pds = &system.pds;
    let given = |procedure: &PdsProcedure| {
        let params = procedure.params;
        let is_given = move |slot: &Slot| !matches!(slot, Slot::Local(index) if *index >= params);
        system.live.slots(procedure.entry).filter(is_given).collect()
    };
    let slots = pds.procedures.iter().map(given).collect();
    let mut listed = Listed { globals: pds.globals.len(), slots, ..Listed::default() };
    for index in 0..tables.entries.len() {
        let entry = &tables.entries[index];
        listed.heads.push((entry.procedure, entry.state.to_bitvec()));
        if entry.initial {
            listed.initial.push(index as u32);
        }
        let calls = entry.callers.iter().map(|by| (tables.edges[by.edge].entry as u32, by.rule));
        let calls: FxHashSet<_> = calls.map(|(caller, rule)| (caller, pds.rule(rule).origin.0, index as u32)).collect();
        listed.calls.extend(calls);
    }
    listed.calls.sort_unstable();
    listed
}

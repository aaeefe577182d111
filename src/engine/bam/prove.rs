//! What the tables prove once no target is hit: what is known of the places, of activations that are not entered with hits.
//!
//! Entries that no caller comes with any more may stay in a table, and may hit. So hits are taken out everywhere: a caller that does not hit comes
//! with entries that do not.

use super::domain::Domain;
use super::places::Place;
use super::table::{Spot, Table};
use crate::engine::NoProof;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::pds::SymbolicPds;
use crate::pds::proof::{Proof, ProofBuilder};
use std::collections::BTreeSet;

/// The proof that these targets are not reached.
///
/// # Errors
/// If a limit strikes.
pub fn prove<D: Domain>(
    pds: &SymbolicPds,
    domain: &mut D,
    table: &Table<D>,
    cuts: &[bool],
    unreached: &BTreeSet<usize>,
) -> Result<Proof, NoProof> {
    let mut proof = ProofBuilder::new(pds, cuts);
    let blocks = || (0..pds.procedures.len()).map(ProcId::from_index);
    let mut hits: Vec<Option<D::Set>> = Vec::new();
    for block in blocks() {
        let mut all: Option<D::Set> = None;
        for target in table.hits[block.index()].keys().filter(|target| unreached.contains(target)) {
            let Some(known) = table.known(Spot::Hit(block, *target)) else { continue };
            all = Some(match all {
                Some(all) => domain.join(&all, known)?,
                None => known.clone(),
            });
        }
        hits.push(all);
    }
    for block in blocks() {
        let Some(entries) = &table.entries[block.index()] else { continue };
        let hits = hits[block.index()].as_ref();
        let entry = domain.proved_entry(&mut proof.formulas, block, entries, hits)?;
        let exit = match table.known(Spot::At(Place::Exit(block))) {
            Some(left) => domain.proved_exit(&mut proof.formulas, block, left, hits)?,
            None => Formula::FALSE,
        };
        proof.procedure(block, entry, exit);
    }
    for location in (0..cuts.len()).filter(|&index| cuts[index]).map(LocId::from_index) {
        if let Some(known) = table.known(Spot::At(Place::At(location))) {
            let hits = hits[pds.procedure_of(location).index()].as_ref();
            let holds = domain.proved_at(&mut proof.formulas, location, known, hits)?;
            proof.holds(location, holds);
        }
    }
    Ok(proof.finish())
}

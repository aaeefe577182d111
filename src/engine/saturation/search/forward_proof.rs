//! What post* proves, once nothing grows any more: the weights of its automaton at the cuts, as formulas.

use crate::engine::NoProof;
use crate::engine::saturation::automaton::{Automaton, Transition};
use crate::engine::saturation::relations::Relations;
use crate::engine::saturation::{BOTTOM, CONTROL};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::bdd::BddId;
use crate::pds::SymbolicPds;
use crate::pds::proof::{Proof, ProofBuilder};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The proof that an automaton stands for. Nothing is kept of it while the proof is made.
///
/// # Errors
/// If a limit strikes.
pub(super) fn prove(
    automaton: Automaton<BddId>,
    relations: &mut Relations<'_>,
    cuts: &[bool],
) -> Result<Proof, NoProof> {
    let CutWeights { first, called } = weights(automaton, relations.pds, cuts);
    let mut proof = ProofBuilder::new(relations.pds, cuts);
    for (procedure, weight) in called.entries {
        let entry = relations.proved_entry(&mut proof.formulas, procedure, weight)?;
        let left = called.exits.get(&procedure).copied().unwrap_or(BddId::FALSE);
        let exit = relations.proved_exit(&mut proof.formulas, procedure, left)?;
        proof.procedure(procedure, entry, exit);
    }
    for (location, weight) in called.at {
        let holds = relations.proved_at(&mut proof.formulas, location, weight)?;
        proof.holds(location, holds);
    }
    let mut at = BTreeMap::new();
    for (location, weight) in first.at {
        at.insert(location, relations.proved_at(&mut proof.formulas, location, weight)?);
    }
    if let Some((procedure, weight)) = first.entries.into_iter().next() {
        let entry = relations.proved_entry(&mut proof.formulas, procedure, weight)?;
        proof.first(entry, at);
    }
    Ok(proof.finish())
}

/// The weights that a proof is made of.
#[derive(Default)]
struct CutWeights {
    /// Of the activation with which runs begin.
    first: Weighted,
    /// Of those that are called.
    called: Weighted,
}

#[derive(Default)]
struct Weighted {
    at: BTreeMap<LocId, BddId>,
    entries: BTreeMap<ProcId, BddId>,
    exits: BTreeMap<ProcId, BddId>,
}

/// Looks for the weights: a transition of a procedure ends in the state of the call, or at the bottom.
fn weights(automaton: Automaton<BddId>, pds: &SymbolicPds, cuts: &[bool]) -> CutWeights {
    let entries = pds.procedures.iter().enumerate();
    let entry_of: FxHashMap<u32, ProcId> =
        entries.map(|(index, procedure)| (procedure.entry.index() as u32, ProcId::from_index(index))).collect();
    let mut all = CutWeights::default();
    let mut callee_of: FxHashMap<u32, ProcId> = FxHashMap::default();
    let transitions = || automaton.transitions().iter().filter(|transition| transition.edge.from == CONTROL);
    for Transition { edge, weight, .. } in transitions() {
        let Some(symbol) = edge.symbol else { continue };
        let weighted = if edge.to == BOTTOM { &mut all.first } else { &mut all.called };
        if cuts[symbol as usize] {
            weighted.at.insert(LocId::from_index(symbol as usize), *weight);
        }
        if let Some(&procedure) = entry_of.get(&symbol) {
            weighted.entries.insert(procedure, *weight);
            callee_of.insert(edge.to, procedure);
        }
    }
    for Transition { edge, weight, .. } in transitions().filter(|transition| transition.edge.symbol.is_none()) {
        if let Some(&procedure) = callee_of.get(&edge.to).filter(|_| edge.to != BOTTOM) {
            all.called.exits.insert(procedure, *weight);
        }
    }
    all
}

//! What pre* proves, once nothing grows any more: from states in which control is, no target is reached, and no return
//! possible that the procedure's summary does not have.
//!
//! Let R be the returns of a location, from the state now, and H the states there from which a target is reached before the
//! return; S the summary of its procedure, which is R of the first location. Then the invariant of entry e and state x is
//! `!H(x) & forall y. R(x, y) -> S(e, y)`: the weakest that is inductive. A procedure is entered outside H.

use crate::budget::StopReason;
use crate::engine::NoProof;
use crate::engine::saturation::CONTROL;
use crate::engine::saturation::automaton::{Automaton, Transition};
use crate::engine::saturation::relations::Relations;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::bdd::BddId;
use crate::pds::Target;
use crate::pds::proof::{Proof, ProofBuilder};

/// The proof that an automaton stands for, of the targets that it does not reach. Nothing is kept of it while the proof is made.
///
/// # Errors
/// If a limit strikes.
pub(super) fn prove(
    automaton: Automaton<BddId>,
    targets: &[Target],
    reached: &[bool],
    relations: &mut Relations<'_>,
    cuts: &[bool],
) -> Result<Proof, NoProof> {
    let pds = relations.pds;
    let proved = weights(automaton, targets, reached, relations).and_then(|TargetWeights { hits, returns }| {
        let mut proof = ProofBuilder::new(pds, cuts);
        let mut excluded = Vec::with_capacity(pds.procedures.len());
        for (index, procedure) in pds.procedures.iter().enumerate() {
            let (id, first) = (ProcId::from_index(index), procedure.entry.index());
            let entry = relations.safe_entry(&mut proof.formulas, id, hits[first])?;
            let summary = relations.own_summary(id, returns[first])?;
            let exit = relations.summarised(&mut proof.formulas, id, summary)?;
            proof.procedure(id, entry, exit);
            excluded.push(relations.complement(summary)?);
        }
        for index in (0..cuts.len()).filter(|&index| cuts[index]) {
            let location = LocId::from_index(index);
            let returns = (returns[index], excluded[pds.procedure_of(location).index()]);
            let safe = relations.safe_at(&mut proof.formulas, location, hits[index], returns)?;
            proof.holds(location, safe);
        }
        Ok(proof.finish())
    });
    proved.map_err(NoProof::Stopped)
}

/// The weights of which the proof is made, by location.
struct TargetWeights {
    /// The states from which a target is reached before the return.
    hits: Vec<BddId>,
    /// The returns.
    returns: Vec<BddId>,
}

fn weights(
    automaton: Automaton<BddId>,
    targets: &[Target],
    reached: &[bool],
    relations: &mut Relations<'_>,
) -> Result<TargetWeights, StopReason> {
    let none = || vec![BddId::FALSE; relations.pds.locations.len()];
    let mut weights = TargetWeights { hits: none(), returns: none() };
    for Transition { edge, weight, .. } in automaton.transitions().iter().filter(|t| t.edge.from == CONTROL) {
        let Some(symbol) = edge.symbol else { continue };
        let location = LocId::from_index(symbol as usize);
        match edge.to.checked_sub(1).map(|target| target as usize) {
            None => weights.returns[location.index()] = *weight,
            Some(target) if target < targets.len() && !reached[target] => {
                let hits = &mut weights.hits[location.index()];
                *hits = relations.either(*hits, *weight)?;
            }
            Some(_) => {}
        }
    }
    Ok(weights)
}

//! Questions whose answer is a proof, or a model.

use super::proof::Proof;
use super::record::Recording;
use super::verify::{Flaw, verify};
use crate::budget::{Budget, StopReason};
use crate::logic::sat::cnf::{Cnf, Partition};
use crate::logic::sat::literal::{Lit, Model};
use crate::logic::sat::varisat;

/// The most literals that a proof may have, in clauses and as pivots, if nobody says otherwise: half a gigabyte at
/// most. Chosen: 200,000 resolutions of a random 3-CNF have less than 1 % of that.
pub const LITERALS: usize = 64_000_000;

/// Why there is no proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoProof {
    /// There is none: all holds under this valuation.
    #[error("the clauses have a model")]
    Model(Model),
    /// A limit was hit. [`StopReason::Memory`] is that on literals, too.
    #[error("{0}")]
    Stopped(StopReason),
    /// The solver has told something that is no proof: a bug of the solver, or of what listens to it.
    #[error("the refutation is refused: {0}")]
    Refused(Flaw),
}

/// A proof that the clauses and the assumptions, each a unit clause of its part, have no model together. A fresh solver
/// finds it (varisat, whatever else was asked of the clauses): ask a [`Solver`](crate::logic::sat::Solver) where the
/// answer is enough.
///
/// Which assumptions are needed is seen at the [leaves](Proof::leaves). Two that are complementary are a proof, of one
/// resolution.
///
/// The budget is looked at with each clause that is learnt. The proof may keep so many `literals` (see [`LITERALS`])
/// before it is trimmed, and clauses that are no longer needed among them.
///
/// # Errors
/// See [`NoProof`]. A model has values for all variables, and is one of the solver whose clauses they are.
pub fn refutation(
    cnf: &Cnf,
    assumptions: &[(Lit, Partition)],
    budget: &Budget,
    literals: usize,
) -> Result<Proof, NoProof> {
    assumptions.iter().for_each(|(lit, _)| lit.check(cnf.owner()));
    budget.check().map_err(NoProof::Stopped)?;
    let mut recording = Recording::new(cnf, assumptions, budget, literals);
    let units = assumptions.iter().map(|&(lit, _)| lit);
    let proof = match varisat::record(cnf, units, &mut recording) {
        Some(Some(model)) => return Err(NoProof::Model(model.of(cnf.owner()))),
        Some(None) => recording.refuted()?,
        None => return Err(recording.into_end()),
    };
    debug_assert_eq!(verify(&proof, cnf, assumptions), Ok(()));
    Ok(proof)
}

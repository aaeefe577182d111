//! Proofs checked by resolving anew: nothing is believed but the clauses.

use super::proof::{Origin, Proof, Source};
use super::resolvent::Resolvent;
use crate::logic::sat::cnf::{Cnf, Partition};
use crate::logic::sat::literal::Lit;

/// What is wrong with a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("clause {clause}: {what}")]
pub struct Flaw {
    /// The position of the clause in the proof, or the number that a solver has given it.
    pub clause: usize,
    /// What is wrong with it.
    pub what: &'static str,
}

/// Checks that the proof refutes these clauses and assumptions together: leaves are among them, and of the part that
/// they say, resolutions give the clauses that are stated, and the last one is empty. Linear in the literals of
/// premises.
///
/// # Errors
/// The first clause that is wrong.
pub fn verify(proof: &Proof, cnf: &Cnf, assumptions: &[(Lit, Partition)]) -> Result<(), Flaw> {
    let clauses: Vec<(&[Lit], Partition)> = cnf.clauses().collect();
    let mut resolvent = Resolvent::new(cnf.variables().max(proof.variables()));
    let mut last = None;
    for (id, literals, origin) in proof.clauses() {
        let flaw = |what| Err(Flaw { clause: id.index(), what });
        resolvent.clear();
        match origin {
            Origin::Leaf(leaf) => {
                let given = match leaf.source {
                    Source::Clause(position) => clauses.get(position).map(|&(clause, part)| (clause.to_vec(), part)),
                    Source::Assumption(position) => assumptions.get(position).map(|&(lit, part)| (vec![lit], part)),
                };
                let Some((clause, partition)) = given else { return flaw("the leaf is not there") };
                if partition != leaf.partition {
                    return flaw("the leaf is of another part");
                }
                resolvent.extend(clause);
            }
            Origin::Chain { first, links } => {
                if origin.premises().any(|premise| premise >= id) {
                    return flaw("a premise comes later");
                }
                resolvent.extend(proof.arena.literals(first).iter().copied());
                for &link in links {
                    let right = proof.arena.literals(link.clause);
                    if !resolvent.contains(!link.pivot) || !right.contains(&link.pivot) {
                        return flaw("a premise is without the pivot");
                    }
                    resolvent.resolve(link, right);
                }
            }
        }
        if resolvent.sorted() != literals {
            return flaw("other literals follow");
        }
        last = Some(literals);
    }
    match last {
        Some([]) => Ok(()),
        _ => Err(Flaw { clause: proof.len(), what: "the empty clause is missing" }),
    }
}

//! Refutations that others can check, and that were checked here.

use super::cnf::Cnf;
use super::drat::{NotVerified, verify};
use super::varisat;
use crate::budget::{Budget, StopReason};

/// Why there is no refutation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotRefuted {
    /// There is none: the clauses have a model.
    #[error("the clauses have a model")]
    HasModel,
    /// A limit was hit.
    #[error("{0}")]
    Stopped(StopReason),
    /// The solver has found one that is wrong: a bug of the solver.
    #[error("the refutation is refused: {0}")]
    Refused(NotVerified),
}

/// A proof that the clauses have no model, as a text in the DRAT format (N. Wetzler, M. Heule, W. Hunt, "DRAT-trim", SAT 2014): clauses that follow,
/// and clauses that are no longer needed, the empty clause last. A solver that was asked nothing else has found it (varisat, since CaDiCaL writes
/// proofs to files only), and [`verify`] accepts it.
///
/// # Errors
/// See [`NotRefuted`].
pub fn refute(cnf: &Cnf, budget: &Budget) -> Result<Vec<u8>, NotRefuted> {
    const EMPTY: &[u8] = b"0\n";
    let mut proof = varisat::drat(cnf, budget)?;
    // Where propagation alone refutes what is left, the library does not say so.
    if proof.rsplit(|&byte| byte == b'\n').nth(1) != Some(b"0") {
        proof.extend_from_slice(EMPTY);
    }
    match verify(cnf, &proof, budget) {
        Ok(()) => Ok(proof),
        Err(NotVerified::Stopped(reason)) => Err(NotRefuted::Stopped(reason)),
        Err(refused) => Err(NotRefuted::Refused(refused)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::sat::{Backend, Lit, Partition, Solver};

    fn cnf(variables: usize, clauses: &[&[i32]]) -> Cnf {
        let mut solver = Solver::new(Backend::default());
        let all: Vec<Lit> = (0..variables).map(|_| solver.new_var()).collect();
        for clause in clauses {
            let lit = |&number: &i32| {
                let variable = all[number.unsigned_abs() as usize - 1];
                if number < 0 { !variable } else { variable }
            };
            solver.add_clause(&clause.iter().map(lit).collect::<Vec<_>>(), Partition::default());
        }
        solver.cnf().clone()
    }

    #[test]
    fn a_proof_ends_with_the_empty_clause_once() {
        for clauses in [&[&[1][..], &[-1]][..], &[&[]], &[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]] {
            let proof = refute(&cnf(2, clauses), &Budget::unlimited()).expect("there is no model");
            let proof = String::from_utf8(proof).expect("text");
            assert_eq!(proof.lines().filter(|&line| line == "0").count(), 1, "{clauses:?}: {proof}");
            assert!(proof.ends_with("0\n"), "{clauses:?}: {proof}");
        }
    }

    #[test]
    fn what_has_a_model_is_not_refuted() {
        assert_eq!(refute(&cnf(2, &[&[1, 2], &[-1]]), &Budget::unlimited()), Err(NotRefuted::HasModel));
    }

    #[test]
    fn a_limit_ends_the_search() {
        // Nine pigeons in eight holes.
        let at = |pigeon: i32, hole: i32| 8 * pigeon + hole + 1;
        let mut clauses: Vec<Vec<i32>> = (0..9).map(|p| (0..8).map(|h| at(p, h)).collect()).collect();
        for hole in 0..8 {
            clauses.extend((0..9).flat_map(|p| (0..p).map(move |q| vec![-at(p, hole), -at(q, hole)])));
        }
        let clauses: Vec<&[i32]> = clauses.iter().map(Vec::as_slice).collect();
        let cancelled = crate::budget::CancelToken::default();
        cancelled.cancel();
        let budget = Budget::unlimited().with_cancel(cancelled);
        assert_eq!(refute(&cnf(72, &clauses), &budget), Err(NotRefuted::Stopped(StopReason::Interrupted)));
    }
}

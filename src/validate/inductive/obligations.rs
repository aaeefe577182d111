//! What a certificate has to prove, as clauses for others to refute: all claims, whoever settles them when it is checked.

use super::claim::{Batch, Claim, What};
use super::walk::Ground;
use super::{Accepted, Refusal, is_about};
use crate::budget::{Budget, StopReason};
use crate::lang::program::{Place, ProcId, Program};
use crate::logic::sat::{Backend, Cnf, Encoder, Partition, Solver};

/// Clauses that have no model if one step of the proof holds.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// `PROCEDURE-POINT-STEP-N`, fit for a file: where it would fail, by what kind of step, and the number of the obligation, from 1. What is neither a
    /// letter nor a digit in the name of a procedure is `_` here.
    pub name: String,
    /// What is claimed, in words.
    pub claim: &'static str,
    /// From where control comes.
    pub from: Place,
    /// The place at which it would fail.
    pub at: Place,
    /// The clauses.
    pub cnf: Cnf,
}

/// Hands out all obligations of a certificate, in its order. Claims that are clear from the form of their formulas have no clauses, and are not
/// among them; but nothing is put for anything else here ([`Values`](super::values::Values)), each says all that it rests on.
///
/// # Errors
/// Those of `take`; and if the certificate is not about this program, or a limit is hit.
pub fn obligations<E: From<Refusal> + From<StopReason>>(
    program: &Program,
    program_sha256: &str,
    entry: ProcId,
    accepted: &Accepted,
    budget: &Budget,
    mut take: impl FnMut(Obligation) -> Result<(), E>,
) -> Result<(), E> {
    let certificate = accepted.certificate();
    is_about(program, program_sha256, entry, certificate)?;
    let ground = Ground { supposes: false, ..Ground::new(program, certificate) };
    let mut number = 0;
    let mut hand_out = |batch: &mut Batch| -> Result<(), E> {
        for claim in &batch.claims {
            budget.check()?;
            number += 1;
            take(obligation(program, batch, claim, number))?;
        }
        *batch = Batch::default();
        Ok(())
    };
    let mut batch = Batch::default();
    ground.begin(&mut batch)?;
    hand_out(&mut batch)?;
    for index in 0..certificate.contracts.len() {
        ground.contract(index, &mut batch, &mut hand_out)?;
    }
    Ok(())
}

fn obligation(program: &Program, batch: &Batch, claim: &Claim, number: usize) -> Obligation {
    let (step, words) = match claim.what {
        What::Begins => ("begin", "runs begin in states that the contract of the entry procedure allows for"),
        What::Invariant => ("step", "control comes here in states that the invariant allows for"),
        What::Entry => ("call", "the callee is entered with what its contract allows for"),
        What::Summary => ("return", "the procedure returns with what its summary allows for"),
        What::Property => ("property", "the property is not violated"),
        What::Uncalled => ("uncalled", "control does not come to a call of a procedure without contract"),
    };
    let mut solver = Solver::new(Backend::default());
    let mut encoder = Encoder::new(Partition::default());
    let fails = encoder.encode(&mut solver, &batch.scene.formulas, claim.fails, |solver, _| solver.new_var());
    solver.add_clause(&[fails], Partition::default());
    let Place { procedure, point } = claim.at;
    let procedure = plain(program.name(program[procedure].name));
    Obligation {
        name: format!("{procedure}-{}-{step}-{number}", point.0),
        claim: words,
        from: claim.from.place,
        at: claim.at,
        cnf: solver.cnf().clone(),
    }
}

/// A name that any file system takes.
fn plain(name: &str) -> String {
    const LONGEST: usize = 60;
    name.chars().take(LONGEST).map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

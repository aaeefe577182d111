//! Proofs and interpolants of problems made by hand, and of random ones whose labels do not fit.

mod labels;
mod proofs;
mod systems;

use super::*;
use crate::budget::Budget;
use crate::generate::choices::{Choices, Seeded};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::logic::sat::{Answer, Backend, Encoder, Limits, Lit, Partition, Solver};

/// A clause of a part, its literals as in DIMACS.
type Given<'a> = (u32, &'a [i32]);

fn solver(variables: usize, clauses: &[Given<'_>]) -> (Solver, Vec<Lit>) {
    let mut solver = Solver::new(Backend::default());
    let all: Vec<Lit> = (0..variables).map(|_| solver.new_var()).collect();
    clauses.iter().for_each(|&clause| add(&mut solver, &all, clause));
    (solver, all)
}

fn add(solver: &mut Solver, all: &[Lit], (part, clause): Given<'_>) {
    let clause: Vec<Lit> = clause.iter().map(|&number| literal(all, number)).collect();
    solver.add_clause(&clause, Partition(part));
}

fn literal(all: &[Lit], number: i32) -> Lit {
    let variable = all[number.unsigned_abs() as usize - 1];
    if number < 0 { !variable } else { variable }
}

/// A proof that was checked, and so was a shorter one.
fn prove(solver: &Solver, assumptions: &[(Lit, Partition)]) -> Result<Proof, NoProof> {
    let proof = refutation(solver.cnf(), assumptions, &Budget::unlimited(), LITERALS)?;
    verify(&proof, solver.cnf(), assumptions).expect("a proof");
    let shorter = proof.recycle_pivots();
    verify(&shorter, solver.cnf(), assumptions).expect("a shorter proof");
    assert!(shorter.resolutions() <= proof.resolutions());
    Ok(proof)
}

fn refuted(variables: usize, clauses: &[Given<'_>]) -> Proof {
    prove(&solver(variables, clauses).0, &[]).expect("there is no model")
}

fn input(formulas: &mut Formulas, variable: usize) -> Formula {
    formulas.input(Input(variable as u32))
}

fn implies(formulas: &Formulas, a: Formula, b: Formula) -> bool {
    let mut solver = Solver::new(Backend::default());
    let mut encoder = Encoder::default();
    let literals = [a, !b].map(|f| encoder.encode(&mut solver, formulas, f, |solver, _| solver.new_var()));
    matches!(solver.solve(&literals, &Limits::default()), Answer::Unsat(_))
}

/// The proof of a random problem of so many parts, if it has no model.
fn random(choices: &mut Seeded, parts: u32) -> Option<Proof> {
    let variables = 6 + choices.below(6) as usize;
    let (mut solver, all) = solver(variables, &[]);
    for _ in 0..4 * variables {
        let part = choices.below(parts);
        let clause: Vec<i32> = (0..2 + choices.below(2))
            .map(|_| (choices.below(variables as u32) as i32 + 1) * (1 - 2 * choices.below(2) as i32))
            .collect();
        add(&mut solver, &all, (part, &clause));
    }
    prove(&solver, &[]).ok()
}

//! Random problems: against the enumeration of all valuations, and against solvers that are asked only once.

use super::add;
use bpcheck::generate::choices::{Choices, Seeded};
use bpcheck::logic::sat::{Answer, Backend, Limits, Lit, Solver};

/// Bit `v` of a valuation is the value of variable `v`.
fn holds(lit: Lit, valuation: u32) -> bool {
    (valuation >> lit.variable() & 1 == 1) != lit.is_negated()
}

fn literals(choices: &mut Seeded, variables: &[Lit], count: u32) -> Vec<Lit> {
    (0..count)
        .map(|_| {
            let variable = variables[choices.below(variables.len() as u32) as usize];
            if choices.below(2) == 1 { !variable } else { variable }
        })
        .collect()
}

/// 2,000 growing problems on up to 8 variables, 8 rounds each of new clauses and a question: the answer is right, a model
/// satisfies all, and a core is one: of the assumptions, refuted by enumeration, and by the solver itself.
pub fn random_questions_agree_with_brute_force(backend: Backend) {
    let mut counts = [0, 0];
    for seed in 0..2_000 {
        let mut choices = Seeded::new(seed);
        let mut solver = Solver::new(backend);
        let mut variables: Vec<Lit> = (0..3).map(|_| solver.new_var()).collect();
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        for _ in 0..8 {
            if variables.len() < 8 && choices.below(2) == 1 {
                variables.push(solver.new_var());
            }
            for _ in 0..choices.below(6) {
                let length = [1, 2, 2, 3, 3, 3, 3, 4][choices.below(8) as usize];
                let clause = literals(&mut choices, &variables, length);
                add(&mut solver, &clause);
                clauses.push(clause);
            }
            let count = choices.below(5);
            let assumptions = literals(&mut choices, &variables, count);
            let satisfiable = |assumptions: &[Lit]| {
                (0..1 << variables.len()).any(|valuation| {
                    assumptions.iter().all(|&lit| holds(lit, valuation))
                        && clauses.iter().all(|clause| clause.iter().any(|&lit| holds(lit, valuation)))
                })
            };
            match solver.solve(&assumptions, &Limits::default()) {
                Answer::Sat(model) => {
                    counts[0] += 1;
                    assert!(assumptions.iter().all(|&lit| model.value(lit)), "{seed}: {assumptions:?}");
                    let unsatisfied = clauses.iter().find(|clause| !clause.iter().any(|&lit| model.value(lit)));
                    assert_eq!(unsatisfied, None, "{seed}: {model:?}");
                }
                Answer::Unsat(core) => {
                    counts[1] += 1;
                    assert!(!satisfiable(&core), "{seed}: {clauses:?} {core:?}");
                    let mut of_assumptions = assumptions.iter();
                    assert!(core.iter().all(|lit| of_assumptions.any(|other| other == lit)), "{seed}: {core:?}");
                    let again = solver.solve(&core, &Limits::default());
                    assert!(matches!(again, Answer::Unsat(_)), "{seed}: {core:?} {again:?}");
                }
                answer => panic!("{seed}: {answer:?}"),
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 3_000), "{counts:?}: both answers are tried");
}

/// Long runs of questions on up to 40 variables, of which more and more get values for good: a solver that has seen all of a
/// run says what a fresh one says, and refutes with cores that a fresh one refutes.
pub fn long_runs_agree_with_fresh_solvers(backend: Backend) {
    let fresh = |variables: &[Lit], clauses: &[Vec<Lit>], assumptions: &[Lit]| {
        let mut solver = Solver::new(backend);
        let own: Vec<Lit> = variables.iter().map(|_| solver.new_var()).collect();
        let owned = |&lit: &Lit| {
            let at = variables.iter().position(|&variable| lit == variable || lit == !variable).expect("a variable");
            if lit == variables[at] { own[at] } else { !own[at] }
        };
        for clause in clauses {
            add(&mut solver, &clause.iter().map(owned).collect::<Vec<_>>());
        }
        assumptions.iter().for_each(|lit| add(&mut solver, &[owned(lit)]));
        solver.solve(&[], &Limits::default())
    };
    let mut cores = 0;
    for seed in 0..200 {
        let mut choices = Seeded::new(seed);
        let mut solver = Solver::new(backend);
        let mut variables: Vec<Lit> = (0..10).map(|_| solver.new_var()).collect();
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        for round in 0..60 {
            if round % 2 == 0 {
                variables.push(solver.new_var());
            }
            for _ in 0..choices.below(5) {
                let length = [1, 2, 3, 3, 3, 3, 4, 5][choices.below(8) as usize].max(choices.below(3));
                let newer = variables.len().saturating_sub(12);
                let clause = literals(&mut choices, &variables[newer..], length);
                add(&mut solver, &clause);
                clauses.push(clause);
            }
            let count = choices.below(8);
            let assumptions = literals(&mut choices, &variables, count);
            match solver.solve(&assumptions, &Limits::default()) {
                Answer::Sat(model) => {
                    assert!(assumptions.iter().all(|&lit| model.value(lit)), "{seed}: {assumptions:?}");
                    assert!(
                        clauses.iter().all(|clause| clause.iter().any(|&lit| model.value(lit))),
                        "{seed}: {model:?}"
                    );
                }
                Answer::Unsat(core) => {
                    cores += usize::from(core.len() > 1);
                    assert_eq!(fresh(&variables, &clauses, &core), Answer::Unsat(vec![]), "{seed}: {core:?}");
                    if core.is_empty() {
                        break;
                    }
                }
                answer => panic!("{seed}: {answer:?}"),
            }
        }
    }
    assert!(cores > 600, "{cores}: enough is refuted by several assumptions together");
}

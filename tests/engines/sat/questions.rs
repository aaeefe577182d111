//! Small problems with known answers.

use super::{add, literal};
use bpcheck::logic::sat::{Answer, Backend, Limits, Lit, Model, Solver};

fn solver(backend: Backend, variables: usize) -> (Solver, Vec<Lit>) {
    let mut solver = Solver::new(backend);
    let variables = (0..variables).map(|_| solver.new_var()).collect();
    (solver, variables)
}

fn sat(solver: &mut Solver, assumptions: &[Lit]) -> Model {
    match solver.solve(assumptions, &Limits::default()) {
        Answer::Sat(model) => model,
        answer => panic!("{answer:?} under {assumptions:?}"),
    }
}

fn core(solver: &mut Solver, assumptions: &[Lit]) -> Vec<Lit> {
    match solver.solve(assumptions, &Limits::default()) {
        Answer::Unsat(core) => core,
        answer => panic!("{answer:?} under {assumptions:?}"),
    }
}

pub fn clauses_and_questions_alternate(backend: Backend) {
    let (mut solver, mut v) = solver(backend, 3);
    for clause in [[1, 2, 3], [-1, -2, 3], [1, -3, 2]] {
        add(&mut solver, &clause.map(|n| literal(&v, n)));
    }
    assert!(sat(&mut solver, &[!v[0]]).value(v[1]));
    add(&mut solver, &[!v[1], v[0]]);
    assert_eq!(core(&mut solver, &[!v[0]]), [!v[0]]);
    v.push(solver.new_var());
    add(&mut solver, &[!v[0], v[3]]);
    let model = sat(&mut solver, &[!v[2]]);
    assert!(model.value(v[0]) && model.value(v[3]) && !model.value(v[1]));
    add(&mut solver, &[!v[3]]);
    assert_eq!(core(&mut solver, &[v[2]]), []);
    assert_eq!(core(&mut solver, &[]), []);
    let stats = solver.stats();
    assert_eq!((stats.variables, stats.clauses, stats.calls), (4, 6, 5));
}

pub fn nothing_and_everything(backend: Backend) {
    let (mut solver, v) = solver(backend, 4);
    let free = sat(&mut solver, &[]);
    assert_ne!(free.value(v[0]), free.value(!v[0]));
    let model = sat(&mut solver, &[v[0], !v[2]]);
    assert!(model.value(v[0]) && model.value(!v[2]), "variables without a clause");
    add(&mut solver, &[v[1], !v[1]]);
    sat(&mut solver, &[!v[1]]);
    add(&mut solver, &[v[1], v[1]]);
    assert_eq!(core(&mut solver, &[!v[1]]), [!v[1]]);
    add(&mut solver, &[]);
    assert_eq!(core(&mut solver, &[v[0]]), []);
    add(&mut solver, &[v[3]]);
    assert_eq!(core(&mut solver, &[]), []);
}

pub fn assumptions_may_repeat_and_contradict(backend: Backend) {
    let (mut solver, v) = solver(backend, 3);
    assert_eq!(core(&mut solver, &[v[0], v[1], !v[0]]), [v[0], !v[0]]);
    assert!(sat(&mut solver, &[v[0], v[1], v[0]]).value(v[0]));
    add(&mut solver, &[!v[0], !v[1]]);
    assert_eq!(core(&mut solver, &[v[1], v[0], v[1], v[0], v[2]]), [v[1], v[0]]);
    add(&mut solver, &[v[0]]);
    assert!(sat(&mut solver, &[v[0], v[2]]).value(!v[1]));
    assert_eq!(core(&mut solver, &[v[2], v[1], !v[0]]).len(), 1);
}

pub fn cores_leave_out_what_is_not_needed(backend: Backend) {
    let (mut solver, v) = solver(backend, 200);
    for pair in v[..50].windows(2) {
        add(&mut solver, &[!pair[0], pair[1]]);
    }
    let mut assumptions: Vec<Lit> = v[60..].iter().map(|&lit| !lit).collect();
    assumptions.extend([!v[49], v[55], v[0]]);
    assert_eq!(core(&mut solver, &assumptions), [!v[49], v[0]]);
    assert!(sat(&mut solver, &assumptions[..142]).value(!v[0]));
}

pub fn models_outlive_what_comes_after(backend: Backend) {
    let (mut solver, v) = solver(backend, 2);
    add(&mut solver, &[v[0], v[1]]);
    let model = sat(&mut solver, &[!v[0]]);
    let newer = solver.new_var();
    add(&mut solver, &[newer]);
    add(&mut solver, &[!v[1]]);
    assert_eq!(core(&mut solver, &[!v[0]]), [!v[0]]);
    assert!(model.value(v[1]) && !model.value(v[0]));
    assert!(!model.value(newer) && model.value(!newer));
}

//! Questions to SAT solvers: what a trivial one costs when there are many variables, nodes of formulas encoded a
//! second, and what proofs and interpolants cost.
//!
//! The smallest question shows what asking costs in itself; for varisat that is two messages between threads.

use bpcheck::budget::Budget;
use bpcheck::generate::choices::{Choices, Seeded};
use bpcheck::logic::formula::{Formula, Formulas, Input};
use bpcheck::logic::sat::interpolate::{LITERALS, System, interpolant, refutation};
use bpcheck::logic::sat::{Answer, Backend, Cnf, Encoder, Limits, Lit, Partition, Solver};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;

/// A chain of implications, which leaves the solver something to propagate.
fn chain(backend: Backend, variables: usize) -> (Solver, Vec<Lit>) {
    let mut solver = Solver::new(backend);
    let chain: Vec<Lit> = (0..variables).map(|_| solver.new_var()).collect();
    for pair in chain.windows(2) {
        solver.add_clause(&[!pair[0], pair[1]], Partition::default());
    }
    (solver, chain)
}

fn questions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("question");
    group.sample_size(10).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(3));
    for &backend in Backend::ALL {
        for variables in [10, 100, 1_000, 10_000, 100_000] {
            let (mut solver, chain) = chain(backend, variables);
            let middle = chain[variables / 2];
            let id = |answer| BenchmarkId::new(format!("{backend:?}/{answer}"), variables);
            group.bench_function(id("sat"), |b| {
                b.iter(|| assert!(matches!(solver.solve(&[middle], &Limits::default()), Answer::Sat(_))));
            });
            let last = !chain[variables - 1];
            group.bench_function(id("unsat"), |b| {
                b.iter(|| assert!(matches!(solver.solve(&[middle, last], &Limits::default()), Answer::Unsat(_))));
            });
        }
    }
    group.finish();
}

/// A counter of so many bits after so many steps, each of which may be a reset: all bits together.
fn counter(formulas: &mut Formulas, bits: u32, steps: u32) -> Formula {
    let mut state: Vec<Formula> = (0..bits).map(|bit| formulas.input(Input(bit))).collect();
    for step in 0..steps {
        let reset = formulas.input(Input(bits + step));
        let mut carry = Formula::TRUE;
        for bit in &mut state {
            let sum = !formulas.iff(*bit, carry);
            carry = formulas.and(*bit, carry);
            *bit = formulas.ite(reset, Formula::FALSE, sum);
        }
    }
    state.into_iter().fold(Formula::TRUE, |all, bit| formulas.and(all, bit))
}

fn encoding(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("encode");
    group.sample_size(10).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(3));
    for steps in [100, 1_000, 10_000] {
        let mut formulas = Formulas::default();
        let root = counter(&mut formulas, 20, steps);
        group.throughput(Throughput::Elements(formulas.cone([root]).len() as u64));
        group.bench_function(BenchmarkId::new("counter", steps), |b| {
            b.iter_with_large_drop(|| {
                let mut solver = Solver::new(Backend::default());
                let literal = Encoder::default().encode(&mut solver, &formulas, root, |solver, _| solver.new_var());
                black_box(literal);
                solver
            });
        });
    }
    group.finish();
}

/// A name, a size, and how clauses of two parts are made.
type Family = (&'static str, u32, fn(u32) -> Solver);

/// They have no model.
const REFUTABLE: [Family; 3] =
    [("pigeons", 7, pigeons), ("3-cnf", 150, first_refutable), ("3-cnf", 200, first_refutable)];

/// One pigeon more than holes, in the halves of the clauses.
fn pigeons(holes: u32) -> Solver {
    let holes = holes as usize;
    let mut solver = Solver::new(Backend::default());
    let at: Vec<Vec<Lit>> = (0..=holes).map(|_| (0..holes).map(|_| solver.new_var()).collect()).collect();
    let mut clauses = at.clone();
    for (hole, one) in (0..holes).flat_map(|hole| (0..=holes).map(move |one| (hole, one))) {
        clauses.extend((0..one).map(|other| vec![!at[one][hole], !at[other][hole]]));
    }
    let half = clauses.len() / 2;
    for (number, clause) in clauses.iter().enumerate() {
        solver.add_clause(clause, Partition(u32::from(number >= half)));
    }
    solver
}

/// The first random clauses that have no model.
fn first_refutable(variables: u32) -> Solver {
    let is_refuted = |solver: &mut Solver| solver.solve(&[], &Limits::default()) == Answer::Unsat(vec![]);
    (0..)
        .map(|seed| random(variables, seed))
        .find_map(|mut solver| is_refuted(&mut solver).then_some(solver))
        .expect("one")
}

/// Random clauses of three literals, 4.3 a variable.
fn random(variables: u32, seed: u64) -> Solver {
    let mut choices = Seeded::new(seed);
    let mut solver = Solver::new(Backend::default());
    let all: Vec<Lit> = (0..variables).map(|_| solver.new_var()).collect();
    let count = variables * 43 / 10;
    for number in 0..count {
        let clause = [(); 3].map(|()| {
            let lit = all[choices.below(variables) as usize];
            if choices.below(2) == 1 { !lit } else { lit }
        });
        solver.add_clause(&clause, Partition(u32::from(number >= count / 2)));
    }
    solver
}

/// A solver with the same clauses that was asked nothing yet.
fn fresh(cnf: &Cnf) -> Solver {
    let mut solver = Solver::new(Backend::Varisat);
    let own: Vec<Lit> = (0..cnf.variables()).map(|_| solver.new_var()).collect();
    for (clause, partition) in cnf.clauses() {
        let literal = |lit: &Lit| if lit.is_negated() { !own[lit.variable()] } else { own[lit.variable()] };
        solver.add_clause(&clause.iter().map(literal).collect::<Vec<_>>(), partition);
    }
    solver
}

/// A refutation without a proof and with one, and what is made of the proof.
fn refutations(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("refutation");
    group.sample_size(10).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(3));
    for (name, size, problem) in REFUTABLE {
        let id = |what| BenchmarkId::new(format!("{name}/{what}"), size);
        let problem = problem(size);
        group.bench_function(id("answer"), |b| {
            b.iter(|| assert_eq!(fresh(problem.cnf()).solve(&[], &Limits::default()), Answer::Unsat(vec![])));
        });
        let prove = || refutation(problem.cnf(), &[], &Budget::unlimited(), LITERALS).expect("no model");
        group.bench_function(id("proof"), |b| b.iter_with_large_drop(prove));
        let proof = prove();
        let shorter = proof.recycle_pivots();
        eprintln!("{name} {size}: {} resolutions, {} with recycled pivots", proof.resolutions(), shorter.resolutions());
        group.bench_function(id("recycle"), |b| b.iter_with_large_drop(|| proof.recycle_pivots()));
        for system in [System::Ps, System::Mcmillan, System::Pudlak, System::Dual] {
            let make = || {
                let mut formulas = Formulas::default();
                let input = |formulas: &mut Formulas, variable| formulas.input(Input(variable as u32));
                let formula = interpolant(&proof, [Partition(0)], system, &mut formulas, input);
                (formulas, formula)
            };
            let (formulas, formula) = make();
            eprintln!("{name} {size}: {} nodes of {system}", formulas.cone([formula]).len());
            group.bench_function(id(system.name()), |b| b.iter_with_large_drop(make));
        }
    }
    group.finish();
}

criterion_group!(benches, questions, encoding, refutations);
criterion_main!(benches);

//! Questions to SAT solvers: what a trivial one costs when there are many variables, and nodes of formulas encoded a second.
//!
//! The smallest question shows what asking costs in itself; for varisat that is two messages between threads.

use bpcheck::logic::formula::{Formula, Formulas, Input};
use bpcheck::logic::sat::{Answer, Backend, Encoder, Limits, Lit, Partition, Solver};
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

criterion_group!(benches, questions, encoding);
criterion_main!(benches);

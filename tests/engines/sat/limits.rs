//! Questions that are not to be answered in full.

use super::{add, support};
use bpcheck::budget::{Budget, CancelToken, StopReason};
use bpcheck::logic::sat::{Answer, Backend, Limits, Lit, Solver};
use std::time::{Duration, Instant};

/// A stop is seen in some 10 ms; what is too long even on a machine that does ten other things is this.
const PROMPT: Duration = Duration::from_secs(10);

/// One pigeon more than there are holes; each sits in one if its literal is assumed, no two in the same.
fn pigeons(backend: Backend, holes: usize) -> (Solver, Vec<Lit>) {
    let mut solver = Solver::new(backend);
    let seated: Vec<Lit> = (0..=holes).map(|_| solver.new_var()).collect();
    let sits: Vec<Vec<Lit>> = seated.iter().map(|_| (0..holes).map(|_| solver.new_var()).collect()).collect();
    for (&seated, sits) in seated.iter().zip(&sits) {
        let mut clause = sits.clone();
        clause.push(!seated);
        add(&mut solver, &clause);
    }
    for (i, first) in sits.iter().enumerate() {
        for second in &sits[..i] {
            for (&a, &b) in first.iter().zip(second) {
                add(&mut solver, &[!a, !b]);
            }
        }
    }
    (solver, seated)
}

/// Assuming one literal assigns all others, without a conflict. The long clause loses a literal each time, and who looks for
/// another one from its beginning takes quadratic time.
fn long_propagation(backend: Backend) -> (Solver, Lit) {
    let mut solver = Solver::new(backend);
    let chain: Vec<Lit> = (0..150_000).map(|_| solver.new_var()).collect();
    let last = solver.new_var();
    add(&mut solver, &[&chain[..], &[last]].concat());
    for pair in chain.windows(2) {
        add(&mut solver, &[pair[0], !pair[1]]);
    }
    (solver, !chain[0])
}

/// Asks while another thread asks to stop after a while; the answer and how long it took.
fn cancelled(solver: &mut Solver, assumptions: &[Lit]) -> (Answer, Duration) {
    let cancel = CancelToken::default();
    let limits = Limits { budget: Budget::unlimited().with_cancel(cancel.clone()), conflicts: None };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            cancel.cancel();
        });
        let start = Instant::now();
        (solver.solve(assumptions, &limits), start.elapsed())
    })
}

pub fn conflicts_are_limited_and_counted(backend: Backend) {
    let run = |holes, conflicts| {
        let (mut solver, seated) = pigeons(backend, holes);
        let limits = Limits { conflicts, ..Limits::default() };
        let answer = solver.solve(&seated, &limits);
        (answer, solver.stats().conflicts, solver, seated)
    };
    let (answer, conflicts, mut solver, seated) = run(11, Some(1_000));
    assert_eq!(answer, Answer::Conflicts);
    assert!((1_000..2_000).contains(&conflicts), "{conflicts}");
    assert_eq!(run(11, Some(1_000)).1, conflicts);
    assert!(matches!(solver.solve(&seated[1..], &Limits::default()), Answer::Sat(_)), "it is as good as before");

    let (answer, conflicts, mut solver, seated) = run(5, None);
    assert_eq!(answer, Answer::Unsat(seated.clone()));
    assert!(conflicts > 10, "{conflicts}");
    assert_eq!(run(5, Some(conflicts + 10)).0, answer);
    assert_eq!(solver.solve(&seated, &Limits { conflicts: Some(1_000), ..Limits::default() }), Answer::Unsat(seated));
}

pub fn a_search_with_conflicts_is_stopped(backend: Backend) {
    let (mut solver, seated) = pigeons(backend, 40);
    let (answer, time) = cancelled(&mut solver, &seated);
    assert_eq!(answer, Answer::Stopped(StopReason::Interrupted));
    assert!(time < PROMPT, "{time:?}");
    assert!(matches!(solver.solve(&seated[1..], &Limits::default()), Answer::Sat(_)), "it is as good as before");
}

pub fn a_search_without_conflicts_is_stopped(backend: Backend) {
    let (mut solver, first) = long_propagation(backend);
    let (answer, time) = cancelled(&mut solver, &[first]);
    // Who is quick enough may answer.
    assert!(matches!(answer, Answer::Stopped(StopReason::Interrupted) | Answer::Sat(_)), "{answer:?}");
    assert!(time < PROMPT, "{time:?}");
    assert!(matches!(solver.solve(&[!first], &Limits::default()), Answer::Sat(_)), "it is as good as before");
}

pub fn time_is_seen_within_a_question(backend: Backend) {
    let (mut solver, seated) = pigeons(backend, 40);
    let start = Instant::now();
    let answer = solver.solve(&seated, &Limits { budget: support::limited(1), conflicts: None });
    assert_eq!(answer, Answer::Stopped(StopReason::Time));
    assert!(start.elapsed() < PROMPT, "{:?}", start.elapsed());
}

pub fn a_spent_budget_answers_at_once(backend: Backend) {
    let (mut solver, seated) = pigeons(backend, 3);
    let cancel = CancelToken::default();
    cancel.cancel();
    let limits = Limits { budget: Budget::unlimited().with_cancel(cancel), conflicts: None };
    for _ in 0..2 {
        assert_eq!(solver.solve(&seated, &limits), Answer::Stopped(StopReason::Interrupted));
    }
    assert_eq!(solver.solve(&seated, &Limits::default()), Answer::Unsat(seated));
}

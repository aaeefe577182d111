//! What every SAT backend has to do: the same questions to each that was compiled in.

mod brute;
mod interpolants;
mod limits;
mod questions;

use crate::support;
use bpcheck::logic::sat::{Lit, Partition, Solver};

/// The suite: each of these for each backend.
macro_rules! conformance {
    ($($room:ident::$test:ident)*) => {
        mod varisat {
            $(#[test]
            fn $test() {
                super::$room::$test(bpcheck::logic::sat::Backend::Varisat);
            })*
        }

        #[cfg(feature = "cadical")]
        mod cadical {
            $(#[test]
            fn $test() {
                super::$room::$test(bpcheck::logic::sat::Backend::Cadical);
            })*
        }
    };
}

conformance! {
    questions::clauses_and_questions_alternate
    questions::nothing_and_everything
    questions::assumptions_may_repeat_and_contradict
    questions::cores_leave_out_what_is_not_needed
    questions::models_outlive_what_comes_after
    brute::random_questions_agree_with_brute_force
    brute::long_runs_agree_with_fresh_solvers
    limits::conflicts_are_limited_and_counted
    limits::a_search_with_conflicts_is_stopped
    limits::a_search_without_conflicts_is_stopped
    limits::time_is_seen_within_a_question
    limits::a_spent_budget_answers_at_once
}

fn add(solver: &mut Solver, clause: &[Lit]) {
    solver.add_clause(clause, Partition::default());
}

/// The variable with this number, from 1, or its complement.
fn literal(variables: &[Lit], number: i64) -> Lit {
    let variable = variables[number.unsigned_abs() as usize - 1];
    if number < 0 { !variable } else { variable }
}

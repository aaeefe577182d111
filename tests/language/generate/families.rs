//! Small members of the families: verdict, form, and that the same options give the same text.

use super::support::head;
use super::{check_round_trip, outcome, outcome_by};
use bpcheck::generate::Shape::{Loop, Recursion};
use bpcheck::generate::Variant::{self, Safe, Unsafe};
use bpcheck::generate::{
    bebop, cnf, counter, dispatch, doubling, freebits, locks, parameters, recursion, tickets, wide,
};
use bpcheck::outcome::Outcome;

/// Holds each of these members against its promise.
fn check(members: impl Iterator<Item = u32> + Clone, write: impl Fn(u32, Variant) -> String) {
    check_by(outcome, members, write);
}

/// The same, where somebody else answers.
fn check_by(
    outcome: impl Fn(&str) -> Outcome,
    members: impl Iterator<Item = u32> + Clone,
    write: impl Fn(u32, Variant) -> String,
) {
    for variant in [Safe, Unsafe] {
        let mut shorter = 0;
        for member in members.clone() {
            let text = write(member, variant);
            assert_eq!(text, write(member, variant));
            assert_eq!(head(&text, "expect"), Some(variant.to_string().as_str()));
            assert_eq!(outcome(&text).overall().to_string(), variant.to_string(), "{text}");
            assert!(text.len() >= shorter, "{} bytes after {shorter}:\n{text}", text.len());
            shorter = text.len();
            check_round_trip(&text);
        }
    }
}

#[test]
fn bebop_levels() {
    check((0..9).chain([60]), |procedures, variant| bebop::write(&bebop::Options { procedures, variant }));
}

#[test]
fn lock_numbers() {
    for one_property in [false, true] {
        check(0..5, |locks, variant| locks::write(&locks::Options { locks, one_property, variant }));
    }
}

#[test]
fn counter_widths() {
    check(0..8, |bits, variant| counter::write(&counter::Options { bits, variant }));
}

#[test]
fn recursion_widths() {
    check(0..7, |bits, variant| recursion::write(&recursion::Options { bits, variant }));
}

#[test]
fn doubling_lengths() {
    check((0..9).chain([200]), |procedures, variant| doubling::write(&doubling::Options { procedures, variant }));
}

#[test]
fn free_variables() {
    for shape in [Loop, Recursion] {
        check(0..5, |variables, variant| freebits::write(&freebits::Options { variables, shape, variant }));
    }
}

#[test]
fn wide_data() {
    for (shape, bits) in [(Loop, 1), (Loop, 3), (Recursion, 1), (Recursion, 2)] {
        check(0..5, |data, variant| wide::write(&wide::Options { bits, data, shape, variant }));
    }
}

#[test]
fn carried_parameters() {
    for relevant in [2, 3] {
        let outcome = |text: &str| outcome_by("bam", text);
        check_by(outcome, [0, 10, 11, 14, 30].into_iter(), |data, variant| {
            parameters::write(&parameters::Options { data, relevant, variant })
        });
    }
}

#[test]
fn tickets_and_data() {
    for (data, checked) in [(2, 1), (3, 2), (5, 9)] {
        check(0..5, |locks, variant| tickets::write(&tickets::Options { locks, data, checked, variant }));
    }
}

#[test]
fn dispatched_requests() {
    for levels in 0..4 {
        check(3..7, |flags, variant| dispatch::write(&dispatch::Options { flags, levels, variant }));
    }
}

#[test]
fn formulas() {
    for seed in 0..6 {
        check(0..11, |variables, variant| cnf::write(&cnf::Options { variables, seed, variant }));
    }
}

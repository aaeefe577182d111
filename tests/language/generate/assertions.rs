//! Programs with many assertions: which of them can fail.

use super::{check_round_trip, outcome_by};
use bpcheck::generate::Variant::{self, Safe, Unsafe};
use bpcheck::generate::assertions::Kind::{Ops, Related, Unrelated};
use bpcheck::generate::assertions::{Options, Shape, write};
use bpcheck::outcome::Verdict;

/// The answers of each of these engines: the assertions are safe, but for the last one of an unsafe program.
fn check(options: &Options) {
    let text = write(options);
    assert_eq!(text, write(options));
    check_round_trip(&text);
    let mut expected = vec![Safe; options.assertions as usize];
    if let Some(last) = expected.last_mut() {
        *last = options.variant;
    }
    for engine in ["explicit", "saturation"] {
        assert_eq!(answers(&text, engine), expected, "{engine}:\n{text}");
    }
}

/// What this engine says of each assertion.
fn answers(text: &str, engine: &str) -> Vec<Variant> {
    let decisions = outcome_by(engine, text).decisions.into_iter();
    let answer = |verdict| match verdict {
        Verdict::Safe(_) => Safe,
        Verdict::Unsafe(_) => Unsafe,
        Verdict::Unknown(reason) => panic!("{engine}: {reason}:\n{text}"),
    };
    decisions.map(|decision| answer(decision.verdict)).collect()
}

#[test]
fn only_the_last_assertion_fails() {
    for (kind, most) in [(Related, 5), (Ops, 9), (Unrelated, 4)] {
        for shape in [Shape::Tree, Shape::Recursion, Shape::Loop] {
            for variant in [Safe, Unsafe] {
                for assertions in 1..=most {
                    check(&Options { kind, shape, depth: 2, assertions, variant });
                }
            }
        }
    }
}

#[test]
fn deep_trees_are_no_harder() {
    for variant in [Safe, Unsafe] {
        for depth in [1, 3, 60] {
            check(&Options { depth, assertions: 2, variant, ..Options::default() });
        }
    }
}

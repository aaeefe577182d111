//! What is counted, and what induction saves.

use super::*;

/// Table 1 of the paper in small: each call of `id` is unwound, and no more.
#[test]
fn chains_are_counted() {
    let decided = run(&words("id", 3, None, Variant::Safe), "rdd:plain", PassSet::default());
    assert_eq!(verdicts(&decided), ["SAFE"]);
    let counts = counts(&decided);
    assert!(is_proved(&decided) && counts.nu == 8 && counts.instances == 9, "{counts:?}");
}

/// No run returns, so nothing has to be unwound to see that; and plain unwinding never sees it.
#[test]
fn recursion_without_end_is_decided_by_induction() {
    let text = words("sum_non", 4, None, Variant::Safe);
    let decided = run(&text, "rdd", PassSet::default());
    assert_eq!(verdicts(&decided), ["SAFE"]);
    let counts = counts(&decided);
    assert!(is_proved(&decided) && counts.instances < 5 && counts.candidates > 0 && counts.completed > 0, "{counts:?}");
    assert_eq!(verdicts(&run(&text, "rdd:plain:depth=9", PassSet::default())), ["UNKNOWN (bound 9)"]);
}

/// Wide numbers, and few calls.
#[test]
fn wide_numbers_cost_little() {
    for (name, variant, verdict) in
        [("id", Variant::Safe, "SAFE"), ("id2", Variant::Unsafe, "UNSAFE"), ("evenodd", Variant::Safe, "SAFE")]
    {
        let decided = run(&words(name, 16, Some(5), variant), "rdd", PassSet::default());
        assert_eq!(verdicts(&decided), [verdict], "{name}");
    }
}

/// Of two loops, one behind the other, both have their turn.
#[test]
fn one_loop_does_not_keep_from_the_next() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/bp-examples/regressions/two-loops-bug.bp");
    let decided = run(&std::fs::read_to_string(path).expect("an example"), "rdd", PassSet::default());
    assert_eq!(verdicts(&decided), ["UNSAFE", "UNSAFE"]);
    let counts = counts(&decided);
    assert!(counts.heads < 50, "{counts:?}");
}

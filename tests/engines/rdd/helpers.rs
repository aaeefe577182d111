//! Helper assertions, and what is learnt from them.

use super::*;

/// The premise is of outermost calls alone: of all calls it would be part of the refutation, and no lemma would come of it.
#[test]
fn t12_premises_are_of_outermost_calls() {
    let decided = run(&words("mccarthy", 3, None, Variant::Safe), "rdd:helpers", PassSet::default());
    assert_eq!(verdicts(&decided), ["SAFE"]);
    let counts = counts(&decided);
    assert!(is_proved(&decided) && counts.helped > 0 && counts.counts.stored > 0, "{counts:?}");
}

/// Helper assertions make deep recursion shallow: the chain is much shorter than without.
#[test]
fn chains_are_shorter_with_helpers() {
    let text = words("mccarthy", 4, None, Variant::Safe);
    let [helpers, plain] = ["rdd:helpers", "rdd:plain"].map(|engine| run(&text, engine, PassSet::default()));
    assert!(is_proved(&helpers) && is_proved(&plain));
    assert!(counts(&helpers).nu * 2 < counts(&plain).nu, "{:?}\n{:?}", counts(&helpers), counts(&plain));
}

/// A violation that a helper assertion finds is real.
#[test]
fn helpers_hide_no_violation() {
    for name in ["id", "evenodd", "fibo", "ackermann"] {
        let decided = run(&words(name, 3, None, Variant::Unsafe), "rdd:helpers", PassSet::default());
        assert_eq!(verdicts(&decided), ["UNSAFE"], "{name}");
    }
}

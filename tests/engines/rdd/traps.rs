//! Programs on which a careless version gave a wrong answer, no answer, or a number that is something else.

use super::*;

/// Each way gives these verdicts, with and without passes.
fn given(text: &str, expected: &[&str]) {
    for engine in engines() {
        for passes in [PassSet::default(), PassSet::NONE] {
            assert_eq!(verdicts(&run(text, &engine, passes)), expected, "{engine}\n{text}");
        }
    }
}

/// A call begins only if its caller has begun: calls of calls that are not made are not unwound.
#[test]
fn t1_a_call_begins_within_its_caller() {
    let decided = run(&words("mccarthy", 2, None, Variant::Unsafe), "rdd:plain", PassSet::default());
    assert_eq!(verdicts(&decided), ["UNSAFE"]);
    assert!(counts(&decided).instances < 10, "{:?}", counts(&decided));
}

/// A leaf hits nothing if its procedure cannot: one call is more than enough, of 2^4.
#[test]
fn t2_what_cannot_hit_does_not() {
    let decided = run(&words("id_b", 4, None, Variant::Safe), "rdd:plain", PassSet::default());
    assert_eq!(verdicts(&decided), ["SAFE"]);
    assert!(counts(&decided).nu <= 1, "{:?}", counts(&decided));
}

/// What is known of an instance whose inner calls are blocked is not known of the procedure: `f`, of which only the outer call is looked
/// into, never sets `g`.
#[test]
fn t3_what_holds_up_to_a_depth_is_no_lemma() {
    let text = "decl g; void main() begin g := F; f(F); assert(!g); end
        void f(p) begin if (p) then g := T; else f(T); fi end";
    given(text, &["UNSAFE"]);
    for engine in ["rdd:plain", "rdd:helpers"] {
        assert_eq!(verdicts(&run(text, engine, PassSet::default())), ["UNSAFE"], "{engine}");
    }
}

/// Recursion without end. To unwind never ends; to leave equal calls within each other out does, and gives no proof; induction gives one.
#[test]
fn t4_equal_calls_within_each_other() {
    let text = "decl g; void main() begin g := F; f(); assert(!g); end
        void f() begin if (*) then g := !g; f(); g := !g; fi end";
    assert_eq!(verdicts(&run(text, "rdd:plain:depth=5", PassSet::default())), ["UNKNOWN (bound 5)"]);
    let nested = run(text, "rdd:plain:nest=on", PassSet::default());
    assert_eq!((verdicts(&nested), counts(&nested).nu), (vec!["SAFE".to_string()], 2));
    assert!(!is_proved(&nested) && counts(&nested).nested > 0 && counts(&nested).counts.stored == 0);
    let induction = run(text, "rdd", PassSet::default());
    assert_eq!(verdicts(&induction), ["SAFE"]);
    assert!(is_proved(&induction) && counts(&induction).nu <= 3, "{:?}", counts(&induction));
}

/// `f` is unwound before it is known that no run calls it: ν is 1, and no run is as deep.
#[test]
fn t5_nu_is_more_than_the_depth() {
    let text = "void main() begin decl r; r := no(); if (r) then f(); fi end
        bool no() begin return F; end void f() begin assert(F); end";
    let decided = run(text, "rdd:plain", PassSet::NONE);
    assert_eq!((verdicts(&decided), counts(&decided).procedures["2"].nu), (vec!["SAFE".to_string()], 1));
}

/// What the inner call leaves does not matter: ν is 1, and a run is two deep.
#[test]
fn t6_nu_is_less_than_the_depth() {
    let text = "void main() begin decl r; r := f(T); assert(!r); end
        bool f(p) begin decl r; if (p) then r := f(F); fi return F; end";
    let decided = run(text, "rdd:plain", PassSet::NONE);
    assert_eq!((verdicts(&decided), counts(&decided).nu), (vec!["SAFE".to_string()], 1));
}

/// Loops have no depth.
#[test]
fn t8_a_loop_is_no_recursion() {
    let text = "decl a, b, c; void main() begin a, b, c := F, F, F; while (!(a & b)) do f(); od assert(!c); end
        void f() begin if (a) then b := !b; fi a := !a; c := c & b; end";
    for engine in ["rdd:plain", "rdd"] {
        let decided = run(text, engine, PassSet::NONE);
        assert_eq!(verdicts(&decided), ["SAFE"], "{engine}");
        assert!(counts(&decided).nu <= 1 && counts(&decided).heads > 0, "{engine}: {:?}", counts(&decided));
    }
}

/// A run goes on at a label, and may end there.
#[test]
fn t9_a_label_does_not_end_a_run() {
    given(
        "decl g; void f() begin SLIC_ERROR: g := T; end void main() begin g := F; f(); assert(!g); end",
        &["UNSAFE"; 2],
    );
    let text = "decl g, h; void main() begin g := *; h := g; SLIC_ERROR: f(); assert(g); end
        void f() begin assume(g != h); end";
    given(text, &["UNSAFE", "SAFE"]);
}

/// A failing assertion ends a run, so behind it its condition holds.
#[test]
fn t13_a_failing_assertion_ends_a_run() {
    let text = "decl a; void main() begin a := *; assert(a); f(); assert(a); end
        void f() begin if (!a) then f(); fi end";
    given(text, &["UNSAFE", "SAFE"]);
}

/// Behind the bound nothing is known, and that is said.
#[test]
fn a_bound_is_no_proof() {
    let text = "decl a, b, c; void main() begin a, b, c := F, F, F; f(); end
        void f() begin if (a & b) then c := T; fi if (a) then b := !b; fi a := !a; assert(!(a & b & c)); f(); end";
    for engine in ["rdd:plain", "rdd:plain:query=one", "rdd:plain:in=3", "rdd:plain:nest=on"] {
        for (depth, verdict) in [("0", "UNKNOWN (bound 0)"), ("2", "UNKNOWN (bound 2)"), ("20", "UNSAFE")] {
            let decided = run(text, &format!("{engine}:depth={depth}"), PassSet::default());
            assert_eq!(verdicts(&decided), [verdict], "{engine}:depth={depth}");
        }
    }
}

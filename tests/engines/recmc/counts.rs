//! How many questions are asked: the claim of 2014-komuravelli against GPDR, on the family where it is seen best.

use super::*;
use bpcheck::generate;

/// Each procedure calls the next one twice.
fn doubling(procedures: u32) -> String {
    generate::doubling::write(&generate::doubling::Options { procedures, ..Default::default() })
}

/// GPDR forgets what is real, and asks about the last procedure 2^N times; facts are asked about once.
#[test]
fn questions_double_without_facts() {
    let asked = |procedures: u32, engine: &str| {
        let decided = run(&doubling(procedures), engine, PassSet::default());
        assert!(verdicts(&decided).iter().all(|verdict| !verdict.starts_with("UNKNOWN")));
        counts(&decided).obligations
    };
    for procedures in [4, 6, 8] {
        let (with, without) = (asked(procedures, "recmc:leaves=off"), asked(procedures, "gpdr"));
        assert!(with <= 4 * u64::from(procedures), "{procedures}: {with}");
        assert!(without >= 1 << procedures, "{procedures}: {without}");
    }
    assert!(asked(60, "recmc:leaves=off") < 240);
}

/// Two calls of a parity agree: in clauses over its arguments and results that takes 2^n + 1 of them, as a copy none.
#[test]
fn a_relation_without_a_small_form_is_copied() {
    let parity = |bits: usize| {
        let names: Vec<String> = (0..bits).map(|bit| format!("x{bit}")).collect();
        let adds: String = names.iter().map(|name| format!("r := r ^ {name}; ")).collect();
        format!(
            "decl {}; void main() begin decl p, q; p := parity(); q := parity(); assert(p = q); end
             bool parity() begin decl r; r := F; {adds}return r; end",
            names.join(", ")
        )
    };
    let lemmas = |bits: usize, engine: &str| {
        let decided = run(&parity(bits), engine, PassSet::default());
        assert_eq!(verdicts(&decided), ["SAFE"]);
        counts(&decided).lemmas
    };
    assert!(lemmas(6, "recmc:leaves=off") >= 1 << 6);
    assert!(lemmas(32, "recmc") < 4);
}

/// A deep bound that is tried goes no deeper than is asked for.
#[test]
fn no_bound_is_above_the_depth() {
    let options = generate::counter::Options { bits: 6, variant: generate::Variant::Unsafe };
    for depth in 0..12 {
        let decided = run(&generate::counter::write(&options), &format!("recmc:depth={depth}"), PassSet::default());
        assert_eq!(verdicts(&decided), [format!("UNKNOWN (bound {depth})")]);
        assert_eq!(counts(&decided).level, depth);
    }
}

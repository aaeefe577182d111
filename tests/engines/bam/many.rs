//! Hits that are real, though not by the run that is read back: other ways to them are looked at, too.

use super::*;
use bpcheck::generate::{Variant, dispatch, tickets};
use std::collections::BTreeSet;

/// What the engine says of all properties, and in how many rounds.
fn in_rounds(text: &str) -> (BTreeSet<String>, usize) {
    let decided = run(text, "bam", PassSet::default());
    (verdicts(&decided).into_iter().collect(), counts(&decided).counts.rounds)
}

/// Branches have to be taken in one of very many ways. One round finds it, and nothing has to be tracked.
#[test]
fn a_violation_behind_many_branches_takes_one_round() {
    let locks = tickets::Options { locks: 20, data: 30, variant: Variant::Unsafe, ..tickets::Options::default() };
    assert_eq!(in_rounds(&tickets::write(&locks)), (BTreeSet::from(["UNSAFE".to_string()]), 1));
    let levels = dispatch::Options { variant: Variant::Unsafe, ..dispatch::Options::default() };
    assert_eq!(in_rounds(&dispatch::write(&levels)), (BTreeSet::from(["UNSAFE".to_string()]), 1));
}

/// If no way is real, what is learnt is what excludes one.
#[test]
fn what_excludes_all_ways_is_not_learnt() {
    let levels = dispatch::write(&dispatch::Options { variant: Variant::Safe, ..dispatch::Options::default() });
    let decided = run(&levels, "bam", PassSet::default());
    assert!(verdicts(&decided).iter().all(|verdict| verdict == "SAFE"));
    let counts = counts(&decided);
    assert!(counts.amount.variables < 20 && counts.amount.all_variables > 100, "{counts:?}");
}

/// Calls on either branch may have one body, and so may calls one after the other, if they are entered with the same; else they have two.
#[test]
fn ways_meet_behind_calls() {
    let text = "decl g, h; bool next(x) begin if (x) then return h; fi g := !g; return !x; end
        void main() begin decl a, b, c, d; a, b, c, d := *, *, F, F; g := F;
        if (a) then c := next(b); else c := next(!b); fi if (b) then d := next(c); else d := next(a); fi
        assert(!(g & c & !d & a)); assert(!(g & c & d & !h & !a)); assert(a | b | c); assert(!g | c | d); assert(g | !a | b);
        end";
    for engine in engines() {
        for passes in [PassSet::default(), PassSet::NONE] {
            let decided = run(text, &engine, passes);
            assert_eq!(verdicts(&decided), ["UNSAFE", "SAFE", "UNSAFE", "SAFE", "SAFE"], "{engine}");
        }
    }
}

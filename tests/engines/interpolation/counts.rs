//! What is learnt helps.

use super::*;
use bpcheck::budget::Budget;
use bpcheck::engine::Silent;
use bpcheck::pipeline::{decide, load};
use bpcheck::{Options, Source};

/// Assertions that need the same of two procedures: the first one finds it out.
const RELATED: &str =
    "decl a, b; void main() begin a := *; b := a; f(); assert(a = b); f(); assert(a = b); f(); assert(a = b); end
    void f() begin g(); g(); end void g() begin if (*) then a, b := !a, !b; fi end";

#[test]
fn related_assertions_are_answered_by_summaries() {
    let counts = |engine: &str| {
        let decided = run(RELATED, engine, PassSet::default());
        assert_eq!(verdicts(&decided), ["SAFE"; 3], "{engine}");
        super::counts(&decided)
    };
    let (on, off) = (counts("interpolation:seeds=off"), counts("interpolation:seeds=off:reuse=off"));
    assert!(on.properties == 3 && on.instances.expanded * 2 < off.instances.expanded, "{on:?}\n{off:?}");
    assert!(on.instances.interpolants > 0 && on.instances.stored > 0 && on.instances.resolutions > 0, "{on:?}");
}

/// A recursive procedure needs an invariant, and has one after few instances, though its call trees are of any depth.
#[test]
fn recursion_is_decided_by_candidates() {
    let text = "decl a, b; void main() begin a := *; b := a; f(); assert(a = b); end
        void f() begin if (*) then f(); a, b := !a, !b; f(); fi end";
    let decided = run(text, "interpolation:seeds=off", PassSet::default());
    assert_eq!(verdicts(&decided), ["SAFE"]);
    let counts = counts(&decided);
    assert!(counts.instances.tried > 0 && counts.instances.kept > 0 && counts.instances.expanded < 10, "{counts:?}");
}

/// A lock that is taken and left below a tree of calls, by a flag: three variables say what each call leaves.
fn driver(depth: usize, is_bad: bool) -> String {
    let mut text = "decl locked;
        void take() begin if (locked) then SLIC_ERROR: skip; fi locked := T; end
        void leave() begin if (!locked) then SLIC_ERROR: skip; fi locked := F; end
        void f0() begin decl flag; flag := *; if (flag) then take(); fi while (*) do skip; od if (flag) then leave(); fi end
        void main() begin locked := F; "
        .to_string();
    text += &format!("f{depth}(); {} end\n", if is_bad { "leave();" } else { "" });
    for level in 1..=depth {
        text += &format!("void f{level}() begin f{0}(); while (*) do f{0}(); od end\n", level - 1);
    }
    text
}

#[test]
fn lemmas_to_begin_with_answer_without_a_tree() {
    for passes in [PassSet::default(), PassSet::NONE] {
        let decided = run(&driver(12, false), "interpolation", passes);
        assert_eq!(verdicts(&decided), ["SAFE"; 2]);
        let counts = counts(&decided);
        assert!(counts.answered_by_summaries == 2 && counts.instances.expanded == 0, "{counts:?}");
    }
    assert_eq!(verdicts(&run(&driver(3, true), "interpolation", PassSet::default())), ["SAFE", "UNSAFE"]);
}

/// What was found when a limit was hit is found again, and more.
#[test]
fn the_search_for_them_may_be_interrupted() {
    let decided = |effort: u64| {
        let options = Options::default().with_all(true).with_engine(support::engine("interpolation"));
        let options = options.with_budget(Budget::unlimited().with_effort(effort));
        let loaded = load(&Source::new("x.bp", driver(6, true)), &options).expect("a program");
        verdicts(&decide(&loaded, &options, &mut Silent).expect("an outcome"))
    };
    for effort in [1, 10, 100, 1_000, 10_000] {
        for (verdict, expected) in decided(effort).iter().zip(["SAFE", "UNSAFE"]) {
            assert!(verdict == expected || verdict.starts_with("UNKNOWN"), "{effort}: {verdict}");
        }
    }
    assert_eq!(decided(u64::MAX), ["SAFE", "UNSAFE"]);
}

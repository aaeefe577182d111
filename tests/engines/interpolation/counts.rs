//! What is learnt helps.

use super::*;

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
    let (on, off) = (counts("interpolation"), counts("interpolation:reuse=off"));
    assert!(on.properties == 3 && on.instances.expanded * 2 < off.instances.expanded, "{on:?}\n{off:?}");
    assert!(on.instances.interpolants > 0 && on.instances.stored > 0 && on.instances.resolutions > 0, "{on:?}");
}

/// A recursive procedure needs an invariant, and has one after few instances, though its call trees are of any depth.
#[test]
fn recursion_is_decided_by_candidates() {
    let text = "decl a, b; void main() begin a := *; b := a; f(); assert(a = b); end
        void f() begin if (*) then f(); a, b := !a, !b; f(); fi end";
    let decided = run(text, "interpolation", PassSet::default());
    assert_eq!(verdicts(&decided), ["SAFE"]);
    let counts = counts(&decided);
    assert!(counts.instances.tried > 0 && counts.instances.kept > 0 && counts.instances.expanded < 10, "{counts:?}");
}

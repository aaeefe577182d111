use crate::budget::Budget;
use crate::pds::analysis::fixture::Fixture;
use crate::pds::passes::{Pass, PassSet, run};

/// How many calls are left away.
fn skipped(text: &str) -> usize {
    let fixture = Fixture::new(text);
    let which: PassSet = [Pass::Unreachable, Pass::Liveness, Pass::Cone].into_iter().collect();
    run(fixture.pds, &fixture.targets, which, &Budget::unlimited()).expect("no limit").skipped
}

/// The same for a program that calls `f` with this declaration, before the property.
fn of(f: &str) -> usize {
    skipped(&format!("decl a, b; {f} void main() begin f(); assert(a); end"))
}

#[test]
fn calls_without_influence_go() {
    assert_eq!(of("void f() begin skip; end"), 1);
    assert_eq!(of("void f() begin b := !b; if (a) then b := *; else goto L; fi L: skip; end"), 1);
    assert_eq!(of("void f() begin goto L, M; L: skip; M: skip; end"), 1);
    assert_eq!(of("void f() begin g(); g(); end void g() begin b := a; end"), 3);
    assert_eq!(skipped("bool f(x) begin return !x; end void main() begin decl a, l; l := f(a); assert(a); end"), 1);
}

#[test]
fn what_matters_stays() {
    assert_eq!(of("void f() begin a := !a; end"), 0);
    assert_eq!(of("void f() begin assert(b); end"), 0);
    assert_eq!(of("void f() begin g(); end void g() begin ERROR: skip; end"), 0);
    assert_eq!(skipped("bool f(x) begin return !x; end void main() begin decl a, l; l := f(a); assert(l); end"), 0);
}

#[test]
fn a_callee_that_blocks_stays() {
    assert_eq!(of("void f() begin assume(F); end"), 0);
    assert_eq!(of("void f() begin assume(b); end"), 0);
    assert_eq!(of("void f() begin enforce !b; skip; end"), 0);
    assert_eq!(of("void f() begin b := * constrain ('b = a); end"), 0);
    assert_eq!(of("void f() begin goto L, M; L: assume(b); M: skip; end"), 0, "whatever the second target does");
}

#[test]
fn a_callee_that_may_not_return_stays() {
    assert_eq!(of("void f() begin L: goto L; end"), 0);
    assert_eq!(of("void f() begin while (*) do skip; od end"), 0);
    assert_eq!(of("void f() begin if (*) then f(); fi end"), 0);
    assert_eq!(of("void f() begin g(); end void g() begin if (*) then f(); fi end"), 0);
    assert_eq!(of("void f() begin goto L, M; L: goto L; M: skip; end"), 0);
}

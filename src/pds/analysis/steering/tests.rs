use super::*;
use crate::pds::analysis::fixture::Fixture;

/// The names of the globals, and of the variables of `f`, that steer.
fn steering(text: &str) -> String {
    let fixture = Fixture::new(text);
    let steering = Steering::analyse(&fixture.pds, &fixture.targets);
    let f = fixture.procedure("f");
    let globals = (0..fixture.pds.globals.len()).map(Slot::Global);
    let locals = (0..fixture.pds.procedures[f.index()].init.len()).map(Slot::Local);
    fixture.names(f, globals.chain(locals).filter(|&slot| steering.steers(f, slot)))
}

#[test]
fn what_guards_read_steers_and_what_that_is_made_of() {
    let text = "decl d; bool f(a, b, c) begin decl l; l := b; if (l) then d := f(a, c, c); fi return a; end
        void main() begin d := f(d, T, F); assert(d); end";
    assert_eq!(steering(text), "b c l");
}

#[test]
fn what_is_returned_steers_if_a_caller_branches_on_it() {
    let text = "decl d; bool f(a, b) begin d := b; return a; end
        void main() begin decl r; r := f(*, *); while (r) do r := f(*, *); od assert(d); end";
    assert_eq!(steering(text), "a");
}

#[test]
fn a_detour_is_no_reason_to_steer_but_makes_what_it_writes() {
    let text = "decl d, e; void f(n) begin if (e) then d := T; else d := F; fi if (n) then f(d); fi end
        void main() begin f(T); assert(d); end";
    assert_eq!(steering(text), "d e n");
    let text = "decl d, e; void f(n) begin if (e) then d := T; else d := F; fi if (n) then f(F); fi end
        void main() begin f(T); assert(d); end";
    assert_eq!(steering(text), "n");
}

#[test]
fn what_does_not_meet_at_once_is_no_detour() {
    let call = "decl d, e; void g() begin end void f() begin if (e) then g(); fi end
        void main() begin f(); assert(d); end";
    let returns = "decl d, e; void f() begin if (e) then return; fi d := T; end void main() begin f(); assert(d); end";
    let circle = "decl d, e; void f() begin while (e) do d := T; od end void main() begin f(); assert(d); end";
    let assertion = "decl d, e; void f() begin assert(e); end void main() begin f(); assert(d); end";
    let assumption = "decl d, e; void f() begin assume(e); d := T; end void main() begin f(); assert(d); end";
    assert_eq!([call, returns, circle, assumption, assertion].map(steering), ["e", "e", "e", "e", ""]);
}

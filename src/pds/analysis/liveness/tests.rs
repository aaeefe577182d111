use super::*;
use crate::pds::analysis::fixture::Fixture;

/// The names of what is live at `procedure#point`.
fn live(text: &str, procedure: &str, point: u32) -> String {
    let fixture = Fixture::new(text);
    let liveness = fixture.live();
    fixture.names(fixture.procedure(procedure), liveness.slots(fixture.at(procedure, point)))
}

/// The names of what is live at the exit of the procedure.
fn live_at_exit(text: &str, procedure: &str) -> String {
    let fixture = Fixture::new(text);
    let liveness = fixture.live();
    let procedure = fixture.procedure(procedure);
    fixture.names(procedure, liveness.sets().iter(liveness.exit(procedure)))
}

#[test]
fn variables_that_only_feed_one_another_are_dead() {
    let text = "decl a, b, c, d; void main() begin while (*) do a := b; b := c; c := a; od assert(d); end";
    assert_eq!(live(text, "main", 1), "d");
    assert_eq!(live(text, "main", 3), "d");
}

#[test]
fn a_chain_to_a_target_is_live_link_by_link() {
    let text = "decl a, b, c; void main() begin b := a; c := b; assert(c); end";
    assert_eq!([0, 1, 2, 3].map(|point| live(text, "main", point)), ["a", "a", "b", "c"]);
}

#[test]
fn guards_observe_until_no_target_can_follow() {
    let text = "decl a, b, c; void main() begin assume(b); assert(a); assume(c); end";
    assert_eq!([1, 2, 3].map(|point| live(text, "main", point)), ["a b", "a", ""]);
    let text = "decl a, b, c; void main() begin a, b := *, * constrain ('a = c); assert(b); end";
    assert_eq!(live(text, "main", 1), "c");
}

#[test]
fn arguments_and_results_are_live_as_far_as_they_matter() {
    let text = "decl g, h; bool<2> f(x, y) begin h := y; return x, y; end
                void main() begin decl l, m; l, _ := f(m, g); assert(l); end";
    assert_eq!(live(text, "f", 0), "x");
    assert_eq!(live_at_exit(text, "f"), "result0");
    assert_eq!(live(text, "main", 0), "m");
}

#[test]
fn globals_flow_through_callees_and_locals_around_them() {
    let text = "decl g, h; void f() begin h := F; end
                void main() begin decl l; l := *; f(); assert(l | g | h); end";
    assert_eq!(live(text, "f", 0), "g");
    assert_eq!(live_at_exit(text, "f"), "g h");
    assert_eq!(live(text, "main", 2), "g l");
    assert_eq!(live(text, "main", 1), "g");
}

#[test]
fn recursion_does_not_keep_a_parameter_alive() {
    let text = "decl g, a, b; void f(p, q) begin if (*) then f(p, !q); g := p; fi end
                void main() begin f(a, b); assert(g); end";
    assert_eq!(live(text, "f", 0), "g p");
    assert_eq!(live(text, "main", 0), "g a");
}

/// What a callee reads is live at its own exit, if it is called again.
#[test]
fn exits_grow_with_the_callers_that_come_later() {
    let text = "decl a, b; void g() begin assert(a); end void f() begin g(); g(); end
                void main() begin f(); b := b; end";
    assert_eq!(live(text, "g", 2), "a");
    assert_eq!(live_at_exit(text, "g"), "a");
    assert_eq!(live_at_exit(text, "f"), "");
}

#[test]
fn behind_a_call_that_does_not_return_nothing_is_live() {
    let text = "decl a, b; void f() begin L: assert(b); goto L; end
                void main() begin f(); assert(a); end";
    assert_eq!(live(text, "main", 0), "b");
    assert_eq!(live(text, "main", 2), "");
}

#[test]
fn without_the_pass_everything_in_scope_counts() {
    let fixture = Fixture::new("decl g; bool f(p) begin decl l; return p; end void main() begin g := f(g); end");
    let everything = Liveness::everything(&fixture.pds);
    let f = fixture.procedure("f");
    assert_eq!(fixture.names(f, everything.slots(fixture.at("f", 0))), "g p l");
    assert_eq!(fixture.names(f, everything.sets().iter(everything.exit(f))), "g result0");
    let returned = fixture.pds.rules().iter().find_map(|rule| match rule.kind {
        RuleKind::Expansion { to, .. } => Some(to),
        _ => None,
    });
    assert!(everything.contains(returned.expect("a call"), Slot::Result(0)));
}

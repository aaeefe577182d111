use super::*;
use crate::pds::analysis::fixture::Fixture;

struct Analysed {
    fixture: Fixture,
    constants: Constants,
}

impl Analysed {
    fn new(text: &str) -> Analysed {
        let fixture = Fixture::new(text);
        let (modref, reach) = (ModRef::analyse(&fixture.pds), Reach::analyse(&fixture.pds, &fixture.targets));
        let constants = Constants::analyse(&fixture.pds, &reach, &modref, &Budget::unlimited());
        Analysed { fixture, constants: constants.expect("no limit") }
    }

    /// What is constant at `procedure#point`, false with a `!`; nothing comes there: `-`.
    fn at(&self, procedure: &str, point: u32) -> String {
        let location = self.fixture.at(procedure, point);
        if !self.constants.reached(location) {
            return "-".into();
        }
        let procedure = self.fixture.procedure(procedure);
        let name = |(slot, value): (Slot, bool)| {
            let name = self.fixture.names(procedure, std::iter::once(slot));
            if value { name } else { format!("!{name}") }
        };
        self.constants.slots(location).map(name).collect::<Vec<_>>().join(" ")
    }
}

#[test]
fn globals_and_locals_begin_as_they_are_declared() {
    let one = Analysed::new("decl g, h := F; void main() begin decl l := T, m; skip; end");
    assert_eq!(one.at("main", 1), "l !h");
}

#[test]
fn what_is_different_on_two_ways_is_unknown() {
    let text =
        "decl a := F, b := F; void main() begin if (*) then a := T; b := F; else a := F; fi skip; assert(a); end";
    assert_eq!(Analysed::new(text).at("main", 5), "!b");
}

#[test]
fn a_guard_that_cannot_hold_is_no_path() {
    let text = "decl a := F, b := F; void main() begin while (*) do if (a) then b := T; fi od assert(!b); end";
    let one = Analysed::new(text);
    assert_eq!(one.at("main", 3), "-", "a is never true");
    assert_eq!(one.at("main", 4), "!a !b");
}

#[test]
fn a_guard_says_what_holds_behind_it() {
    let one = Analysed::new("decl a, b, c; void main() begin assume(a & !b); c := a & !b; skip; end");
    assert_eq!(one.at("main", 1), "");
    assert_eq!(one.at("main", 2), "a !b");
    assert_eq!(one.at("main", 3), "a c !b");
    let chosen = Analysed::new("decl a, b; void main() begin a, b := *, * constrain ('a & !'b); skip; end");
    assert_eq!(chosen.at("main", 2), "a !b");
}

#[test]
fn values_go_through_calls_and_returns() {
    let text = "decl g := F; bool<2> f(x, y) begin g := x; return y, !x; end
                void main() begin decl l, m; l, m := f(T, *); skip; assert(m); end";
    let one = Analysed::new(text);
    assert_eq!(one.at("f", 0), "x !g");
    assert_eq!(one.at("main", 2), "g !m");
}

#[test]
fn a_callee_changes_only_what_it_modifies() {
    let text = "decl a, b := F; void f() begin b := T; end
                void main() begin a := T; f(); skip; a := F; f(); skip; assert(a); end";
    let one = Analysed::new(text);
    assert_eq!(one.at("f", 0), "");
    assert_eq!(one.at("main", 3), "a b");
    assert_eq!(one.at("main", 6), "b !a");
}

#[test]
fn constants_go_through_recursion() {
    let text = "decl g := T; void f(p, q) begin if (*) then f(p, !q); fi g := p; end
                void main() begin f(T, T); skip; assert(g); end";
    let one = Analysed::new(text);
    assert_eq!(one.at("f", 0), "g p");
    assert_eq!(one.at("main", 2), "g");
    let flips = "decl g := T; void f(p) begin if (*) then f(!p); fi g := p; end
                 void main() begin f(T); skip; assert(g); end";
    assert_eq!(Analysed::new(flips).at("main", 2), "");
}

#[test]
fn behind_a_call_that_does_not_return_nothing_is_known() {
    let text = "decl a := F; void f() begin if (a) then skip; else L: goto L; fi end
                void main() begin f(); assert(a); end";
    assert_eq!(Analysed::new(text).at("main", 2), "-");
}

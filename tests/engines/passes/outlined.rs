//! Loops as procedures: the same verdicts, with traces and certificates of the program in which they are loops.

use super::support;
use bpcheck::engine::Selection;
use bpcheck::generate::choices::Tape;
use bpcheck::generate::random::{Knobs, write_from};
use bpcheck::outcome::{Evidence, Verdict};
use bpcheck::pds::passes::{Pass, PassSet};
use bpcheck::{Options, Source, check};
use proptest::prelude::*;

/// Which properties are violated, as an engine says with evidence that was checked; `None`: not decided in time.
fn answers(text: &str, engine: &Selection, passes: PassSet) -> Vec<Option<bool>> {
    let options = Options::default().with_engine(engine.clone()).with_passes(passes).with_all(true);
    let options = options.with_budget(support::ticks(2_000));
    let outcome = check(&Source::new("x.bp", text), &options);
    let outcome = outcome.unwrap_or_else(|failure| panic!("{failure}\n{engine} {passes:?}\n{text}"));
    let answers = outcome.decisions.into_iter().map(|decision| match decision.verdict {
        Verdict::Unsafe(_) => Some(true),
        Verdict::Safe(Evidence::Certificate(_)) => Some(false),
        Verdict::Safe(_) | Verdict::Unknown(_) => None,
    });
    answers.collect()
}

fn engines() -> impl Iterator<Item = Selection> {
    support::variants().into_iter().map(support::engine)
}

/// What the explicit engine says of the program as it is.
fn expected(text: &str) -> Vec<Option<bool>> {
    answers(text, &Selection::One(support::referee()), PassSet::NONE)
}

fn agree(text: &str, passes: PassSet) -> Vec<Option<bool>> {
    let expected = expected(text);
    for engine in engines() {
        let outlined = answers(text, &engine, passes.with(Pass::Outline));
        for (answer, expected) in outlined.iter().zip(&expected) {
            assert!(answer.is_none() || expected.is_none() || answer == expected, "{engine} {passes:?}\n{text}");
        }
    }
    expected
}

/// Each kind of loop, with what is violated.
const LOOPS: [(&str, &str, &[bool]); 13] = [
    (
        "what was entered before matters behind",
        "decl g, h; void main() begin decl l; g := *; h := g; l := F; while (!l) do g := !g; l := *; od
         if (g) then l := h; else l := !h; fi assert(l | *); assert(h = h); assert(l); end",
        &[true, false, true],
    ),
    (
        "an invariant relates the state to what was entered",
        "decl g, h; void f() begin h := g; while (*) do g := !g; h := !h; assert(g = h); od end
         void main() begin f(); f(); assert(g = h); end",
        &[false, false],
    ),
    (
        "what a loop has is what the procedure was given",
        "decl g, h; void f(a) begin decl l; l := a; while (*) do l := !l; g := l; l := !l; od g := l; assert(g = a); end
         void main() begin f(T); assert(g); f(F); assert(g); end",
        &[false, false, true],
    ),
    (
        "a goto into a loop",
        "decl a, b; void main() begin a := F; b := F; if (*) then b := T; goto M; fi
         while (*) do a := T; M: assert(a | b); b := !b; a := !a; od assert(a); end",
        &[false, true],
    ),
    (
        "gotos out of a loop",
        "decl a, b; void main() begin a := F; b := F; while (*) do if (*) then a := T; goto L; fi if (*) then b := T; goto M; fi od
         assert(!a & !b); L: assert(!b); M: assert(!a | !b); assert(!b); end",
        &[false, false, false, true],
    ),
    (
        "returns out of a loop",
        "decl g; bool f(a) begin decl l; l := F; while (T) do if (*) then return a; fi if (*) then return l; fi l := !a; od end
         void main() begin g := f(T); assert(g); g := f(F); assert(!g); assert(!g); end",
        &[true, true, false],
    ),
    (
        "labels in a loop",
        "decl a; void main() begin a := F; while (*) do if (a) then ERROR: skip; fi a := !a; od end",
        &[true],
    ),
    (
        "calls in a loop",
        "decl a, b; void f(x) begin if (x) then a := !a; else b := !b; fi end
         void main() begin decl l; a := b; l := *; while (*) do f(l); f(!l); assert(a = b | *); od assert(a = b); end",
        &[false, false],
    ),
    (
        "recursion through a loop",
        "decl a, b; void f(x) begin decl l; l := x; while (*) do if (l) then f(!l); else a := !a; fi assert(l = x); od end
         void main() begin a := F; f(T); assert(!a); end",
        &[false, true],
    ),
    (
        "a target on a stack of loops",
        "decl a; void f(x) begin while (x) do if (*) then f(x); fi assert(!a); a := x; od end
         void main() begin a := F; while (*) do f(T); od end",
        &[true],
    ),
    (
        "loops in loops",
        "decl a, b, c; void main() begin decl l; a := F; b := F; c := F;
         while (*) do l := a; while (*) do b := !b; while (l != a | *) do c := !c; a := l; od assert(l = a); od a := !a; od
         assert(!a | !b | !c); assert(a | !a); end",
        &[false, true, false],
    ),
    (
        "a loop without exit",
        "decl a; void f() begin L: a := !a; if (*) then assert(a | *); fi goto L; end void main() begin f(); assert(F); end",
        &[true, false],
    ),
    (
        "a call that is a loop without influence",
        "decl a, b; void main(p) begin L: if (F) then main(p); p := *; goto L; fi assert(a); end",
        &[true],
    ),
];

#[test]
fn kinds_of_loops() {
    let subsets = [PassSet::NONE, PassSet::default(), PassSet::default().without(Pass::Unreachable)];
    for (name, text, violated) in LOOPS {
        for passes in subsets {
            let violated: Vec<_> = violated.iter().copied().map(Some).collect();
            assert_eq!(agree(text, passes), violated, "{name}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, max_shrink_iters: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn random_programs(tape in prop::collection::vec(any::<u32>(), 0..200), passes in 0..1u8 << Pass::ALL.len()) {
        let knobs = Knobs { procedures: 2, statements: 20, ..Knobs::default() };
        agree(&write_from(&knobs, &mut Tape::new(&tape)), super::subset(passes));
    }
}

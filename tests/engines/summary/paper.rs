//! The examples of G. Basler, D. Kroening, G. Weissenbacher, "A complete bounded model checking algorithm for pushdown systems"
//! (2007), and what the paper says about them.

use super::*;
use bpcheck::engine;
use bpcheck::engine::summary::event::Event;
use bpcheck::generate::recursion;
use std::any::Any;

/// Everything that an engine tells.
#[derive(Default)]
struct Log(Vec<Event>);

impl Observer for Log {
    fn event(&mut self, event: &engine::Event<'_>) {
        if let engine::Event::Step(step) = event {
            self.0.extend((*step as &dyn Any).downcast_ref::<Event>().cloned());
        }
    }
}

/// The overall answer, the counters and the events, by the engine with these options, with few passes before it.
fn told(text: &str, options: &str) -> (String, SummaryStats, Vec<Event>) {
    let options = asked(engine(options)).with_passes(few_passes());
    let mut log = Log::default();
    let decided = run(text, &options, &mut log).unwrap_or_else(|failure| panic!("{failure}\n{text}"));
    (decided.outcome.overall().to_string(), counters(&decided), log.0)
}

/// How far a loop was unrolled.
fn rounds(events: &[Event]) -> u32 {
    let rounds = events.iter().filter_map(|event| match event {
        Event::Unrolled { rounds, .. } => Some(*rounds),
        _ => None,
    });
    rounds.max().unwrap_or(0)
}

/// How often calls of a recursion were nested.
fn nesting(events: &[Event]) -> u32 {
    let depths = events.iter().filter_map(|event| match event {
        Event::Nested { depth, .. } => Some(*depth),
        _ => None,
    });
    depths.max().unwrap_or(1)
}

/// The circle of figure 4, with values: from F, F it goes through three states, and T, T is not among them.
fn figure_4(claim: &str) -> String {
    format!(
        "decl a, b;
         void main() begin
           a, b := F, F;
           n0: a, b := a = b, a;
           n1: if (*) then goto n0; fi
           n2: assert({claim});
         end"
    )
}

/// Section 3.2: the formula is complete when no loop-free path is longer. Three states: two edges back.
#[test]
fn figure_4_is_unrolled_as_far_as_loop_free_paths_go() {
    for (claim, verdict, expected) in
        [("!(a & b)", "SAFE", 2), ("T", "SAFE", 0), ("a", "UNSAFE", 1), ("a | b", "UNSAFE", 2), ("!a", "UNSAFE", 0)]
    {
        let (answer, stats, events) = told(&figure_4(claim), "lazy");
        assert_eq!((answer.as_str(), rounds(&events)), (verdict, expected), "{claim}");
        assert_eq!(stats.unrollings, u64::from(expected), "{claim}");
    }
}

/// Section 3.2: from an arbitrary state the same relation holds in every calling context. The longest loop-free path of a counter
/// goes through all of its states, once, however many calls there are.
#[test]
fn a_counter_is_unrolled_once_for_all_contexts() {
    for calls in 1..4 {
        let text = format!(
            "decl a, b, c;
             void main() begin {} assert(c); end
             void count() begin c := T; while (!(a & b)) do a, b, c := !a, a ^ b, c & (a | !a); od end",
            "a, b := *, *; count();".repeat(calls)
        );
        // The closure of a round knows after two what a third can make of a state.
        for (options, expected) in [("lazy:bound=chain", 3), ("lazy", 2)] {
            let (answer, _, events) = told(&text, options);
            assert_eq!((answer.as_str(), rounds(&events)), ("SAFE", expected), "{options}, {calls} calls");
        }
    }
}

/// The longest loop-free path may be exponentially longer than the shortest one that leads as far; only the latter is followed.
#[test]
fn iterations_that_one_could_stand_for_are_not_made() {
    for width in [1, 3, 12] {
        let names: Vec<String> = (0..width).map(|n| format!("g{n}")).collect();
        let (names, stars) = (names.join(", "), vec!["*"; width].join(", "));
        let text = format!(
            "decl {names}, i; void main() begin i := F; while (*) do {names} := {stars}; if (g0 & i) then i := T; fi od assert(!i); end"
        );
        let (answer, _, events) = told(&text, "lazy");
        assert_eq!(answer, "SAFE");
        assert!(rounds(&events) <= 2, "{width}: {} rounds", rounds(&events));
    }
}

/// Figures 5 and 6, example 1: `f` is entered when a and b hold, and negates a. The conditions are those at n0, and from n2 to n3.
fn figure_6(before: &str, behind: &str) -> String {
    format!(
        "decl a, b;
         void main() begin
           n0: assume({before});
           n1: f();
           n2: assume({behind});
           n3: assert(F);
         end
         void f() begin decl c; assume(a & b); a, c := !a, T; end"
    )
}

/// Σ★ of `f` says nothing of a: the path to n3 is spurious, and `f` is looked into, once.
#[test]
fn figure_6_refines_the_summary_that_a_spurious_path_goes_through() {
    for (behind, verdict) in [("a", "SAFE"), ("!a & b", "UNSAFE")] {
        let (answer, stats, _) = told(&figure_6("T", behind), "lazy");
        assert_eq!((answer.as_str(), stats.refinements, stats.star_left), (verdict, 1, 0), "{behind}");
    }
}

/// Section 4: where a part of the path is infeasible by itself, the summary contributes nothing, and is not computed, unless
/// eagerly.
#[test]
fn figure_6_needs_no_summary_where_the_rest_of_the_path_is_infeasible() {
    for (options, star_left) in [("lazy", 1), ("eager", 0)] {
        let (answer, stats, _) = told(&figure_6("!b", "b"), options);
        assert_eq!((answer.as_str(), stats.refinements, stats.star_left), ("SAFE", 0, star_left), "{options}");
    }
}

/// Section 3, BOOM: a callee is made exact before anything is asked about the target, though what it counts does not matter.
/// Lazily nobody looks into it.
#[test]
fn eager_makes_callees_exact_first() {
    let text = "decl a, b, g; void main() begin a, b, g := F, F, F; count(); assert(!g | a & !b); end
                void count() begin while (!(a & b)) do a, b := !a, a != b; od end";
    for (options, star_left, is_unrolled) in [("lazy", 1, false), ("eager", 0, true), ("eager:project=none", 0, true)] {
        let (answer, stats, events) = told(text, options);
        assert_eq!((answer.as_str(), stats.star_left), ("SAFE", star_left), "{options}");
        assert_eq!((rounds(&events) > 2, stats.unrollings > 2), (is_unrolled, is_unrolled), "{options}: {stats:?}");
    }
}

/// Section 5: each refined over-approximation has Σ★ nested in it again, so where a recursion does not come back the path behind it
/// stays spurious however deep it is nested: if nothing else ends it, each bound is too small.
#[test]
fn naive_nesting_of_a_recursion_that_does_not_return_never_ends() {
    let text = "decl g, h; void main() begin g, h := T, F; f(); assert(F); end
                void f() begin if (g & h) then return; fi f(); end";
    for depth in [1, 2, 5, 20] {
        let engine = engine(&format!("lazy:bound=fixpoint:project=none:depth={depth}"));
        let decided = run(text, &asked(engine).with_passes(few_passes()), &mut Silent).expect("an answer");
        assert_eq!(decided.outcome.overall().to_string(), format!("UNKNOWN (bound {depth})"));
    }
    for (options, nesting) in [("lazy", 0), ("eager", 0), ("lazy:bound=chain", 2), ("eager:bound=fixpoint", 2)] {
        let (answer, stats, _) = told(text, options);
        assert_eq!((answer.as_str(), stats.nesting), ("SAFE", nesting), "{options}");
    }
}

/// Theorem 1 within the question: of a linear recursion of which nothing is projected, each activation is told apart from all that it
/// is nested in, by what it does, through another procedure as well. Then nesting ends, and neither bound is asked about with success.
#[test]
fn theorem_1_within_a_question_ends_a_recursion() {
    let text = |nested: &str| {
        format!(
            "decl g; void main() begin g := F; f(*); assert(!g); end
             void f(p) begin if (p) then return; fi g := !g; {nested} g := !g; end
             void e(p) begin f(p); end"
        )
    };
    for nested in ["f(*);", "e(*);"] {
        let (answer, _, events) = told(&text(nested), "lazy:project=none");
        assert_eq!(answer, "SAFE", "{nested}");
        assert!(!events.iter().any(|event| matches!(event, Event::Completed { .. })), "{nested}");
    }
}

/// Figure 8: a call nested in an equal one may be left away. `f` may nest itself as deep as it likes, and there are two labels only:
/// g is F before and after, or T before and after.
#[test]
fn figure_8_repeated_labels_are_not_nested() {
    let text = |claim: &str| {
        format!(
            "decl g; void main() begin g := F; f(); assert({claim}); end
             void f() begin g := !g; if (*) then f(); fi g := !g; end"
        )
    };
    for options in ["lazy:bound=chain", "lazy:bound=fixpoint", "lazy", "eager"] {
        let (answer, stats, events) = told(&text("!g"), options);
        assert_eq!((answer.as_str(), nesting(&events), stats.nesting), ("SAFE", 2, 2), "{options}");
        assert_eq!(told(&text("g"), options).0, "UNSAFE", "{options}");
    }
}

/// Theorem 1: a binary counter in the recursion has 2^n labels, each nested in the one before, and the nesting has to be as
/// deep; both tests of it agree.
#[test]
fn theorem_1_is_sharp_on_a_counter() {
    for bits in 1..4 {
        let text = recursion::write(&recursion::Options { bits, ..recursion::Options::default() });
        for (options, chains, fixpoints) in [("lazy:bound=chain", true, false), ("lazy:bound=fixpoint", false, true)] {
            let (answer, stats, _) = told(&text, options);
            assert_eq!((answer.as_str(), stats.nesting), ("SAFE", 1 << bits), "{bits} bits, {options}");
            assert_eq!((stats.chain_queries > 0, stats.fixpoint_tests > 0), (chains, fixpoints), "{options}");
        }
    }
}

/// A run that needs no nesting at all, and arguments that are free: summaries are at their fixpoint at once, but different labels can
/// be nested as often as there are values.
#[test]
fn the_fixpoint_may_come_long_before_the_bound() {
    let text = "decl g; void main() begin g := F; f(*, *); assert(!g); end
                void f(p, q) begin if (p & q) then return; fi g := g & p; f(*, *); end";
    let (answer, fixpoint, _) = told(text, "lazy:bound=fixpoint");
    assert_eq!(answer, "SAFE");
    let (answer, bound, _) = told(text, "lazy:bound=chain");
    assert_eq!(answer, "SAFE");
    assert!(fixpoint.nesting < bound.nesting, "{} and {}", fixpoint.nesting, bound.nesting);
}

/// The end of section 5: a bound holds whatever is refined afterwards. A fixpoint is one of the bodies as they are, and is taken back:
/// as long as `low` may answer F, nothing needs a third activation of `f`.
#[test]
fn a_bound_is_for_good_and_a_fixpoint_is_not() {
    let text = "decl g; void main() begin g := F; f(F, F); assert(!g); end
                void f(s, t) begin
                  decl r;
                  if (!s) then f(T, t); return; fi
                  r := low();
                  if (!r | t) then g := T; else f(T, T); fi
                end
                bool low() begin return T; end";
    let completed = |options| {
        let (answer, stats, events) = told(text, options);
        assert_eq!((answer.as_str(), stats.nesting), ("UNSAFE", 3), "{options}");
        let holds = events.iter().filter_map(|event| match event {
            Event::Completed { holds, .. } => Some(*holds),
            _ => None,
        });
        holds.collect::<Vec<_>>()
    };
    assert_eq!(completed("lazy:bound=fixpoint"), [true, false, true]);
    assert_eq!(completed("eager:bound=fixpoint"), [true]);
    assert!(!completed("lazy:bound=chain").contains(&false));
}

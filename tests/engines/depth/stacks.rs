//! The way that lists all stacks, by SAT: what it has to see that a careless one does not, and that it gives up in the same way each time.

use super::{able, loaded, measured, said, words};
use bpcheck::engine::registry::Row;
use bpcheck::generate::Variant;
use bpcheck::generate::random::{self, Knobs};
use bpcheck::generate::words::{Size, catalogue, write};

/// The engines that may give up.
fn listing() -> Vec<&'static Row> {
    able().into_iter().filter(|row| row.heads.is_some_and(|finder| finder.effort.is_some())).collect()
}

/// It says what an engine says that always comes to its end.
fn agrees(text: &str) -> String {
    let loaded = loaded(text);
    let expected = words(&measured(&loaded, able()[0], false));
    for row in listing() {
        assert_eq!(words(&measured(&loaded, row, false)), expected, "{}\n{text}", row.name);
    }
    expected
}

fn numbers(name: &str, bits: u32) -> String {
    write(catalogue::find(name).expect("a program"), &Size { bits, inputs: None, variant: Variant::Safe })
}

/// A call begins only if its caller has begun: else calls of calls that are not made would be on stacks, and close cycles.
#[test]
fn t1_a_call_begins_within_its_caller() {
    assert!(agrees(&numbers("mccarthy", 3)).starts_with("6: "));
    agrees(&numbers("ackermann", 3));
    agrees(
        "void main() begin decl r; r := no(); if (r) then f(); fi end   bool no() begin return F; end   void f() begin f(); end",
    );
}

/// The programs of the papers, with numbers so small that each is a tree of some hundred calls.
#[test]
fn the_papers_programs_are_as_deep_as_they_are() {
    for entry in catalogue::PROGRAMS.iter().filter(|entry| entry.least <= 3) {
        agrees(&numbers(entry.name, 3));
    }
}

/// Eight rounds until the call is made, in states that all differ; and a loop without end, whose states come again.
#[test]
fn t8_rounds_of_loops_are_no_activations() {
    let text = "decl a, b, c; void main() begin a, b, c := F, F, F; while (!(a & b & c)) do a, b, c := !a, a != b, (a & b) != c; od f(); end
        void f() begin if (*) then a := F; f(); fi end";
    assert_eq!(agrees(text), "unbounded: 1 unbounded; unbounded unbounded");
    assert_eq!(agrees(&text.replace("a := F; f();", "skip;")), "2: 1 1");
    agrees("decl a; void main() begin while (T) do a := *; while (a) do f(); od od end   void f() begin a := *; end");
}

/// Behind a loop head there is the state of a run that comes from there, and not one that it could have come with from elsewhere.
#[test]
fn a_run_begins_at_one_loop_head() {
    let text = "decl l; void main() begin l := F; while (*) do l := F; walk(); od end
        void walk() begin decl i; i := T; while (i) do i := *; od release(); end
        void release() begin if (l) then abort_it(); fi l := T; end   void abort_it() begin skip; end";
    assert_eq!(agrees(text), "3: 1 1 1 0");
    for seed in 0..200 {
        let knobs = Knobs {
            globals: 3,
            procedures: 4,
            parameters: 1,
            results: 1,
            locals: 2,
            statements: 14,
            recursion: seed % 2 == 0,
            ..Knobs::default()
        };
        let program = loaded(&random::write(&random::Options { seed, knobs }));
        let expected = measured(&program, able()[0], false);
        for row in listing() {
            let depths = said(&program, row);
            assert!(!depths.contradict(&expected), "{} {}: {:?}", words(&depths), words(&expected), program.source);
        }
    }
}

/// What a run does while a recursion without end unwinds is no stack that need be looked at; but what it does when that has returned may be.
#[test]
fn what_returns_from_a_cycle_is_seen() {
    let text = "decl g; void main() begin g := F; f(); if (g) then h(); fi end
        void f() begin if (*) then f(); g := !g; fi end   void h() begin skip; end";
    assert_eq!(agrees(text), "unbounded: 1 unbounded 1; unbounded unbounded");
    let text = "decl g, h; void main() begin g, h := F, F; f(F); if (g & h) then k(T); fi end
        void f(p) begin if (*) then f(p); if (g) then h := T; fi g := T; fi end   void k(p) begin if (p) then k(F); fi end";
    assert_eq!(agrees(text), "unbounded: 1 unbounded 2; unbounded unbounded; 2 2");
}

/// Two recursions, of which only one has a bound, called from two places: one after the other, and one within the other.
#[test]
fn what_has_a_bound_is_found_beside_what_has_none() {
    let text = "void main() begin f(); k(T, T); end   void f() begin if (*) then f(); else k(F, T); fi end
        void k(a, b) begin if (a | b) then k(a & b, a & !b); fi end";
    assert_eq!(agrees(text), "unbounded: 1 unbounded 4; unbounded unbounded; 4 4 2");
}

/// Beside others it gives up after the same work each time, and contradicts nobody; alone it goes on.
#[test]
fn it_gives_up_after_some_work() {
    let program = loaded(&numbers("ackermann", 5));
    for row in listing() {
        let depths = said(&program, row);
        assert_eq!(depths.stopped().map(ToString::to_string), Some("effort".into()), "{}", words(&depths));
        assert!(!depths.contradict(&measured(&program, able()[0], false)));
    }
}

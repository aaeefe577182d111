//! Programs on which a careless version gave a wrong answer, no proof, or made no progress.

use super::*;

/// Each way gives these verdicts, with and without passes, and proves them.
fn given(text: &str, expected: &[&str]) {
    for engine in engines() {
        for passes in [PassSet::default(), PassSet::NONE] {
            let decided = run(text, &engine, passes);
            assert_eq!(verdicts(&decided), expected, "{engine}\n{text}");
            assert!(is_proved(&decided), "{engine}\n{text}");
        }
    }
}

/// What was pending when the search of a round broke off is a part of the table.
#[test]
fn t1_what_was_pending_stays_pending() {
    let text = "decl g; void main() begin while (*) do assert(F); od if (g) then assert(g); fi end";
    given(text, &["UNSAFE", "SAFE"]);
    given(
        "decl g; void main() begin if (*) then assert(g | !g); else if (g) then assert(F); fi fi end",
        &["SAFE", "UNSAFE"],
    );
}

/// The table of `f` has an entry that no caller comes with any more, and that hits.
#[test]
fn t2_stale_entries_prove_nothing() {
    let text = "decl g; void main() begin f(T); g := T; skip; f(g); end void f(x) begin assert(x); end";
    given(text, &["SAFE"]);
}

/// The entry procedure is called, too, and the inner activation hits while nobody knows what is in `g`.
#[test]
fn t3_the_program_hits_from_where_it_begins() {
    given("decl g := F; void main() begin if (!g) then main(); fi assert(F); end", &["SAFE"]);
    given("decl g := F; void main() begin if (*) then g := T; main(); fi assert(!g); end", &["UNSAFE"]);
}

/// A slot that a step reads, and that is tracked behind it only, is known there.
#[test]
fn t4_what_is_read_is_known_behind() {
    given("decl g; void main() begin g := *; assume(g); if (*) then assert(g); fi end", &["SAFE"]);
}

/// A return belongs to its call: what was entered is a part of what is known.
#[test]
fn t5_returns_belong_to_calls() {
    let text = "bool id(x) begin return x; end void main() begin decl a, r; a := *; r := id(a); assert(r = a); end";
    given(text, &["SAFE"]);
    let text = "decl g, h; void swap() begin g, h := h, g; end
        void main() begin decl a, b; a, b := *, *; g, h := a, b; swap(); assert(g = b & h = a); swap(); assert(g = a); end";
    given(text, &["SAFE", "SAFE"]);
}

/// Equal calls have one run, as long as that excludes nothing: what is not tracked is not the same in both.
#[test]
fn t6_runs_are_shared_under_assumptions() {
    let text = "decl n; bool any() begin return *; end
        void main() begin decl a, b, c, d; a := any(); b := any(); c := any(); d := any(); n := a & !b & c & !d; assert(!n); end";
    given(text, &["UNSAFE"]);
    let text = "decl s; bool flip(x) begin s := !s; return !x; end
        void main() begin decl a, b; s := F; a := flip(F); b := flip(F); assert(a = b); assert(!s); a := flip(b); assert(s = a); end";
    given(text, &["SAFE", "SAFE", "UNSAFE"]);
}

/// An increment dies with its premise in a callee, too.
#[test]
fn t7_death_goes_through_calls() {
    let text = "decl a, b, c; void inc() begin if (a) then if (b) then c := !c; fi b := !b; fi a := !a; end
        void main() begin a, b, c := F, F, F; while (*) do inc(); inc(); od assert(!a); if (b) then inc(); assert(a & b); fi end";
    given(text, &["SAFE", "SAFE"]);
}

/// Reading back asks for the state, as increments are merged where control flow meets.
#[test]
fn t8_runs_are_read_by_states() {
    let text = "decl a, b, c; void main() begin if (*) then a, b := T, F; else a, b := F, T; fi
        if (*) then c := a; else c := b; fi if (a) then assert(c | !b); else assert(c); fi end";
    given(text, &["SAFE", "UNSAFE"]);
}

/// As many diamonds in a row have 2^n paths.
#[test]
fn t9_diamonds_are_merged() {
    let flips: String = (0..40).map(|_| "if (*) then a := !a; b := !b; fi ").collect();
    let text = format!("decl a, b; void main() begin a := b; {flips} assert(a = b); end");
    for engine in engines() {
        let decided = run(&text, &engine, PassSet::default());
        assert_eq!(verdicts(&decided), ["SAFE"], "{engine}");
        assert!(counts(&decided).counts.increments < 20_000, "{engine}: {:?}", counts(&decided));
    }
}

/// Variables are tracked only where they are live: `d` is dead behind its test, and its name is taken up again.
#[test]
fn t10_dead_variables_are_not_tracked() {
    let text = "decl g; void main() begin decl d; d := *; g := d; if (d) then skip; fi d := *; assert(!g | g); if (g) then assert(d); fi end";
    given(text, &["SAFE", "UNSAFE"]);
}

/// A global that goes through a callee, and is modified there, is where the caller has it: reading back asks for it there.
#[test]
fn globals_that_go_through_are_read_back() {
    let text =
        "decl dead, g := F; void main() begin while (*) do if (!(* & !dead)) then f1(); fi dead := !dead; g := !g; od
        assert(!(g & !dead)); end void f1() begin g := !g; end";
    given(text, &["UNSAFE"]);
}

/// At a limit nothing is known, and that is said.
#[test]
fn a_limit_is_no_proof() {
    let text = "decl a, b; void twice() begin f(); f(); end void f() begin if (a) then b := !b; fi a := !a; end
        void main() begin a, b := F, F; twice(); assert(!b); end";
    assert_eq!(verdicts(&run(text, "bam", PassSet::default())), ["UNSAFE"]);
    assert_eq!(verdicts(&run(text, "bam:runs=1", PassSet::NONE)), ["UNKNOWN (bound 1)"]);
}

//! Programs on which a careless version gave a wrong answer, found no end, or had its evidence refused.

use super::*;

/// Each way gives these verdicts, with and without passes.
fn given(text: &str, expected: &[&str]) {
    for engine in engines() {
        for passes in [PassSet::default(), PassSet::NONE] {
            assert_eq!(verdicts(&run(text, &engine, passes)), expected, "{engine}\n{text}");
        }
    }
}

/// Which target is hit is read from the run, not from the model of the fact.
#[test]
fn one_fact_hits_several_targets() {
    let text = "decl g, h; void main() begin if (*) then main(); fi f(); end
        void f() begin assert(g); assert(h); end";
    given(text, &["UNSAFE", "UNSAFE"]);
}

#[test]
fn a_label_that_is_watched_does_not_end_the_run() {
    let text = "decl h; void main() begin h := F; SLIC_ERROR: f(); ERROR: skip; end
        void f() begin assume(h); h := *; end";
    given(text, &["UNSAFE", "SAFE"]);
}

#[test]
fn a_fact_excludes_calls_that_its_run_did_not_make() {
    let text = "decl h; void main() begin decl x; h := F; x := *; f(F); f(x); assert(!x); end
        void f(p) begin if (p) then g(); fi end
        void g() begin assume(h); h := *; end";
    given(text, &["SAFE"]);
}

#[test]
fn nothing_is_hit_behind_a_callee_that_does_not_return() {
    let text = "void main() begin f(); g(); end
        void f() begin decl x; while (T) do x := !x; od end
        void g() begin assert(F); end";
    given(text, &["SAFE"]);
}

#[test]
fn values_that_are_equal_are_not_left_open() {
    let text = "void main() begin decl a, b, c, d; a, b := f(); if (a) then c, d := f(); assert(c = d); fi end
        bool<2> f() begin decl z; return z, z; end";
    given(text, &["SAFE"]);
}

#[test]
fn what_loop_heads_leave_out_is_in_the_proof() {
    let text = "decl g; void main() begin decl x; x := *; f(x); assert(g = x); end
        void f(p) begin while (*) do skip; od g := p; end";
    given(text, &["SAFE"]);
}

/// Solvers are made again now and then. None of their literals may be held meanwhile.
#[test]
fn solvers_are_made_again() {
    let bits: Vec<String> = (0..6).map(|bit| format!("b{bit}")).collect();
    let adds: String = bits.iter().map(|bit| format!("{bit}, c := {bit} ^ c, {bit} & c; ")).collect();
    let (all, zeros) = (bits.join(", "), ["F"; 6].join(", "));
    let ones = bits.join(" & ");
    let text = format!(
        "void main() begin decl {all}, c; {all} := {zeros}; while (T) do c := T; {adds} assert(!({ones})); od end"
    );
    let decided = run(&text, "recmc:probe=off", PassSet::default());
    assert_eq!(verdicts(&decided), ["UNSAFE"]);
    assert!(counts(&decided).renewed > 0, "{:?}", counts(&decided));
}

/// A child that did not keep with what the other calls are entered had the same run come again without end.
#[test]
fn a_question_keeps_what_other_calls_are_given() {
    let text = "decl g, h; void main() begin g := *; h := *; f(g); if (g) then f(h); fi k(g, h); assert(g | h | !g); assert(!h); end
        void f(p) begin if (*) then g := p ^ h; fi h := h ^ p; end
        void k(a, b) begin if (a & *) then g, h := b, a; k(b, F); fi end";
    given(text, &["SAFE", "UNSAFE"]);
}

/// A child that did not keep which calls are made was answered by a fact that leads to another call, which clauses exclude, and the run came again without end.
#[test]
fn a_question_keeps_which_calls_are_made() {
    let text = "void main() begin decl x; x := f(); if (x) then g(); else h(); fi assert(F); end
        bool f() begin decl a, b; b := a; while (*) do a, b := b, a; od return a != b; end
        void g() begin decl a, b; b := a; while (*) do a, b := b, a; od assume(a = b); end
        void h() begin decl a, b; b := a; while (*) do a, b := b, a; od assume(a != b); end";
    given(text, &["SAFE"]);
}

/// Where control flow says that nothing is hit, the proof has only what holds for good: what was learnt for another target up to some bound is
/// wrong above it.
#[test]
fn what_holds_up_to_a_bound_is_in_no_proof() {
    let text = "decl a, b; void main() begin a, b := F, F; f(*); assert(!(a & b)); end
        void f(p) begin a, b := !a, a ^ b; if (p) then f(*); fi end
        void k() begin assert(a); end";
    given(text, &["UNSAFE", "SAFE"]);
}

/// A fact that was found at one entry is used at another one, where a callee leaves something else, and the run takes another branch.
#[test]
fn a_run_goes_by_what_its_own_calls_leave() {
    let text = "void main() begin decl a, b; a := f(F); b := f(T); assert(a = b); end
        bool f(p) begin decl x, y; x := g(p); if (x) then y := T; else y := F; fi return y; end
        bool g(p) begin return !p; end";
    given(text, &["UNSAFE"]);
}

/// The proof of a leaf has a case for each way to choose, so what chooses much is none.
#[test]
fn a_leaf_does_not_choose_much() {
    let locals: Vec<String> = (0..40).map(|local| format!("x{local}")).collect();
    let text = format!(
        "void main() begin decl a; a := f(); assert(a | !a); assert(a); end
         bool f() begin decl {}; return {}; end",
        locals.join(", "),
        locals.join(" ^ ")
    );
    given(&text, &["SAFE", "UNSAFE"]);
}

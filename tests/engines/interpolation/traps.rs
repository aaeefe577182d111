//! Programs on which a careless version gave a wrong answer, or had its evidence refused.

use super::*;
use bpcheck::pds::passes::Pass;

/// Each way gives these verdicts, with and without passes.
fn given(text: &str, expected: &[&str]) {
    for engine in engines() {
        for passes in [PassSet::default(), PassSet::NONE] {
            assert_eq!(verdicts(&run(text, &engine, passes)), expected, "{engine}\n{text}");
        }
    }
}

/// What is known of an instance whose inner calls are cut off is not known of the procedure: `f`, of which only the outer call is looked
/// into, never sets `g`.
#[test]
fn what_holds_up_to_a_depth_is_no_summary() {
    let text = "decl g; void main() begin g := F; f(F); assert(!g); end
        void f(s) begin if (s) then g := T; else f(T); fi end";
    given(text, &["UNSAFE"]);
}

/// The run must get through `f` to count: it is not begun behind the label.
#[test]
fn a_run_may_end_at_a_label() {
    let text = "decl g, h; void main() begin g := *; h := g; SLIC_ERROR: f(); assert(g); end
        void f() begin assume(g != h); end";
    given(text, &["UNSAFE", "SAFE"]);
}

/// Whether a procedure returns does not depend on what is watched.
#[test]
fn a_run_may_go_on_at_a_label() {
    let text = "decl g; void f() begin SLIC_ERROR: g := T; end
        void main() begin g := F; f(); assert(!g); end";
    given(text, &["UNSAFE", "UNSAFE"]);
}

/// What is without influence on one property is not for another one.
#[test]
fn passes_run_once_for_all_properties() {
    let text = "decl g, h; void f() begin assert(g = h); g := !g; end
        void main() begin g := *; h := g; f(); assert(g = h); end";
    given(text, &["SAFE", "UNSAFE"]);
}

/// A pass finds a write to be without effect that the text still has.
#[test]
fn a_proof_says_what_is_kept() {
    let text = "decl g0, g1; void main() begin g0 := f(); if (g1 | !g1) then assert(!g1); fi end
        bool f() begin g1, g0 := schoose[g1 & g1, g0 = g0], (* & (g0 => !g1)) constrain ('g1 != 'g0) != F;
        if (g1 | g0) then if (g1 = !g0) then if (!g0) then
        g1 := (!g0 ? !g0 : g0) ^ (* & g0); if (g1 | g1) then assert((* | g1) ? (g1 & g0) : (g1 ? !g1 : g1)); fi
        fi fi fi return g0; end";
    let expected = verdicts(&decided(text, Selection::One(support::referee()), PassSet::NONE));
    given(text, &expected.iter().map(String::as_str).collect::<Vec<_>>());
}

/// What excludes hits of one target says nothing of another: both assertions of `f` are about the same entry.
#[test]
fn hits_are_of_one_property() {
    let text = "decl g; void main() begin g := *; f(); end
        void f() begin assert(g | !g); assert(g); end";
    given(text, &["SAFE", "UNSAFE"]);
}

/// Several heads, one of which is only reached through the others; the loops call what has loops.
#[test]
fn loops_are_chains_of_segments() {
    let text = "decl g; void main() begin decl a, b; a, b := F, F; while (*) do a := !a; b := !b; f(a); while (*) do
        a, b := b, a; f(b); od od assert(a = b); assert(g = b); end
        void f(p) begin while (*) do skip; od g := p; end";
    let expected = verdicts(&decided(text, Selection::One(support::referee()), PassSet::NONE));
    given(text, &expected.iter().map(String::as_str).collect::<Vec<_>>());
}

/// Behind the bound nothing is known, and that is said.
#[test]
fn a_bound_is_no_proof() {
    let count = "void main() begin decl a, b, c; a, b, c := F, F, F; while (T) do
        if (a & b) then c := T; fi if (a) then b := !b; fi a := !a; assert(!(a & b & c)); od end";
    for engine in ["interpolation:candidates=off", "interpolation:refine=greedy", "interpolation:seeds=off:block=all"] {
        let decided = run(count, &format!("{engine}:bound=2"), PassSet::default());
        assert_eq!(verdicts(&decided), ["UNKNOWN (bound 2)"], "{engine}");
        assert_eq!(verdicts(&run(count, &format!("{engine}:bound=20"), PassSet::default())), ["UNSAFE"], "{engine}");
    }
}

/// Behind the call nothing matters, so a pass cuts the return of `f`: that it never returns is no summary, for the program still has it.
#[test]
fn what_a_pass_has_cut_is_no_summary() {
    let text = "decl g; bool f(p) begin decl l; l := !p; if (*) then l := f(l); fi return l; end
        void main() begin g := f(T); g := g | !g; assert(g); end";
    for pass in Pass::ALL {
        for engine in ["interpolation", "interpolation:seeds=off"] {
            let decided = run(text, engine, PassSet::default().without(pass));
            assert_eq!(verdicts(&decided), ["SAFE"], "{engine}, without {pass}");
        }
    }
}

//! The rules that a program must keep, and what it is warned of: the words for each.

use super::{codes, in_main, said, snapshot};

/// What is said about each of some texts, one page for all.
fn page<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    texts.into_iter().map(|text| format!("{}\n{text}\n{0}\n{}\n", "=".repeat(60), said(text))).collect()
}

#[test]
fn declarations() {
    snapshot(
        "declarations",
        &page([
            "decl a, b;\ndecl c, a;",
            "void f() begin skip; end\nvoid f() begin skip; end",
            "void f(x, x) begin decl y, x; decl y; skip; end",
            "decl x;\nvoid f(x) begin skip; end\nvoid g() begin decl x; skip; end",
            "void f() begin L: skip; M: L: skip; end",
            "void f() begin\n  skip;\n  decl x;\n  x := T;\n  enforce x;\nend",
            "void f() begin\n  if (*) then decl x; fi\n  L: enforce T;\nend",
            "bool<0> f() begin skip; end bool<70000> g() begin skip; end",
            "decl x := 2;",
        ]),
    );
}

#[test]
fn names() {
    snapshot(
        "names",
        &page([
            "void main() begin x := T; assume(y | {z}); dead z; end",
            "void main() begin f(); goto L; L2: skip; end",
            "decl x; void f() begin skip; end void main() begin x := f; x := true | FALSE; end",
            "decl b; void main() begin b$ := T; c$ := T; end",
            "void f() begin decl l; L: skip; end void main() begin l := T; goto L; end",
        ]),
    );
}

#[test]
fn counts() {
    snapshot(
        "counts",
        &page([
            "decl a, b; void main() begin a, b := T; a := T, F; _ := T, F; a, a := T, F; end",
            "bool f(x) begin return x; end decl a, b; void main() begin a := f(); a, b := f(T); f(T, F); end",
            "void f() begin skip; end decl a; void main() begin a := f(); end",
            "bool<2> f() begin return T; end bool g() begin return; end void h() begin return T; end",
        ]),
    );
}

#[test]
fn primes_and_operators() {
    snapshot(
        "primes_and_operators",
        &page([
            "decl a; void main() begin assume('a); a := 'a; enforce_: skip; end",
            "decl a; void main() begin enforce 'a; a := T constrain 'a = a; constrain ('a | !a); end",
            "decl a, b; void main() begin assume(a == b); assume(a -> b); a := 3; end",
            "decl a@b; void main() begin a := T + \u{e9}; end",
            "decl {a; decl {}; decl {a{b}c}; void main() begin skip; end",
            "void main() begin skip; end /* never closed",
        ]),
    );
}

#[test]
fn doubts() {
    snapshot(
        "doubts",
        &page([
            "bool f() begin if (*) then return T; fi end",
            "void main() begin if (*) then L: else M: fi N: end",
            "decl a; void main() begin constrain ('a = a); end",
        ]),
    );
}

#[test]
fn falling_off_is_seen_through_the_control_flow() {
    let falls = |body: &str| codes(format!("decl a; bool f() begin {body} end")).len() == 1;
    for body in [
        "",
        "skip;",
        "if (a) then return T; fi",
        "while (a) do return T; od",
        "goto L; return T; L: skip;",
        "if (a) then return T; elsif (*) then skip; else return F; fi",
        "return T; L: skip; goto_: skip; if (F) then goto L; fi",
    ] {
        assert!(falls(body) != body.starts_with("return"), "{body}");
    }
    for body in [
        "return T;",
        "if (a) then return T; else return F; fi",
        "while (T) do skip; od",
        "L: goto L;",
        "assume(F);",
        "assert(F);",
        "if (T) then return a; fi",
        "while (1) do if (*) then return a; fi od",
    ] {
        assert!(!falls(body), "{body}");
    }
}

#[test]
fn every_disagreement_among_dialects_is_settled() {
    let accepted = [
        "assert(!!a);",
        "if (?) then skip; fi",
        "a := b ? c : a;",
        "a := *; assert(!(*));",
        "a := schoose[schoose[a, *], b];",
        "a := T constrain 'a | b;",
        "goto L, M; L: M: skip;",
        "L: L: skip;",
        "if (a) then skip; fi; if (a) then skip fi skip",
        "if (a) then else fi while (*) do od",
        "_, a := f2(T);",
        "dead a, b;",
        "print(a, *, b & c);",
        "abortif a & b;",
        "decl l := 0, m := 1, n := *; skip;",
        "enforce T; enforce a | b; skip;",
    ];
    for body in accepted {
        assert_eq!(codes(in_main(body)), [""; 0], "{body}");
    }
    assert_eq!(codes("void f() begin a := b; end decl a, b; void g() begin f(); end decl c;"), [""; 0], "any order");
    let refused = [
        ("print(x);", "undeclared"),
        ("a := 'b;", "misplaced-prime"),
        ("a, a := b, c;", "assigned-twice"),
        ("goto L;", "undeclared"),
        ("L: skip; L: skip;", "declared-twice"),
        ("decl l; decl l;", "declared-twice"),
        ("x := T;", "undeclared"),
        ("a := T & _;", "syntax"),
        ("end_thread;", "concurrent"),
        ("return T;", "result-count"),
    ];
    for (body, code) in refused {
        let codes = codes(in_main(body));
        assert!(codes.len() == 1 && codes[0].starts_with(&format!("{code} ")), "{body}: {codes:?}");
    }
}

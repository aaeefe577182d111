//! The tricky snippets of the language reference, at the level "accepted, doubted, rejected"; their
//! verdicts are tested with the engines.

use super::{codes, in_main};

/// A snippet: complete programs have a `main` of their own.
fn program(snippet: &str) -> String {
    if snippet.contains("void main") { snippet.to_string() } else { in_main(snippet) }
}

/// With a helper procedure before `main`.
fn with(helper: &str, body: &str) -> String {
    format!("decl a, b, c;\n{helper}\nvoid main() begin\n{body}\nend")
}

#[test]
fn accepted() {
    let snippets = [
        (1, "a := schoose[T,T]; assert(a);".to_string()),
        (2, "a := schoose[F,F]; assert(a);".to_string()),
        (3, "a := * = *; assert(a);".to_string()),
        (4, "a, b := T, F; a, b := b, a; assert(!a & b);".to_string()),
        (6, "a, b := T, F; a := * constrain ('a = b); assert(!a);".to_string()),
        (7, "b := F; a := * constrain ('a = 'b); assert(!a);".to_string()),
        (8, "a := T constrain F; assert(F);".to_string()),
        (9, "a, b := *, * constrain (!'a | 'b) & ('a | !'b); assert(a = b);".to_string()),
        (12, with("bool f() begin decl l; return l; end", "a := f(); b := f(); assert(a = b);")),
        (13, with("void f() begin a := F; end", "enforce a; f(); assert(F);")),
        (18, "a := T; assert(!!a);".to_string()),
        (19, "a := F; goto L; if (*) then a := T; L: skip; fi assert(!a);".to_string()),
        (20, "goto L, M; L: skip; M: skip;".to_string()),
        (22, "L: L: skip;".to_string()),
        (23, "a, b := f2(T); assert(a & !b);".to_string()),
        (24, "f2(T);".to_string()),
        (25, "_, a := f2(T); assert(!a);".to_string()),
        (27, "decl {x==0}, x; void main() begin {x==0}, x := T, F; assert({x==0} & !x); end".to_string()),
        (29, "if (a) then else fi; while (*) do od".to_string()),
        (30, "if (*) then skip fi; ; if (*) then skip; fi skip;".to_string()),
        (31, "a := b ? T : F; assert(a = b); if (?) then skip; fi".to_string()),
        (32, "assert(*);".to_string()),
        (33, "a, b := T, F; assert(a) & b;".to_string()),
        (34, "a := T; dead a; assert(a);".to_string()),
        (35, with("void f() begin if (*) then a := !a; f(); a := !a; fi end", "a := F; f(); assert(!a);")),
        (37, "decl dead, sync, wait; void main() begin dead := T; dead dead; assert(sync); end".to_string()),
        (38, "void main(p) begin assert(p); end".to_string()),
        (39, "E: assume(F); goto L; E2: skip; L: skip;".to_string()),
        (41, with("void f() begin a := F; assert(F); end", "enforce a; f();")),
    ];
    for (number, snippet) in snippets {
        assert_eq!(codes(program(&snippet)), [""; 0], "snippet {number}");
    }
}

#[test]
fn doubted() {
    let snippets = [
        (10, "a, b := T, T; constrain ('a); assert(a & b);".to_string(), "constrain-statement? 4:15"),
        (14, with("bool f() begin skip; end", "a := f(); assert(a);"), "falls-off? 2:22"),
        (15, "a, b, c := F, F, F; assert(!(a & b = c));".to_string(), "mixed-precedence? 4:32"),
        (16, "a, b, c := T, F, T; assert(a | b ^ c);".to_string(), "mixed-precedence? 4:30"),
        (28, "skip; L:".to_string(), "trailing-label? 4:7"),
        (
            36,
            "decl x; void f() begin x := F; end void main() begin decl x; x := T; f(); assert(x); end".to_string(),
            "shadowed-global? 1:59",
        ),
    ];
    for (number, snippet, doubt) in snippets {
        assert_eq!(codes(program(&snippet)), [doubt], "snippet {number}");
    }
}

#[test]
fn rejected() {
    let snippets = [
        (5, "a, a := T, F;".to_string(), "assigned-twice 4:4"),
        (11, "assume('a);".to_string(), "misplaced-prime 4:8"),
        (17, "assume(a => b => c);".to_string(), "chained-implication 4:15"),
        (21, "goto L;".to_string(), "undeclared 4:6"),
        (22, "L: skip; L: skip;".to_string(), "declared-twice 4:10"),
        (24, "a := f2(T);".to_string(), "result-count 4:1"),
        (26, with("bool f() begin return T; end", "a := !f();"), "syntax 4:8"),
        (40, "assume(a == b);".to_string(), "double-equals 4:10"),
    ];
    for (number, snippet, error) in snippets {
        assert_eq!(codes(program(&snippet)), [error], "snippet {number}");
    }
}

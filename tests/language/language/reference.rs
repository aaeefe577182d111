//! The language reference, row by row: what is rejected or warned of, with its words and its place; what is accepted,
//! in silence. Rows are named as `boolean-programs.md` names them.

use super::{codes, in_main, said, snapshot};

/// A row: its name, and texts of which each must be warned of, or rejected. A text without a procedure is
/// the body of `main`.
type Row = (&'static str, &'static [&'static str]);

const WARN: bool = false;
const REJECT: bool = true;

/// Section 9, in its order.
const DISAGREEMENTS: &[(bool, Row)] = &[
    (
        WARN,
        (
            "`=` vs `&`, `|`",
            &[
                "assume(a = b & c);",
                "assume(a & b = c);",
                "assume(a = b | c);",
                "assume(a ^ b = c);",
                "assume(a != b & c);",
            ],
        ),
    ),
    (WARN, ("`^` vs `|`", &["assume(a ^ b | c);", "assume(a | b ^ c);"])),
    (REJECT, ("`=>` chain", &["assume(a => b => c);"])),
    (WARN, ("`constrain (e);` statement", &["constrain ('a);", "if (a) then constrain 'a = b fi"])),
    (
        REJECT,
        (
            "prime outside `constrain`",
            &[
                "assume('a);",
                "assert('a);",
                "abortif 'a;",
                "if ('a) then skip; elsif ('b) then skip; fi",
                "while ('a) do skip; od",
                "a := 'b;",
                "a := T constrain 'a; b := 'a constrain T;",
                "f2('a);",
                "a, b := f2('a);",
                "print('a);",
                "enforce 'a; skip;",
                "'a := T;",
                "a' := T;",
                "a := T constrain a';",
                "decl b; bool f(x) begin return 'x; end",
            ],
        ),
    ),
    (
        REJECT,
        (
            "same label twice, not on one statement",
            &["L: skip; L: skip;", "L: L: skip; if (a) then L: fi", "L: while (a) do L: skip; od"],
        ),
    ),
    (
        REJECT,
        (
            "undefined goto target",
            &["goto L;", "goto L, M, N; M: skip;", "void f() begin L: skip; end void main() begin goto L; end"],
        ),
    ),
    (
        WARN,
        (
            "label before `end`, `fi`, `else`, `elsif`, `od`",
            &["skip; L:", "if (a) then L: elsif (b) then M: else N: O: fi", "while (a) do L: od"],
        ),
    ),
    (
        REJECT,
        (
            "undeclared variable",
            &[
                "x := T;",
                "assume(a & x);",
                "dead x;",
                "x, _ := f2(T);",
                "a := * constrain 'x = a;",
                "f2(x);",
                "enforce x; skip;",
            ],
        ),
    ),
    (
        WARN,
        (
            "local named like a global",
            &["decl a; skip;", "decl a; void f(a) begin skip; end void main() begin skip; end"],
        ),
    ),
    (
        REJECT,
        ("local named like a parameter", &["void main(x) begin decl x; skip; end", "void main(x, x) begin skip; end"]),
    ),
    (REJECT, ("repeated target", &["a, a := T, F;", "a, _, b, a := T, T, T, T;", "a, a := f2(T);"])),
    (
        REJECT,
        (
            "duplicate procedure / global",
            &[
                "void f() begin skip; end bool f(x) begin return x; end void main() begin skip; end",
                "decl x, y, x; void main() begin skip; end",
                "decl x; void main() begin skip; end decl x;",
            ],
        ),
    ),
    (
        WARN,
        (
            "falling off a `bool` procedure",
            &[
                "bool f() begin skip; end void main() begin skip; end",
                "bool f(x) begin while (x) do return T; od end void main() begin skip; end",
                "bool<2> main(x) begin end",
            ],
        ),
    ),
    (REJECT, ("reading `_`", &["a := _;", "assume(a & _);", "f2(_);", "dead _;", "print(_);"])),
    (REJECT, ("`print`: operands are checked", &["print(x);", "print(a, 'b);"])),
    (
        REJECT,
        (
            "initial values other than `0`, `1`, `*`",
            &["decl x := 2; skip;", "decl x := a; skip;", "decl x := !1; skip;", "decl x = 1; skip;"],
        ),
    ),
    (
        REJECT,
        (
            "`assert`, `assume` as names",
            &[
                "decl assert; skip;",
                "assert := T;",
                "a, assume := T, F;",
                "void assume() begin skip; end void main() begin skip; end",
            ],
        ),
    ),
    (
        REJECT,
        (
            "concurrency statements",
            &[
                "start_thread goto L; L: skip;",
                "start_thread f2(T); atomic_begin; atomic_end;",
                "end_thread;",
                "sync a;",
                "wait;",
                "broadcast;",
                "ASYNC_1: f2(T);",
                "a$ := T;",
                "a := b$ & '{x};",
                "decl thread_local t; void main() begin skip; end",
                "decl thread_local t; skip;",
            ],
        ),
    ),
    (WARN, ("atomic sections of a program without threads", &["atomic_begin; a := T; atomic_end;"])),
];

/// The rules of sections 2, 3, 5, 6, 10 and 12 that section 9 does not name.
const RULES: &[(bool, Row)] = &[
    (REJECT, ("unknown bytes", &["a := @;", "a := b \\ c;", "skip; # a comment", "\u{feff}skip;"])),
    (REJECT, ("braced names", &["{} := T;", "{a{b}} := T;", "{a\n} := T;"])),
    (REJECT, ("`T`, `F`, `_` are reserved", &["T := a;", "decl F; skip;", "decl _; skip;", "F: skip;", "goto T;"])),
    (REJECT, ("numerals other than `0`, `1`", &["a := 2;", "a := 00;", "assume(01);"])),
    (
        REJECT,
        (
            "operators of other languages",
            &["assume(a == b);", "assume(a -> b);", "a = b;", "assume(a < b);", "assume(a * b);"],
        ),
    ),
    (REJECT, ("reserved words are no names", &["decl od; skip;", "then: skip;", "goto fi;"])),
    (REJECT, ("a type before each procedure", &["main() begin skip; end"])),
    (WARN, ("`bool<0>`", &["bool<0> f() begin skip; end void main() begin skip; end"])),
    (REJECT, ("too many results", &["bool<65536> f() begin skip; end void main() begin skip; end"])),
    (
        REJECT,
        (
            "`decl` and `enforce` in the middle of a body",
            &[
                "skip; decl l;",
                "skip; enforce a;",
                "if (a) then decl l; fi",
                "while (a) do enforce a; od",
                "L: decl l;",
                "abortif a; enforce b;",
            ],
        ),
    ),
    (
        REJECT,
        (
            "calls in expressions",
            &["a := !f2(T);", "assume(f2(T));", "a, b := T, f2(T);", "a, b := f2(T), T;", "a, b := f2(f2(T));"],
        ),
    ),
    (REJECT, ("`constrain` after a call", &["a, b := f2(T) constrain 'a;"])),
    (REJECT, ("numbers of values", &["a, b := T;", "a := T, F;", "_ := a, b;"])),
    (REJECT, ("numbers of arguments", &["f2();", "a, b := f2(T, F);", "main(a);"])),
    (
        REJECT,
        ("numbers of results", &["a := f2(T);", "_ := f2(T);", "a, b, c := f2(T);", "a := main();", "_ := main();"]),
    ),
    (
        REJECT,
        (
            "values of `return`",
            &[
                "return T;",
                "bool f() begin return; end void main() begin skip; end",
                "bool<2> f() begin return T; end void main() begin skip; end",
                "bool<2> f() begin return (T, F); end void main() begin skip; end",
                "bool f() begin return T, F; end void main() begin skip; end",
            ],
        ),
    ),
    (REJECT, ("unknown procedure", &["f();", "a := f(b);"])),
    (
        REJECT,
        (
            "`fi`, `od`, `end` must fit",
            &["if (a) then skip;", "while (a) do skip; fi", "if (a) then skip; else if (b) then skip; fi"],
        ),
    ),
];

/// Section 11, by the numbers of its rows.
const SNIPPETS: &[(bool, Row)] = &[
    (REJECT, ("5", &["a, a := T, F;"])),
    (WARN, ("10", &["a, b := T, T; constrain ('a); assert(a & b);"])),
    (REJECT, ("11", &["assume('a);"])),
    (WARN, ("14", &["decl a; bool f() begin skip; end void main() begin a := f(); assert(a); end"])),
    (WARN, ("15", &["a, b, c := F, F, F; assert(!(a & b = c));"])),
    (WARN, ("16", &["a, b, c := T, F, T; assert(a | b ^ c);"])),
    (REJECT, ("17", &["assume(a => b => c);"])),
    (REJECT, ("21", &["goto L;"])),
    (REJECT, ("22", &["L: skip; L: skip;"])),
    (REJECT, ("24", &["a := f2(T);"])),
    (REJECT, ("26", &["decl a; bool f() begin return T; end void main() begin a := !f(); end"])),
    (WARN, ("28", &["skip; L:"])),
    (WARN, ("36", &["decl x; void f() begin x := F; end void main() begin decl x; x := T; f(); assert(x); end"])),
    (REJECT, ("40", &["assume(a == b);"])),
];

/// What section 9 accepts, without a word.
const ACCEPTED: &[Row] = &[
    ("`!!a`", &["a := !!a; assert(!~!b);"]),
    ("nullary `?`", &["if (?) then skip; fi a := ? & !?;"]),
    ("ternary", &["a := b ? c : a; assert(a ? b : c ? a : b);"]),
    ("`*` anywhere", &["a := *; assume(!(*)); a, b := * = *, schoose[*, * & a]; f2(*);"]),
    (
        "`schoose` in conditions or nested",
        &["if (schoose[a, b]) then fi while schoose[schoose[a, *], !a] do od assume(!schoose[a, a]);"],
    ),
    ("`constrain` clause", &["a := T constrain 'a | b; a, b := *, * constrain (!'a | 'b) & ('a | !'b);"]),
    ("several targets and labels", &["goto L, M; L: M: N: skip; goto L, L;"]),
    ("same label twice on one statement", &["L: L: skip; M: N: M: if (a) then fi"]),
    (
        "`fi;`, `fi x`",
        &["if (a) then skip; fi; if (a) then skip; fi while (a) do skip; od; while (a) do skip; od skip;"],
    ),
    ("`;` missing before a closer", &["if (a) then skip elsif b then skip else skip fi; while (a) do skip od; skip"]),
    ("empty bodies", &["if (a) then elsif (b) then else fi while (*) do od", "void main() begin end"]),
    ("`enforce`", &["enforce T; enforce a | b; skip;", "enforce *; decl l; enforce l;"]),
    ("`assert`", &["assert(*); assert a & b; assert(a) & b; assert(F);"]),
    ("`_` target", &["_, a := f2(T); _ := b; _, _ := *, *; _, _ := f2(F);"]),
    ("`dead`", &["dead a, b; dead a;"]),
    ("`print`", &["print(a, *, b & c); print();"]),
    ("`abortif`", &["abortif a; abortif (a) & b; abortif *;"]),
    ("`while`", &["while a do b := !b; od"]),
    (
        "declaration order",
        &["void f() begin a := b; end decl a, b; void main() begin f(); g(); end decl c; void g() begin c := a; end"],
    ),
    (
        "initial values",
        &["decl l := 0, m := 1, n := *, o := T, p := F, q; skip;", "decl x := 1, y := *; void main() begin skip; end"],
    ),
    (
        "contextual keywords as names",
        &[
            "decl dead, sync, wait, print, abortif, dfs; void main() begin dead, wait := sync, print; dfs := abortif; end",
        ],
    ),
    ("unreachable code, unused labels", &["goto L; M: skip; L: return; N: skip;"]),
    ("jumps into blocks", &["goto L, M; if (a) then L: skip; fi while (a) do M: skip; od"]),
    ("results may be discarded", &["f2(T);"]),
];

/// The text as a whole, on lines of its own.
fn whole(text: &str) -> String {
    if text.contains(" begin ") { format!("{text}\n") } else { in_main(text) }
}

fn page(rows: &[(bool, Row)]) -> String {
    let mut page = String::new();
    for (rejected, (name, texts)) in rows {
        page.push_str(&format!("{}\n{name}: {}\n", "=".repeat(60), if *rejected { "reject" } else { "warn" }));
        for text in *texts {
            let text = whole(text);
            let codes = codes(text.clone());
            assert!(!codes.is_empty(), "{name}: nothing is said about\n{text}");
            assert_eq!(codes.iter().any(|code| !code.contains('?')), *rejected, "{name}: {codes:?}\n{text}");
            page.push_str(&format!("{}\n{}\n", "-".repeat(60), said(text)));
        }
    }
    page
}

#[test]
fn disagreements_that_are_rejected_or_warned_of() {
    snapshot("reference_disagreements", &page(DISAGREEMENTS));
}

#[test]
fn disagreements_that_are_accepted() {
    for (name, texts) in ACCEPTED {
        for text in *texts {
            assert_eq!(codes(whole(text)), [""; 0], "{name}: {text}");
        }
    }
}

#[test]
fn static_rules() {
    snapshot("reference_rules", &page(RULES));
}

#[test]
fn tricky_snippets_that_are_rejected_or_warned_of() {
    snapshot("reference_snippets", &page(SNIPPETS));
}

//! Whole checks: the tricky snippets of the language, and the examples. Every UNSAFE is
//! replayed by the library before it is said.

use crate::support;
use bpcheck::lang::program::property::LabelRequest;
use bpcheck::{Failure, Options, Source, check};
use std::path::Path;

/// `SAFE`, `UNSAFE`, `UNKNOWN (…)`, `rejected`, or what else went wrong.
fn answer(text: &str, options: &Options) -> String {
    match check(&Source::new("test.bp", text), options) {
        Ok(outcome) => outcome.overall().to_string(),
        Err(Failure::Rejected(_)) => "rejected".to_string(),
        Err(failure) => failure.to_string(),
    }
}

const F2: &str = "bool<2> f(x) begin return x, !x; end ";

/// The snippets by number: text and answer. A body stands in `main` with globals a, b, c; what begins with
/// `+` has procedures before `main` (up to the second `+`), what begins with `decl` or `void` is a whole program.
/// `accepted` means that there is no property.
const SNIPPETS: &[(u32, &str, &str)] = &[
    (1, "a := schoose[T,T]; assert(a);", "SAFE"),
    (2, "a := schoose[F,F]; assert(a);", "UNSAFE"),
    (3, "a := * = *; assert(a);", "UNSAFE"),
    (4, "a, b := T, F; a, b := b, a; assert(!a & b);", "SAFE"),
    (5, "a, a := T, F;", "rejected"),
    (6, "a, b := T, F; a := * constrain ('a = b); assert(!a);", "SAFE"),
    (7, "b := F; a := * constrain ('a = 'b); assert(!a);", "SAFE"),
    (8, "a := T constrain F; assert(F);", "SAFE"),
    (9, "a, b := *, * constrain (!'a | 'b) & ('a | !'b); assert(a = b);", "SAFE"),
    (10, "a, b := T, T; constrain ('a); assert(a & b);", "UNSAFE"),
    (11, "assume('a);", "rejected"),
    (12, "+bool f() begin decl l; return l; end+a := f(); b := f(); assert(a = b);", "UNSAFE"),
    (13, "+void f() begin a := F; end+enforce a; f(); assert(F);", "SAFE"),
    (14, "+bool f() begin skip; end+a := f(); assert(a);", "UNSAFE"),
    (15, "a, b, c := F, F, F; assert(!(a & b = c));", "SAFE"),
    (16, "a, b, c := T, F, T; assert(a | b ^ c);", "SAFE"),
    (17, "assume(a => b => c);", "rejected"),
    (18, "a := T; assert(!!a);", "SAFE"),
    (19, "a := F; goto L; if (*) then a := T; L: skip; fi assert(!a);", "SAFE"),
    (20, "goto L, M; L: skip; M: skip;", "accepted"),
    (21, "goto L;", "rejected"),
    (22, "L: L: skip;", "accepted"),
    (22, "L: skip; L: skip;", "rejected"),
    (23, "+F2+a, b := f(T); assert(a & !b);", "SAFE"),
    (24, "+F2+a := f(T);", "rejected"),
    (24, "+F2+f(T);", "accepted"),
    (25, "+F2+_, a := f(T); assert(!a);", "SAFE"),
    (26, "+bool f() begin return T; end+a := !f();", "rejected"),
    (27, "decl {x==0}, x; void main() begin {x==0}, x := T, F; assert({x==0} & !x); end", "SAFE"),
    (28, "skip; L:", "accepted"),
    (29, "if (a) then else fi; while (*) do od", "accepted"),
    (30, "if (*) then skip fi; ; if (*) then skip; fi skip;", "accepted"),
    (31, "a := b ? T : F; assert(a = b);", "SAFE"),
    (31, "if (?) then skip; fi", "accepted"),
    (32, "assert(*);", "UNSAFE"),
    (33, "a, b := T, F; assert(a) & b;", "UNSAFE"),
    (34, "a := T; dead a; assert(a);", "UNSAFE"),
    (35, "+void f() begin if (*) then a := !a; f(); a := !a; fi end+a := F; f(); assert(!a);", "SAFE"),
    (36, "decl x; void f() begin x := F; end void main() begin decl x; x := T; f(); assert(x); end", "SAFE"),
    (37, "decl dead, sync, wait; void main() begin dead := T; dead dead; assert(sync); end", "UNSAFE"),
    (38, "void main(p) begin assert(p); end", "UNSAFE"),
    (40, "assume(a == b);", "rejected"),
    (41, "+void f() begin a := F; assert(F); end+enforce a; f();", "UNSAFE"),
];

fn whole(snippet: &str) -> String {
    if snippet.starts_with("decl") || snippet.starts_with("void") {
        return snippet.to_string();
    }
    let (procedures, body) = match snippet.strip_prefix('+') {
        Some(rest) => rest.split_once('+').expect("procedures and body"),
        None => ("", snippet),
    };
    let procedures = if procedures == "F2" { F2 } else { procedures };
    format!("decl a, b, c; {procedures} void main() begin {body} end")
}

#[test]
fn tricky_snippets() {
    for &(number, snippet, expected) in SNIPPETS {
        let expected = if expected == "accepted" { "UNKNOWN (no property)" } else { expected };
        assert_eq!(answer(&whole(snippet), &Options::default()), expected, "snippet {number}: {snippet}");
    }
}

#[test]
fn snippet_39_labels() {
    let label = |name: &str| Options::default().with_labels(vec![LabelRequest::parse(name)]);
    assert_eq!(answer(&whole("E: assume(F);"), &label("E")), "UNSAFE");
    assert_eq!(answer(&whole("E: assume(F);"), &label("main:E")), "UNSAFE");
    assert_eq!(answer(&whole("goto L; E: skip; L: skip;"), &label("E")), "SAFE");
    assert_eq!(answer(&whole("skip;"), &label("E")), "there is no label `E`; there is none");
    assert_eq!(
        answer(&whole("E: skip;"), &label("f:E")),
        "there is no procedure `f`, so no label `E` in it; there is `main`"
    );
    assert_eq!(answer(&whole("E: skip;"), &label("main:F")), "there is no label `F` in procedure `main`; there is `E`");
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn examples() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bp-examples");
    let mut decided = 0;
    for path in support::files(&folder, "bp") {
        let text = read(&path);
        let labels = support::head(&text, "label").map(LabelRequest::parse).into_iter().collect();
        let options = Options::default().with_labels(labels).with_budget(support::limited(10));
        let answer = answer(&text, &options);
        if answer != "UNKNOWN (time)" {
            assert_eq!(Some(answer.as_str()), support::head(&text, "expect"), "{}", path.display());
            decided += 1;
        }
    }
    assert!(decided >= 40, "only {decided} examples were decided");
}

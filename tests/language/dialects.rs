//! What each tool makes of each disputed construct. A row has five cells, one a dialect, in the order of `Dialect::ALL`: the verdict, or `!` and the
//! first error; and `?` with each warning.

use crate::support;
use bpcheck::convert::normal_form;
use bpcheck::engine::Silent;
use bpcheck::lang::program::property::LabelRequest;
use bpcheck::lang::source::Severity;
use bpcheck::lang::syntax::{Dialect, Ladder, Manner};
use bpcheck::outcome::Overall;
use bpcheck::pipeline::{decide, load};
use bpcheck::report::paint::Paint;
use bpcheck::{Failure, Options, Source};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

type Row = (&'static str, [&'static str; 5]);

/// Bodies of `main`, among globals `a`, `b`, `c` and some procedures. `CHECK(e)` is a property in all dialects: the label `ERROR` where `e`
/// does not hold.
const BODIES: &[Row] = &[
    // Precedence
    ("a, b, c := F, F, F; CHECK(!(a & b = c));", ["SAFE ?mixed-precedence", "SAFE", "SAFE", "SAFE", "UNSAFE"]),
    ("a, b, c := T, F, T; CHECK(a | b ^ c);", ["SAFE ?mixed-precedence", "SAFE", "SAFE", "SAFE ?tool-bug", "UNSAFE"]),
    ("a, b, c := F, F, F; CHECK(a => b => c);", ["!chained-implication", "UNSAFE", "UNSAFE", "UNSAFE", "SAFE"]),
    ("a, b, c := F, F, F; CHECK(a => b | c => c);", ["!chained-implication", "UNSAFE", "UNSAFE", "UNSAFE", "SAFE"]),
    // Failing assertions
    ("a := F; assert(a);", ["UNSAFE", "UNKNOWN ?assert-blocks", "UNKNOWN ?assert-blocks", "UNSAFE", "UNSAFE"]),
    ("a := F; assert(a); CHECK(F);", ["UNSAFE", "SAFE", "SAFE", "UNSAFE", "UNSAFE"]),
    ("assert(*);", ["UNSAFE", "UNKNOWN ?assert-blocks", "UNKNOWN ?assert-blocks", "UNSAFE", "UNSAFE"]),
    ("assert(*); CHECK(F);", ["UNSAFE", "UNSAFE", "UNSAFE", "UNSAFE", "UNSAFE"]),
    // Choices
    ("a := schoose[T, T]; CHECK(a);", ["SAFE", "SAFE", "SAFE", "SAFE ?tool-bug", "SAFE"]),
    ("a := schoose[b, T]; CHECK(a = b);", ["SAFE", "SAFE", "SAFE ?tool-bug", "SAFE ?tool-bug", "SAFE"]),
    ("a := * constrain (!* & 'a); CHECK(a);", ["SAFE", "SAFE", "SAFE", "SAFE ?tool-bug", "SAFE"]),
    // Labels
    (
        "a := F; goto L; L: skip; goto M; L: a := T; M: CHECK(!a);",
        ["!declared-twice", "UNSAFE ?declared-twice", "SAFE", "!declared-twice", "SAFE"],
    ),
    (
        "a := F; skip; L: skip; goto M; M: CHECK(!a); goto N; K: L: a := T; goto M; N: skip;",
        ["!declared-twice", "UNSAFE ?declared-twice", "SAFE", "!declared-twice", "SAFE"],
    ),
    // Who falls into the second goes on with either, too.
    (
        "a, b := F, F; goto K; L: b := T; goto M; K: skip; L: a := T; M: CHECK(!b);",
        ["!declared-twice", "UNSAFE ?declared-twice", "SAFE", "!declared-twice", "SAFE"],
    ),
    // Both are the label that is asked for.
    (
        "goto K; ERROR: skip; K: return; ERROR: skip;",
        ["!declared-twice", "SAFE ?declared-twice", "SAFE", "!declared-twice", "SAFE"],
    ),
    (
        "goto K; ERROR: skip; K: skip; ERROR: skip;",
        ["!declared-twice", "UNSAFE ?declared-twice", "UNSAFE", "!declared-twice", "UNSAFE"],
    ),
    ("goto L; CHECK(F);", ["!undeclared", "SAFE ?undeclared", "!undeclared", "!undeclared", "!undeclared"]),
    (
        "a := T; goto L, M; a := F; M: CHECK(a);",
        ["!undeclared", "SAFE ?undeclared", "!undeclared", "!undeclared", "!undeclared"],
    ),
    // Targets
    ("a, a := T, F; CHECK(a);", ["!assigned-twice", "SAFE", "SAFE", "UNSAFE", "UNSAFE"]),
    ("a, a := F, F; CHECK(a);", ["!assigned-twice", "UNSAFE", "UNSAFE", "UNSAFE", "UNSAFE"]),
    ("a, b, a := T, a, * constrain ('b); CHECK(a & b);", ["!assigned-twice", "SAFE", "SAFE", "UNSAFE", "UNSAFE"]),
    ("a, a := f2(T); CHECK(a);", ["!assigned-twice", "SAFE", "!assigned-twice", "UNSAFE", "UNSAFE"]),
    ("_, _ := T, F; CHECK(F);", ["UNSAFE", "UNSAFE ?undeclared", "SAFE ?undeclared", "UNSAFE", "UNSAFE"]),
    ("decl _; _ := T; a := _; CHECK(a);", ["!syntax", "SAFE", "SAFE", "!syntax", "!syntax"]),
    // Variables that are not declared
    ("z := T; CHECK(z);", ["!undeclared", "SAFE ?undeclared", "SAFE ?undeclared", "!undeclared", "!undeclared"]),
    ("z, a := f2(T); CHECK(z);", ["!undeclared", "SAFE ?undeclared", "SAFE ?undeclared", "!undeclared", "!undeclared"]),
    ("a := z; CHECK(a);", ["!undeclared", "!undeclared", "UNSAFE ?undeclared", "!undeclared", "!undeclared"]),
    ("a := z$; CHECK(a);", ["!undeclared"; 5]),
    // Statements that not all tools know
    ("a := T; dead a; CHECK(a);", ["UNSAFE", "UNSAFE", "UNSAFE", "SAFE", "SAFE"]),
    ("print(a); CHECK(F);", ["UNSAFE", "UNSAFE", "UNSAFE", "UNSAFE", "!undeclared"]),
    ("abortif(T);", ["UNSAFE", "UNSAFE", "UNSAFE", "UNKNOWN ?abortif-dropped", "UNSAFE"]),
    ("end_thread; CHECK(F);", ["!concurrent", "!concurrent", "!concurrent", "UNSAFE ?concurrent", "!concurrent"]),
    (
        "a, b := T, T; constrain ('a); CHECK(a & b);",
        [
            "UNSAFE ?constrain-statement",
            "UNSAFE",
            "UNSAFE",
            "UNSAFE ?constrain-statement",
            "UNSAFE ?constrain-statement",
        ],
    ),
    // Primes
    (
        "b := T; a, b := 'b, F; CHECK(a);",
        ["!misplaced-prime", "UNSAFE", "SAFE", "!misplaced-prime", "!misplaced-prime"],
    ),
    (
        "b := T; a, b := 'b, F; CHECK(!a);",
        ["!misplaced-prime", "SAFE", "UNSAFE", "!misplaced-prime", "!misplaced-prime"],
    ),
    ("a := T; a := 'a; CHECK(a);", ["!misplaced-prime", "UNSAFE", "SAFE", "!misplaced-prime", "!misplaced-prime"]),
    (
        "a := T; b, a := 'a, F constrain ('a = a); CHECK(F);",
        ["!misplaced-prime", "SAFE", "SAFE", "!misplaced-prime", "!misplaced-prime"],
    ),
    ("assume('a); CHECK(a);", ["!misplaced-prime", "SAFE", "SAFE", "!misplaced-prime", "!misplaced-prime"]),
    (
        "a := T; a, b := f2('a); CHECK(a);",
        ["!misplaced-prime", "!misplaced-prime", "SAFE", "!misplaced-prime", "!misplaced-prime"],
    ),
    // `enforce`
    ("enforce a; a := F; CHECK(F);", ["SAFE", "SAFE", "UNSAFE ?enforce-ignored", "SAFE", "SAFE"]),
    ("enforce a; if (*) then a := F; CHECK(F); fi", ["SAFE", "SAFE", "UNSAFE ?enforce-ignored", "SAFE", "SAFE"]),
    ("enforce a; enforce T; b, a := a, T; CHECK(b);", ["SAFE", "UNSAFE", "UNSAFE ?enforce-ignored", "SAFE", "SAFE"]),
    ("enforce a; enforce b; a := b; CHECK(a & b);", ["SAFE", "SAFE", "UNSAFE ?enforce-ignored", "SAFE", "SAFE"]),
    ("enforce a; skip; CHECK(a);", ["SAFE", "SAFE", "UNSAFE ?enforce-ignored", "SAFE", "SAFE"]),
    ("enforce a; clear(); CHECK(F);", ["SAFE", "SAFE", "UNSAFE ?enforce-ignored", "SAFE", "UNSAFE"]),
    ("enforce a; clear(); b, a := a, T; CHECK(b);", ["SAFE", "UNSAFE", "UNSAFE ?enforce-ignored", "SAFE", "UNSAFE"]),
    ("enforce a; clear(); skip; a := T; CHECK(F);", ["SAFE", "SAFE", "UNSAFE ?enforce-ignored", "SAFE", "UNSAFE"]),
    ("enforce a; clear(); assume(T); a := T; CHECK(F);", ["SAFE", "SAFE", "UNSAFE ?enforce-ignored", "SAFE", "UNSAFE"]),
    ("enforce a; clear(); goto L; L: a := T; CHECK(F);", ["SAFE", "SAFE", "UNSAFE ?enforce-ignored", "SAFE", "UNSAFE"]),
    (
        "enforce a; a := T; goto L; L: clear(); clear(); a := T; CHECK(F);",
        ["SAFE", "UNSAFE", "UNSAFE ?enforce-ignored", "SAFE", "UNSAFE"],
    ),
    ("enforce a; b := cleared(); a := T; CHECK(F);", ["SAFE", "SAFE", "UNSAFE ?enforce-ignored", "SAFE", "UNSAFE"]),
    ("enforce a; a := T; dead a; CHECK(a);", ["SAFE", "SAFE", "UNSAFE ?enforce-ignored", "SAFE", "SAFE"]),
    (
        "enforce a; a, b := T, F; while (!b) do b := T; clear(); od a := T; CHECK(F);",
        ["SAFE", "SAFE", "UNSAFE ?enforce-ignored", "SAFE", "UNSAFE"],
    ),
    ("enforce T; a := F; CHECK(a);", ["UNSAFE"; 5]),
    (
        "enforce 'a; CHECK(F);",
        ["!misplaced-prime", "!misplaced-prime", "!misplaced-prime", "!misplaced-prime", "!misplaced-prime"],
    ),
    // Where tools reject what all others read alike
    ("while (*) do a := !a; od a := !!T; b := a ? T : ?; CHECK(b);", ["SAFE"; 5]),
    ("if (a) then else a := T; fi; ; CHECK(a)", ["SAFE"; 5]),
];

/// Whole programs.
const PROGRAMS: &[Row] = &[
    // Names that hide others
    (
        "decl x; void f() begin x := F; end void main() begin decl x; x := T; f(); CHECK(x); end",
        ["SAFE ?shadowed-global", "!shadowed-global", "UNSAFE", "SAFE", "SAFE"],
    ),
    (
        "decl x; void f(x) begin x := F; end void main() begin x := T; f(T); CHECK(x); end",
        ["SAFE ?shadowed-global", "!shadowed-global", "!shadowed-global", "SAFE", "SAFE"],
    ),
    (
        "decl a; bool f(x) begin decl x, y; return x; end void main() begin a := f(T); CHECK(a); end",
        ["!declared-twice", "!declared-twice", "SAFE", "SAFE", "UNSAFE"],
    ),
    (
        "decl a; bool f({x}) begin decl {x}; return {x}; end void main() begin a := f(T); CHECK(a); end",
        ["!declared-twice", "!declared-twice", "SAFE", "SAFE", "UNSAFE"],
    ),
    (
        "decl x; void f() begin x := F; end void main() begin decl x := T; f(); CHECK(x); end",
        ["SAFE ?shadowed-global", "!shadowed-global", "!shadowed-global", "SAFE", "SAFE"],
    ),
    // Names that are declared twice
    (
        "bool f() begin return T; end decl a; bool f() begin return F; end decl b; void main() begin a := f(); CHECK(a); end",
        ["!declared-twice", "!declared-twice", "SAFE ?declared-twice", "!declared-twice", "!declared-twice"],
    ),
    (
        "decl a, b; decl b; void main() begin a := b; CHECK(a = b); end",
        ["!declared-twice", "!declared-twice", "!declared-twice", "SAFE", "!declared-twice"],
    ),
    // `print` is no statement for CProver.
    (
        "decl a; void print(x) begin a := x; end void main() begin a := F; print(T); CHECK(a); end",
        ["UNSAFE", "UNSAFE", "UNSAFE", "UNSAFE", "SAFE"],
    ),
    // The end of a procedure with results
    (
        "decl a; bool f() begin skip; end void main() begin a := f(); CHECK(F); end",
        ["UNSAFE ?falls-off", "UNSAFE", "SAFE", "UNSAFE", "UNSAFE"],
    ),
    (
        "decl a; bool f() begin if (*) then return T; fi end void main() begin a := f(); CHECK(a); end",
        ["UNSAFE ?falls-off", "UNSAFE", "SAFE", "UNSAFE", "UNSAFE"],
    ),
];

fn whole(body: &str) -> String {
    format!(
        "decl a, b, c;\nbool<2> f2(x) begin return x, !x; end\nvoid clear() begin a := F; end\n\
         bool cleared() begin a := F; return T; end\nvoid main() begin\n{body}\nend\n"
    )
}

fn programs() -> impl Iterator<Item = (String, &'static [&'static str; 5])> {
    let bodies = BODIES.iter().map(|(body, cells)| (whole(body), cells));
    bodies
        .chain(PROGRAMS.iter().map(|(text, cells)| (text.to_string(), cells)))
        .map(|(text, cells)| (checked(&text), cells))
}

/// Writes out `CHECK(e)`.
fn checked(text: &str) -> String {
    let Some((before, rest)) = text.split_once("CHECK(") else { return text.to_string() };
    let mut depth = 1;
    let close = rest.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    });
    let (cond, rest) = rest.split_at(close.expect("a closing parenthesis"));
    format!("{before}if ({cond}) then skip; else ERROR: skip; fi;{}", rest[1..].strip_prefix(';').unwrap_or(&rest[1..]))
}

/// What is answered about a text, and said about it, as a cell of the table.
fn cell(text: &str, manner: impl Into<Manner>) -> String {
    let source = Source::new("test.bp", text);
    let options = Options::default().with_manner(manner.into()).with_engine("explicit".parse().expect("an engine"));
    let (mut cell, remarks) = match load(&source, &options) {
        Ok(loaded) => {
            let decided = decide(&loaded, &options, &mut Silent).expect("an answer that passes its own checks");
            (decided.outcome.overall().to_string(), loaded.warnings)
        }
        Err(Failure::Rejected(remarks)) => (String::new(), remarks),
        Err(other) => panic!("{text}\n{other}"),
    };
    if let Some(error) = remarks.iter().find(|remark| remark.severity == Severity::Error) {
        return format!("!{}", error.code);
    }
    cell.truncate(cell.find(' ').unwrap_or(cell.len()));
    let mut codes: Vec<&str> = remarks.iter().map(|remark| remark.code).collect();
    codes.dedup();
    codes.into_iter().fold(cell, |cell, code| format!("{cell} ?{code}"))
}

#[test]
fn each_tool_is_understood() {
    let mut wrong = Vec::new();
    for (text, cells) in programs() {
        for (dialect, expected) in Dialect::ALL.into_iter().zip(cells) {
            let cell = cell(&text, dialect);
            if cell != *expected {
                wrong.push(format!("{dialect:?}: {cell}, expected {expected}:\n{text}\n"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

#[test]
fn what_was_rewritten_means_the_same_in_the_standard_dialect() {
    for (text, cells) in programs() {
        for (dialect, expected) in Dialect::ALL.into_iter().zip(cells) {
            let source = Source::new("test.bp", text.clone());
            let (Some(normal), false) = (normal_form(&source, dialect.into()), expected.starts_with('!')) else {
                continue;
            };
            let again = cell(&normal, Dialect::Standard);
            let verdict = |cell: &str| cell.split(' ').next().unwrap_or_default().to_string();
            // A label that stands twice keeps standing twice where `goto` goes to the first.
            let cannot_be_said = again == "!declared-twice" && matches!(dialect, Dialect::Getafix | Dialect::Cprover);
            // What is a statement here cannot be called.
            let cannot_be_said = cannot_be_said || text.contains("void print") && dialect == Dialect::Cprover;
            assert!(
                cannot_be_said || verdict(&again) == verdict(expected),
                "{dialect:?}: {again}, not {expected}:\n{text}\n{normal}"
            );
        }
    }
}

#[test]
fn a_precedence_of_its_own_comes_before_that_of_the_dialect() {
    let text = checked(&whole("a, b, c := F, F, F; CHECK(!(a & b = c));"));
    let manner = |ladder| Manner { ladder, ..Manner::from(Dialect::Cprover) };
    assert_eq!(cell(&text, manner(Ladder::Standard)), "SAFE ?mixed-precedence");
    assert_eq!(cell(&text, manner(Ladder::Cprover)), "UNSAFE");
}

/// Programs that all tools read alike have the same answer in all dialects; and nothing panics, however much of the text is lost.
#[test]
fn examples_are_read_in_all_dialects() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bp-examples");
    for path in support::files(&folder, "bp") {
        let text = std::fs::read_to_string(&path).expect("a program");
        for dialect in Dialect::ALL {
            for cut in [text.len(), text.len() / 2, text.len() / 3] {
                let source = Source::new("test.bp", text.as_bytes()[..cut].to_vec());
                let options = Options::default().with_manner(dialect.into());
                if let Err(Failure::SelfCheck(what)) = load(&source, &options) {
                    panic!("{}: {what}", path.display());
                }
                normal_form(&source, dialect.into());
            }
        }
    }
}

/// Random programs, one token of each changed: they are read, or refused, and what was rewritten has the same answer in the
/// standard dialect.
#[test]
fn random_programs_are_rewritten_well() {
    let compared = AtomicUsize::new(0);
    support::each(100, |seed| {
        let text = support::mutation::small(seed as u64);
        let mutants = support::mutation::mutants(&text);
        for text in mutants.iter().step_by(7).chain([&text]) {
            for dialect in &Dialect::ALL[1..] {
                let source = Source::new("test.bp", text.clone());
                let first = cell(text, *dialect);
                let Some(normal) = normal_form(&source, (*dialect).into()).filter(|_| !first.starts_with('!')) else {
                    continue;
                };
                let again = cell(&normal, Dialect::Standard);
                assert_eq!(first.split(' ').next(), again.split(' ').next(), "{dialect:?}:\n{text}\n{normal}");
                compared.fetch_add(1, Ordering::Relaxed);
            }
        }
    });
    let compared = compared.into_inner();
    assert!(compared > 1000, "{compared}");
}

#[test]
fn remarks_name_the_tool_and_their_place() {
    let source = Source::new("test.bp", whole("goto L;"));
    let options = Options::default().with_manner(Dialect::Moped.into());
    let loaded = load(&source, &options).expect("a program");
    let said = bpcheck::report::diagnostics::render(&loaded.warnings, Paint::Plain);
    assert!(said.contains("test.bp:6:6") && said.contains("Moped"), "{said}");
    assert_eq!(loaded.warnings.warnings(), 1);
}

/// The programs of the tools themselves, in their own dialect.
#[test]
fn real_programs_have_the_same_answers_in_their_dialect() {
    let Some(corpus) = support::corpus() else { return };
    let mut cases = Vec::new();
    for path in support::files(&corpus.join("wali"), "bp") {
        cases.push((path, Dialect::Wali, "UNSAFE".to_string()));
    }
    for (suite, stride, dialects) in [
        ("satabs", 5, [Dialect::Cprover].as_slice()),
        ("boppo", 1, &[Dialect::Cprover]),
        ("slam-like", 10, &[Dialect::Wali, Dialect::Moped, Dialect::Cprover]),
    ] {
        let table = std::fs::read_to_string(corpus.join(suite).join("expected.tsv")).expect("a table");
        for row in table.lines().skip(1).step_by(stride) {
            let cells: Vec<&str> = row.split('\t').collect();
            // Programs without a property, or about a label of their own, are for other tests.
            if cells[1] == "UNKNOWN" || suite == "boppo" && !cells[2].is_empty() {
                continue;
            }
            cases.extend(
                dialects.iter().map(|&dialect| (corpus.join(suite).join(cells[0]), dialect, cells[1].to_string())),
            );
        }
    }
    assert!(cases.len() > 100, "{}", cases.len());
    support::each(cases.len(), |index| {
        let (path, dialect, expected) = &cases[index];
        let source = Source::new(path.to_string_lossy(), std::fs::read(path).expect("a program"));
        let options = Options::default()
            .with_manner((*dialect).into())
            .with_engine("saturation:post".parse().expect("an engine"))
            .with_budget(support::limited(60));
        let answer = bpcheck::check(&source, &options).map(|outcome| outcome.overall());
        match answer {
            Ok(Overall::Unknown(reason)) if expected == "SAFE" || expected == "UNSAFE" => {
                eprintln!("{}: not decided ({reason})", path.display());
            }
            Ok(answer) => assert_eq!(answer.to_string(), *expected, "{} in {dialect:?}", path.display()),
            Err(failure) => panic!("{} in {dialect:?}: {failure}", path.display()),
        }
    });
}

/// A label that stands twice is asked for in both places.
#[test]
fn both_labels_are_asked_for() {
    let source = Source::new("test.bp", whole("goto K; L: skip; K: skip; L: skip;"));
    for dialect in [Dialect::Getafix, Dialect::Cprover] {
        let labels = vec![LabelRequest::parse("L")];
        let loaded =
            load(&source, &Options::default().with_manner(dialect.into()).with_labels(labels)).expect("a program");
        assert_eq!(loaded.properties.len(), 2, "{dialect:?}");
    }
}

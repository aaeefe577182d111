//! Printing a tree and parsing the text gives the same tree, without a warning about precedence.

use crate::support;
use bpcheck::generate::random;
use bpcheck::lang::source::{Diagnostics, Source};
use bpcheck::lang::syntax::{Ast, Ladder, parse, printer};
use std::path::{Path, PathBuf};

fn read(name: &str, text: impl Into<Vec<u8>>, ladder: Ladder) -> (Ast, Diagnostics) {
    let source = Source::new(name, text);
    let mut diagnostics = Diagnostics::new(&source);
    let ast = parse(&source, ladder, &mut diagnostics);
    (ast, diagnostics)
}

/// Reads `text` with `ladder`, and checks that its normal form reads back with the standard one.
fn round_trip(name: &str, text: impl Into<Vec<u8>>, ladder: Ladder) -> String {
    let (ast, diagnostics) = read(name, text, ladder);
    assert!(!diagnostics.has_errors(), "{name}: {:?}", diagnostics.iter().collect::<Vec<_>>());
    let printed = printer::print(&ast);
    let (again, diagnostics) = read(name, printed.clone(), Ladder::Standard);
    let allowed = ["trailing-label", "constrain-statement", "no-results"];
    let unwanted: Vec<_> = diagnostics.iter().filter(|d| !allowed.contains(&d.code)).collect();
    assert!(unwanted.is_empty(), "{name}: {unwanted:?} in\n{printed}");
    assert!(ast.same_tree(&again), "{name}: another tree from\n{printed}");
    assert_eq!(printer::print(&again), printed, "{name}: normal form of the normal form");
    printed
}

fn programs_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        match path.extension() {
            _ if path.is_dir() => programs_below(&path, found),
            Some(extension) if extension == "bp" => found.push(path),
            _ => {}
        }
    }
}

#[test]
fn every_program_at_hand_survives_the_round_trip() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    programs_below(&root.join("bp-examples"), &mut files);
    if let Some(corpus) = support::corpus() {
        programs_below(&corpus, &mut files);
    }
    assert!(files.len() > 50);
    for file in &files {
        let text = std::fs::read(file).expect("a readable file");
        round_trip(&file.display().to_string(), text, Ladder::Standard);
    }
}

#[test]
fn random_programs_survive_the_round_trip() {
    for seed in 0..300 {
        let text = random::write(&random::Options { seed, knobs: random::Knobs::default() });
        round_trip(&format!("seed {seed}"), text, Ladder::Standard);
    }
}

/// The statements of `body` in normal form.
fn body(body: &str, ladder: Ladder) -> String {
    let printed = round_trip("body", format!("void main() begin {body} end"), ladder);
    let inner = printed.strip_prefix("void main()\nbegin\n").and_then(|text| text.strip_suffix("end\n"));
    inner
        .expect("one procedure")
        .lines()
        .map(|line| line.strip_prefix("  ").unwrap_or(line))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn parentheses_are_few_and_safe() {
    let table = [
        ("a & b & c", "a & b & c"),
        ("a & (b & c)", "a & (b & c)"),
        ("a = b & c", "(a = b) & c"),
        ("a | b ^ c", "a | (b ^ c)"),
        ("a | b & c", "a | b & c"),
        ("(a | b) & !(c | d)", "(a | b) & !(c | d)"),
        ("a = b != c", "a = b != c"),
        ("(a => b) => c", "(a => b) => c"),
        ("a => (b => c)", "a => (b => c)"),
        ("a => b = c", "a => b = c"),
        ("a = b => c", "(a = b) => c"),
        ("a <=> b <=> c => d", "a <=> b <=> c => d"),
        ("!~((a))", "!!a"),
        ("!(a = b)", "!(a = b)"),
        ("? | ? & 1 ^ 0", "* | (* & T ^ F)"),
        ("schoose[a & b, schoose[*, c ? d : e]]", "schoose[a & b, schoose[*, c ? d : e]]"),
        ("a ? b : c ? d : e", "a ? b : c ? d : e"),
        ("a ? b ? c : d : e", "a ? (b ? c : d) : e"),
        ("(a ? b : c) ? d : e", "(a ? b : c) ? d : e"),
        ("(a ? b : c) & d", "(a ? b : c) & d"),
    ];
    for (text, normal) in table {
        let printed = body(&format!("return {text}"), Ladder::Standard);
        assert_eq!(printed.trim(), format!("return {normal};"), "for {text}");
    }
}

#[test]
fn the_other_ladder_is_printed_with_its_own_grouping() {
    let table = [
        ("a = b & c", "a = (b & c)"),
        ("a & b = c", "(a & b) = c"),
        ("a | b ^ c", "(a | b) ^ c"),
        ("a => b => c", "a => (b => c)"),
        ("a = b => c", "a = (b => c)"),
        ("a != b = c", "a != (b = c)"),
        ("a <=> b & c", "a <=> b & c"),
    ];
    for (text, normal) in table {
        let printed = body(&format!("return {text}"), Ladder::Cprover);
        assert_eq!(printed.trim(), format!("return {normal};"), "for {text}");
    }
}

#[test]
fn every_construct_has_a_normal_form() {
    let text = "
        decl a, {x==0} := 1;
        decl thread_local dead := *;
        dfs bool<2> f(x, y) begin decl l := F; enforce a; enforce x = y;
            L: L: 7: a, _ := x, * constrain 'a | b; _, a := f(x, T); f(F, ?); print(); print(a, b);
            dead a, dead; abortif a; assert a & b; assume (a) | b; constrain ('a); goto L, 7; return x, !y; return;
            M: if a then elsif b then N: fi if * then skip; else if b then skip fi; O: P: fi
            while T do while F do Q: od od; R: S: decl late; enforce T; last:
        end
        decl between;
        void g() begin
            start_thread goto L; start_thread f(a); start_thread(); end_thread; atomic_begin; atomic_end; sync a; wait;
            broadcast; wait := T; wait(); print := a; start_thread start_thread(); sync: skip
        end
        bool<1> h() begin end bool<0> i() begin end
        decl thread_local thread_local, dfs; decl dfs2;";
    crate::language::snapshot("normal_form", &round_trip("all", text, Ladder::Standard));
}

#[test]
fn depth_is_no_problem() {
    let n = 10_000;
    let nested = |open: &str, middle: &str, close: &str| format!("{}{middle}{}", open.repeat(n), close.repeat(n));
    let expressions = [
        nested("(", "a", ")"),
        nested("!", "a", ""),
        nested("!(a & ", "a", ")"),
        nested("a ? ", "a", " : a"),
        nested("a ? a : ", "a", ""),
        nested("(", "a", " ? a : a)"),
        nested("schoose[a, ", "a", "]"),
        nested("a => (", "a", ")"),
        format!("a{}", " = a".repeat(n)),
    ];
    for expression in expressions {
        body(&format!("return {expression}"), Ladder::Standard);
    }
    let long = body(&nested("if a then L: while (b) do ", "skip", " od fi"), Ladder::Standard);
    assert!(long.len() < n * 400, "{} bytes: the indentation is capped", long.len());
    body(&format!("if a then skip; {} fi", "elsif b then skip; ".repeat(n)), Ladder::Standard);
}

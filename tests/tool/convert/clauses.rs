//! Horn clauses that are read: what they mean as programs, and what is refused.

use super::*;
use bpcheck::check;
use bpcheck::convert::Input;
use bpcheck::lang::source::Diagnostics;

fn program(text: &str) -> Result<Source, Diagnostics> {
    Input::Smt2.program(Source::new("x.smt2", text))
}

fn answer(text: &str) -> String {
    let source = program(text).unwrap_or_else(|remarks| panic!("{text}\n{:?}", remarks.iter().collect::<Vec<_>>()));
    check(&source, &Options::default()).expect("an outcome").overall().to_string()
}

/// A script about predicates p of one Boolean, q of two, and r of none.
pub fn script(clauses: &str) -> String {
    format!(
        "(set-logic HORN)(declare-fun p (Bool) Bool)(declare-fun q (Bool Bool) Bool)(declare-fun r () Bool){clauses}(check-sat)"
    )
}

/// Clauses, and what is said of them.
pub const CASES: &[(&str, &str)] = &[
    // A state that is followed; a contradiction that is not reached, and one that is.
    ("(assert (p true))(assert (forall ((x Bool)) (=> (p x) (p (not x)))))(assert (=> (p false) false))", "UNSAFE"),
    ("(assert (p true))(assert (forall ((x Bool)) (=> (p x) (p x))))(assert (not (p false)))", "SAFE"),
    // Two atoms in a body.
    (
        "(assert (p true))(assert (forall ((x Bool) (y Bool)) (=> (and (p x) (p y)) (q x y))))(assert (forall ((x Bool)) (not (q x (not x)))))",
        "SAFE",
    ),
    (
        "(assert (forall ((x Bool)) (p x)))(assert (forall ((x Bool) (y Bool)) (=> (and (p x) (p y)) (q x y))))(assert (forall ((x Bool)) (not (q x (not x)))))",
        "UNSAFE",
    ),
    // A derivation that is no path: q pairs what was derived before.
    (
        "(assert (q true false))(assert (forall ((a Bool) (b Bool) (c Bool)) (=> (and (q a b) (q b c)) (q a c))))(assert (forall ((a Bool)) (=> (q a a) r)))(assert (=> r false))",
        "SAFE",
    ),
    (
        "(assert (q true false))(assert (q false true))(assert (forall ((a Bool) (b Bool) (c Bool)) (=> (and (q a b) (q b c)) (q a c))))(assert (forall ((a Bool)) (=> (q a a) r)))(assert (=> r false))",
        "UNSAFE",
    ),
    // Nobody derives r.
    ("(assert (=> r false))", "SAFE"),
    ("(assert (=> (and r (p true)) false))(assert (forall ((x Bool)) (p x)))", "SAFE"),
    // A contradiction without premises.
    ("(assert (forall ((x Bool)) (=> x false)))", "UNSAFE"),
    ("(assert (forall ((x Bool)) (=> (and x (not x)) false)))", "SAFE"),
    // Other ways to write a clause: a disjunction, a negated one, quantifiers inside, names bound twice.
    ("(assert (p true))(assert (forall ((x Bool)) (or (not (p x)) (p (not x)))))(assert (not (p false)))", "UNSAFE"),
    ("(assert (p true))(assert (not (exists ((x Bool)) (and (p x) (not x)))))", "SAFE"),
    (
        "(assert (p true))(assert (forall ((x Bool)) (=> (p x) (forall ((x Bool)) (q x x)))))(assert (=> (q false false) false))",
        "UNSAFE",
    ),
    (
        "(assert (forall ((x Bool)) (=> (let ((y (not x)) (z true)) (let ((x y)) (and x z))) (p x))))(assert (not (p true)))",
        "SAFE",
    ),
    ("(assert (forall ((p Bool)) (=> p (q p p))))(assert (not (q false false)))", "SAFE"),
    // Operators.
    (
        "(assert (forall ((a Bool) (b Bool) (c Bool)) (=> (and (xor a b c) (= a b c) (distinct a (not a)) (ite a b c) (=> a b c)) (p a))))(assert (not (p true)))",
        "UNSAFE",
    ),
    (
        "(assert (forall ((a Bool) (b Bool) (c Bool)) (=> (distinct a b c) (p a))))(assert (not (p true)))(assert (not (p false)))",
        "SAFE",
    ),
    ("(assert (forall ((a Bool)) (=> (! a :named n) (p a))))(assert (not (p true)))", "UNSAFE"),
];

#[test]
fn clauses_are_decided() {
    for (clauses, expected) in CASES {
        assert_eq!(&answer(&script(clauses)), expected, "{clauses}");
    }
}

#[test]
fn what_is_no_clause_is_refused() {
    for (clauses, code, marked) in [
        ("(assert (=> r (or (p true) (q true true))))", "not-horn", "(q true true)"),
        ("(assert (=> (or (p true) r) false))", "not-horn", "(p true)"),
        ("(assert (=> (= r true) false))", "not-horn", "r"),
        ("(assert (exists ((x Bool)) (p x)))", "not-horn", "(exists ((x Bool)) (p x))"),
        ("(assert (forall ((x Int)) (p true)))", "sort", "Int"),
        ("(declare-fun f (Int) Bool)", "sort", "Int"),
        ("(declare-fun f () Real)", "sort", "Real"),
        ("(declare-fun p (Bool) Bool)", "declared-twice", "p"),
        ("(assert (p true false))", "arity", "(p true false)"),
        ("(assert (=> x false))", "undeclared", "x"),
        ("(assert (=> (< 1 2) false))", "term", "(< 1 2)"),
        ("(assert (=> (and 1) false))", "term", "1"),
        ("(define-fun f () Bool true)", "command", "(define-fun f () Bool true)"),
        ("(set-logic QF_BV)", "logic", "QF_BV"),
        ("(assert)", "command", "(assert)"),
        ("(assert (forall (x) (p x)))", "binding", "x"),
        ("()", "command", "()"),
        ("x", "command", "x"),
    ] {
        let text = script(clauses);
        let remarks = program(&text).err().unwrap_or_else(|| panic!("{clauses} is accepted"));
        let first = remarks.iter().next().expect("a remark");
        assert_eq!((first.code, remarks.source().text(first.span).as_ref()), (code, marked), "{clauses}");
    }
}

#[test]
fn a_predicate_is_not_too_wide() {
    let text = format!("(set-logic HORN)(declare-fun p ({}) Bool)", "Bool ".repeat(70_000));
    let remarks = program(&text).expect_err("it is too wide");
    assert_eq!(remarks.iter().next().map(|remark| remark.code), Some("arity"));
}

#[test]
fn depth_is_no_limit() {
    let deep = |depth: usize| {
        let (open, close) = ("(not (and x ".repeat(depth), "))".repeat(depth));
        script(&format!("(assert (forall ((x Bool)) (=> {open}x{close} (p x))))(assert (not (p true)))"))
    };
    assert_eq!(answer(&deep(20_000)), "UNSAFE");
    let lets = |depth: usize| {
        let (open, close) = ("(let ((x (not x))) ".repeat(depth), ")".repeat(depth));
        script(&format!("(assert (forall ((x Bool)) (=> {open}x{close} (p x))))(assert (not (p true)))"))
    };
    assert_eq!(answer(&lets(50_000)), "UNSAFE");
}

#[test]
fn a_chain_of_definitions_stays_small() {
    // Each predicate is used twice: unfolded everywhere the last one would have 2^200 atoms.
    let mut clauses =
        String::from("(set-logic HORN)(declare-fun p0 (Bool) Bool)(assert (forall ((x Bool)) (=> x (p0 x))))");
    for n in 1..200 {
        let before = n - 1;
        clauses += &format!(
            "(declare-fun p{n} (Bool) Bool)(assert (forall ((x Bool) (y Bool)) (=> (and (p{before} x) (p{before} y)) (p{n} (= x y)))))"
        );
    }
    clauses += "(assert (not (p199 false)))";
    let source = program(&clauses).expect("clauses");
    assert!(source.bytes().len() < 1_000_000, "{}", source.bytes().len());
    assert_eq!(answer(&clauses), "SAFE");
}

#[test]
fn places_are_those_of_the_clauses() {
    let text = "(set-logic HORN)\n(declare-fun p (Bool) Bool)\n(assert (p true))\n\n  (assert (not (p true)))\n";
    let loaded = loaded_source(program(text).expect("clauses"));
    let place = loaded.source.locate(loaded.program.span(loaded.properties[0].place));
    assert_eq!(place, "x.smt2:5:11");
}

#[test]
fn real_clauses_are_decided() {
    let Some(corpus) = support::corpus() else { return };
    let folder = corpus.join("horn");
    let expected = std::fs::read_to_string(folder.join("expected.tsv")).expect("a table");
    let mut count = 0;
    for line in expected.lines().skip(1) {
        let mut cells = line.split('\t');
        let (Some(name), Some(expected)) = (cells.next(), cells.next()) else { continue };
        let text = std::fs::read_to_string(folder.join(name)).expect("a text");
        assert_eq!(answer(&text), expected, "{name}");
        count += 1;
    }
    assert_eq!(count, 20);
}

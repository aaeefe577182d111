//! Formulas held against Spot, which reads and translates them on its own.

use crate::support;
use bpcheck::Source;
use bpcheck::lang::source::Diagnostics;
use bpcheck::ltl::automaton::{self, Automaton};
use bpcheck::ltl::formula::LtlGraph;
use bpcheck::ltl::hoa::{self, Hoa};
use bpcheck::ltl::parse::{Manner, parse};
use bpcheck::ltl::{simulation, tableau};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// More than any automaton of these formulas has.
const MANY: usize = 10_000_000;

/// A formula with automata of it as text.
type Row = (String, Vec<String>);

#[test]
fn automata_are_those_of_spot() {
    compare(10_000, 9);
}

#[test]
fn large_automata_are_those_of_spot() {
    compare(300, 14);
}

#[test]
#[ignore = "takes minutes: make hunt"]
fn many_large_automata_are_those_of_spot() {
    compare(3_000, 14);
}

/// Of so many formulas of Spot, of at most so many nodes, our automaton, the plain one, and what we read of Spot's are equivalent to the formula, says Spot; `PYTHON` names a
/// Python with `spot`.
fn compare(formulas: usize, nodes: usize) {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language/ltl/reference.py");
    let has_spot = Command::new(&python).args(["-c", "import spot"]).output();
    if !has_spot.is_ok_and(|told| told.status.success()) {
        support::skipped("PYTHON names no Python with spot");
        return;
    }
    let made = Command::new(&python)
        .arg(&script)
        .args([formulas, nodes].map(|number| number.to_string()))
        .output()
        .expect("Python");
    let rows: Vec<Row> = serde_json::from_slice(&made.stdout).expect("formulas");
    assert_eq!(rows.len(), formulas, "{}", String::from_utf8_lossy(&made.stderr));
    let ours: Vec<_> = rows.iter().map(|(text, automata)| (text, ours(text, automata))).collect();
    let mut spot =
        Command::new(&python).arg(&script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Python");
    let written = serde_json::to_vec(&ours).expect("JSON");
    spot.stdin.take().expect("a pipe").write_all(&written).expect("it listens");
    let told = spot.wait_with_output().expect("an answer");
    assert!(told.status.success());
    assert_eq!(String::from_utf8_lossy(&told.stdout), "");
}

/// What we make of a formula, and of Spot's automata of it, in HOA, each with what it is.
fn ours(text: &str, automata: &[String]) -> Vec<(&'static str, String)> {
    let source = Source::new("formula", text);
    let mut remarks = Diagnostics::new(&source);
    let mut graph = LtlGraph::default();
    let formula = parse(&source, Manner::Standard, &mut graph, &mut remarks).expect("a formula").formula;
    let built = automaton::build(&mut graph, formula, MANY).expect("it is small");
    let plain = tableau::build(&graph, formula, false, MANY).expect("it is small");
    assert!(simulation::find(&plain, &built).is_some(), "no simulation of {text}");
    let kinds = ["marks at edges", "marks at states", "never claim", "never claim of Spin 6"];
    let read = kinds.into_iter().zip(automata.iter().map(|automaton| read(automaton)));
    let all = [("automaton", built), ("tableau", plain)].into_iter().chain(read);
    all.map(|(kind, automaton)| (kind, Hoa { automaton: &automaton, name: text }.to_string())).collect()
}

fn read(text: &str) -> Automaton {
    let source = Source::new("automaton", text);
    let mut remarks = Diagnostics::new(&source);
    hoa::read(&source, &mut remarks).unwrap_or_else(|| panic!("{text}\n{:?}", remarks.iter().collect::<Vec<_>>()))
}

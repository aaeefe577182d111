//! Program families: each member has the verdict that it promises, and is the same wherever and whenever it is written.

mod assertions;
mod families;
mod random;
mod sizes;
mod slam;

use crate::support;
use bpcheck::engine::Selection;
use bpcheck::lang::source::{Diagnostics, Source};
use bpcheck::lang::syntax::{Ast, Ladder, parse, printer};
use bpcheck::outcome::{Outcome, Verdict};
use bpcheck::pipeline::{Options, check, decide, load};

/// The answers to a program that deserves no warning.
fn outcome(text: &str) -> Outcome {
    let options = Options::default();
    let loaded = load(&Source::new("test.bp", text), &options).unwrap_or_else(|failure| panic!("{failure}:\n{text}"));
    assert_eq!(loaded.warnings.iter().count(), 0, "{:?} in\n{text}", loaded.warnings);
    let decided = decide(&loaded, &options, &mut bpcheck::engine::Silent);
    decided.unwrap_or_else(|failure| panic!("{failure}:\n{text}")).outcome
}

/// The answers of this engine to all properties.
fn outcome_by(engine: &str, text: &str) -> Outcome {
    let engine = Selection::One(engine.parse().expect("an engine"));
    let options = Options::default().with_all(true).with_engine(engine);
    check(&Source::new("test.bp", text), &options).unwrap_or_else(|failure| panic!("{failure}:\n{text}"))
}

/// How many activations are on the stack at the first violation; 0 if there is none.
fn depth(outcome: &Outcome) -> usize {
    let traces = outcome.decisions.iter().filter_map(|decision| match &decision.verdict {
        Verdict::Unsafe(replayed) => Some(replayed.trace().stack),
        _ => None,
    });
    traces.min().unwrap_or(0)
}

/// The tree of a text without errors.
fn tree(text: &str) -> Ast {
    let source = Source::new("test.bp", text);
    let mut diagnostics = Diagnostics::new(&source);
    let ast = parse(&source, Ladder::Standard, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{diagnostics:?} in\n{text}");
    ast
}

/// Printing the program and reading it again gives the same tree.
fn check_round_trip(text: &str) {
    let ast = tree(text);
    let printed = printer::print(&ast);
    assert!(tree(&printed).same_tree(&ast), "another tree from\n{printed}");
}

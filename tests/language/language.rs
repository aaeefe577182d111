//! The language: what is accepted, warned of and rejected, with which words, and at which place.

mod concurrency;
mod manual;
mod mistakes;
mod names;
mod precedence;
mod recovery;
mod reference;
mod rendering;
mod round_trip;
mod rules;
mod snippets;

use bpcheck::lang::program::{self, Program};
use bpcheck::lang::source::{Diagnostics, Severity, Source};
use bpcheck::lang::syntax::{Ladder, parse};
use bpcheck::report::diagnostics::render;
use bpcheck::report::paint::Paint;

/// The program that a text means, if it is accepted, and what is said about it.
fn read(text: impl Into<Vec<u8>>, ladder: Ladder) -> (Option<Program>, Diagnostics) {
    let source = Source::new("input.bp", text);
    let mut diagnostics = Diagnostics::new(&source);
    let ast = parse(&source, ladder, &mut diagnostics);
    let program = program::resolve(ast, &mut diagnostics);
    (program, diagnostics)
}

/// What is said about a text, as people see it.
fn said(text: impl Into<Vec<u8>>) -> String {
    render(&read(text, Ladder::Standard).1, Paint::Plain)
}

/// `code` and `line:column` of each remark in the order of their places, warnings with a `?`.
fn codes(text: impl Into<Vec<u8>>) -> Vec<String> {
    let (_, mut diagnostics) = read(text, Ladder::Standard);
    diagnostics.sort();
    let source = diagnostics.source().clone();
    let word = |diagnostic: &bpcheck::lang::source::Diagnostic| {
        let place = source.position(diagnostic.span.start);
        let doubt = if diagnostic.severity == Severity::Warning { "?" } else { "" };
        format!("{}{doubt} {}:{}", diagnostic.code, place.line, place.column)
    };
    diagnostics.iter().map(word).collect()
}

/// A procedure `main` with this body, among some declarations, on a line of its own.
fn in_main(body: &str) -> String {
    format!("decl a, b, c;\nbool<2> f2(x) begin return x, !x; end\nvoid main() begin\n{body}\nend\n")
}

/// Compares with `tests/language/snapshots/language_<name>.snap`.
fn snapshot(name: &str, text: &str) {
    insta::with_settings!({
        snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/tests/language/snapshots"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, { insta::assert_snapshot!(format!("language_{name}"), text) });
}

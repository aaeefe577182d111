//! Inputs that are large, deep, long or no text at all: an answer or a clear error, never a panic, an
//! overflow of the stack, or a wait without end.

mod command;
mod deep;
mod junk;
mod wide;

use bpcheck::lang::cfg;
use bpcheck::lang::program::resolve;
use bpcheck::lang::source::{Diagnostics, Source};
use bpcheck::lang::syntax::{Ladder, parse};
use bpcheck::report::diagnostics::render;
use bpcheck::report::paint::Paint;

/// What came of a text.
struct Front {
    /// The number of edges of the control-flow graphs; `None` if the text is rejected.
    edges: Option<usize>,
    diagnostics: Diagnostics,
    /// What people are told.
    said: String,
}

/// Goes with a text as far as the control-flow graphs, drops them, and draws the diagnostics.
fn front(text: impl Into<Vec<u8>>) -> Front {
    let source = Source::new("input.bp", text);
    let mut diagnostics = Diagnostics::new(&source);
    let ast = parse(&source, Ladder::Standard, &mut diagnostics);
    let program = resolve(ast, &mut diagnostics);
    let edges = program.map(|program| cfg::build(&program).edge_count());
    assert_eq!(edges.is_none(), diagnostics.has_errors(), "a program, or the reason why there is none");
    diagnostics.sort();
    let said = render(&diagnostics, Paint::Plain);
    assert!(said.len() < 200_000, "{} bytes are said", said.len());
    Front { edges, diagnostics, said }
}

/// The number of edges of an accepted text.
#[track_caller]
fn accepted(text: impl Into<Vec<u8>>) -> usize {
    let front = front(text);
    front.edges.unwrap_or_else(|| panic!("rejected:\n{}", front.said))
}

/// What is said about a rejected text, and how many errors it has.
#[track_caller]
fn rejected(text: impl Into<Vec<u8>>) -> (String, usize) {
    let front = front(text);
    assert!(front.edges.is_none(), "accepted");
    (front.said, front.diagnostics.errors())
}

/// A procedure `main` with this body, behind the declarations of `a`, `b` and `c`.
fn in_main(body: &str) -> String {
    format!("decl a, b, c;\nvoid main() begin {body} end\n")
}

/// `count` numbered copies of a text, in which `#` stands for the number.
fn numbered(count: usize, text: &str) -> String {
    (0..count).map(|n| text.replace('#', &n.to_string())).collect()
}

//! What every engine has to do: each test goes through all rows of the registry. What one engine does besides, its own tests look at.

mod capabilities;
mod corpus;
mod evidence;
mod house;
mod imports;
mod limits;
mod newcomer;
mod passes;
mod random;
mod repeatable;
mod told;

use crate::support;
use bpcheck::budget::Budget;
use bpcheck::engine::{EngineSpec, Selection, Silent};
use bpcheck::pipeline::{Decided, Loaded, decide, load};
use bpcheck::{Options, Source};

/// A program that is ready to be checked.
fn loaded(text: &str) -> Loaded {
    load(&Source::new("x.bp", text), &Options::default()).unwrap_or_else(|failure| panic!("{failure}\n{text}"))
}

/// Each property is to be decided, by this engine.
fn by(engine: &str) -> Options {
    Options::default().with_all(true).with_engine(support::engine(engine))
}

/// The same within a budget.
fn within(budget: Budget, engine: &str) -> Options {
    by(engine).with_budget(budget)
}

fn decided(loaded: &Loaded, options: &Options) -> Decided {
    decide(loaded, options, &mut Silent).unwrap_or_else(|failure| {
        panic!("{}: {failure}\n{}", options.engine, String::from_utf8_lossy(loaded.source.bytes()))
    })
}

/// The verdicts, each as text.
fn words(decided: &Decided) -> Vec<String> {
    decided.outcome.decisions.iter().map(|decision| decision.verdict.to_string()).collect()
}

/// What is true of a program of few states, by the engine whom all are held against.
fn expected(loaded: &Loaded) -> Option<Vec<String>> {
    let referee = Selection::One(support::referee());
    let options = Options::default().with_all(true).with_engine(referee).with_budget(support::ticks(4_000));
    let words = words(&decided(loaded, &options));
    (!words.iter().any(|word| word.starts_with("UNKNOWN"))).then_some(words)
}

/// The engine of a variant.
fn spec(variant: &str) -> EngineSpec {
    variant.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Programs that are small, and different in kind: with their answers.
const PROGRAMS: [(&str, &[&str]); 4] = [
    (
        "decl a, b; void main() begin a, b := F, *; if (b) then f(); fi assert(!a); assert(b); end void f() begin a := !a & !b; end",
        &["SAFE", "UNSAFE"],
    ),
    (
        "decl a, b, c; void main() begin a, b, c := F, F, F; while (!(a & b & c)) do a, b, c := !a, a ^ b, c ^ (a & b); od assert(a & b); assert(!c); end",
        &["SAFE", "UNSAFE"],
    ),
    (
        "decl g; void main() begin g := F; f(*); assert(!g); assert(g); end void f(p) begin g := !g; if (p) then f(*); fi g := !g; end",
        &["SAFE", "UNSAFE"],
    ),
    (
        "decl g; bool f(p) begin decl l; l := !p; if (*) then l := f(l); fi return l; end void main() begin g := f(T); g := g | !g; assert(g); end",
        &["SAFE"],
    ),
];

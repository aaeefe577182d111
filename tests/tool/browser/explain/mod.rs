//! The page of `explain` in a real browser. What it shows is held against what is rebuilt from the log here.

mod automata;
mod evidence;
mod flow;
mod instances;
mod large;
mod looks;
mod predict;
mod query;
mod runs;
mod steps;
mod summaries;
mod traces;
mod tries;

use crate::browser::devtools::Browser;
use bpcheck::budget::Budget;
use bpcheck::engine::account::AccountStep;
use bpcheck::engine::saturation::Direction;
use bpcheck::engine::saturation::account::rules;
use bpcheck::explain::{self, Explained, Log};
use bpcheck::lang::source::Diagnostics;
use bpcheck::pds::explicit::parse;
use bpcheck::pipeline::{Loaded, load};
use bpcheck::report::explain::html::{Found, page};
use bpcheck::{Options, Source};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the pages that are made here.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explain");
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A text of the repository.
fn example(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The log of a textbook system.
fn system(path: &str, direction: Direction) -> Log {
    let source = Source::new(path, example(path));
    let parsed = parse(&source, &mut Diagnostics::new(&source)).expect("a system");
    let done = rules(&parsed.system, direction, usize::MAX, &Budget::unlimited()).expect("no limit");
    explain::system(&parsed, &source, done)
}

/// The steps of a log.
fn steps<S: AccountStep>(log: &Log) -> &[S] {
    log.steps().expect("steps of this type")
}

/// What an engine does with all properties of a program.
fn program(name: &str, text: &str, engine: &str) -> (Loaded, Explained) {
    within(Budget::unlimited(), name, text, engine)
}

/// The same, as far as it comes within a limit.
fn within(budget: Budget, name: &str, text: &str, engine: &str) -> (Loaded, Explained) {
    explained(Options::default().with_budget(budget), name, text, engine)
}

/// The same with options.
fn explained(options: Options, name: &str, text: &str, engine: &str) -> (Loaded, Explained) {
    let options = options.with_all(true);
    let loaded = load(&Source::new(name, text), &options).expect("a program");
    let explained = explain::program(&loaded, &engine.parse().expect("an engine"), &options, 100_000);
    (loaded, explained.expect("an outcome"))
}

/// The page of a program.
fn page_of(loaded: &Loaded, explained: &Explained) -> String {
    let Explained { log, decided, vacuous } = explained;
    let remark = decided.stats.as_ref().and_then(bpcheck::engine::Stats::remark);
    page(log, Some(&Found::Program { loaded, outcome: &decided.outcome, vacuous, remark, turn: None }))
}

/// Writes a page; its address.
fn written(name: &str, html: &str) -> String {
    let path = folder().join(name);
    fs::write(&path, html).unwrap();
    format!("file://{}", path.display())
}

/// Opens an address even if only what is behind its `#` differs.
fn open(browser: &mut Browser, address: &str) {
    browser.open("about:blank#");
    browser.call("Page.navigate", json!({ "url": address }));
    browser.until("document.readyState === 'complete' && document.querySelector('[aria-selected=true]') !== null");
}

/// Clicks on the element with this id.
fn click(browser: &mut Browser, id: &str) {
    browser.ask(&format!("document.getElementById('{id}').click()"));
}

/// The text of the element with this id.
fn text(browser: &mut Browser, id: &str) -> String {
    string(browser.ask(&format!("document.getElementById('{id}').textContent")))
}

/// The link to what is shown; the address follows it a little later.
fn hash(browser: &mut Browser) -> String {
    string(browser.ask("document.querySelector('[role=tabpanel]:not([hidden]) .bar a').getAttribute('href')"))
}

fn string(value: Value) -> String {
    value.as_str().expect("a text").to_string()
}

/// The lines of the source with a mark.
fn lines(browser: &mut Browser, mark: &str) -> Vec<u32> {
    let script = format!("[...document.querySelectorAll('#source .{mark}')].map((row) => Number(row.dataset.line))");
    serde_json::from_value(browser.ask(&script)).unwrap()
}

/// What an expression is after each step, first forwards from the start, then back from the end.
fn along(browser: &mut Browser, expression: &str) -> (Vec<Value>, Vec<Value>) {
    let script = format!(
        "(() => {{ const see = () => {expression}; const press = (id) => document.getElementById(id).click(); \
         const go = (first, id) => {{ press(first); const seen = [see()]; \
         while (document.getElementById(id).getAttribute('aria-disabled') !== 'true') {{ press(id); seen.push(see()); }} return seen; }}; \
         return [go('first', 'next'), go('last', 'previous')]; }})()"
    );
    serde_json::from_value(browser.ask(&script)).unwrap()
}

//! What several test files need: programs from text, folders of examples, random programs.
#![allow(dead_code, reason = "each test file uses its own part")]

pub mod mutation;

use bpcheck::Options;
use bpcheck::budget::{Budget, Probe};
use bpcheck::engine::registry::Registry;
use bpcheck::engine::{EngineSpec, Selection, Silent};
use bpcheck::lang::program::{Program, resolve};
use bpcheck::lang::source::{Diagnostics, Source};
use bpcheck::lang::syntax::{Ladder, parse};
use bpcheck::pds::passes::PassSet;
use bpcheck::pipeline::{Decided, decide, load};
use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The names under which engines answer, all of them.
pub fn variants() -> Vec<&'static str> {
    Registry::standard().variants().collect()
}

/// Whom all are held against on small programs.
pub fn referee() -> EngineSpec {
    Registry::standard().reference().expect("a referee")
}

/// The names of the engines, one each.
pub fn names() -> Vec<&'static str> {
    Registry::standard().rows().map(|row| row.name).collect()
}

/// Whether nobody compares an engine unless asked to: it is made for something else, and may take long for a small program.
pub fn is_special(name: &str) -> bool {
    let spec: EngineSpec = name.parse().unwrap_or_else(|error| panic!("{error}"));
    spec.row().compared.is_none()
}

/// Those who prove what they say is SAFE.
pub fn provers() -> Vec<&'static str> {
    let registry = Registry::standard();
    registry.rows().filter(|row| row.can.proves).flat_map(|row| row.variants).copied().collect()
}

/// All but that one.
pub fn others() -> Vec<&'static str> {
    let registry = Registry::standard();
    registry.rows().filter(|row| !row.hunt.is_referee).flat_map(|row| row.variants).copied().collect()
}

/// An engine, as users write it.
pub fn engine(text: &str) -> Selection {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The program of a text that has no errors.
pub fn program(text: &str) -> Program {
    let source = Source::new("test.bp", text);
    let mut diagnostics = Diagnostics::new(&source);
    let ast = parse(&source, Ladder::Standard, &mut diagnostics);
    let program = if diagnostics.has_errors() { None } else { resolve(ast, &mut diagnostics) };
    program.unwrap_or_else(|| panic!("{text}\n{:#?}", diagnostics.iter().collect::<Vec<_>>()))
}

/// The folder of real inputs beside the checkout, if it is there; else says so.
pub fn corpus() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    if !path.is_dir() {
        skipped(format_args!("there is no folder {}", path.display()));
        return None;
    }
    Some(path)
}

/// Says that a test does not look at something, and why. Not by a macro, whose words nobody reads of a test that passes.
pub fn skipped(why: impl Display) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

/// All files below a folder with this ending, in order.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The value of a head line `// KEY: VALUE` of an example.
pub fn head<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let mut lines = text.lines().take_while(|line| line.starts_with("//"));
    lines.find_map(|line| line.strip_prefix("//")?.trim().strip_prefix(key)?.strip_prefix(':')).map(str::trim)
}

/// A budget of wall-clock time: what is not decided by then is skipped, so no verdict depends on the machine.
pub fn limited(seconds: u64) -> Budget {
    let start = Instant::now();
    let clock: Probe<Duration> = Arc::new(move || start.elapsed());
    Budget::unlimited().with_time(clock, Duration::from_secs(seconds))
}

/// A budget in which a clock ticks at each look: a search that is too long for a test ends the same way everywhere.
pub fn ticks(limit: u64) -> Budget {
    let ticks = AtomicU64::new(0);
    let clock: Probe<Duration> = Arc::new(move || Duration::from_secs(ticks.fetch_add(1, Ordering::Relaxed)));
    Budget::unlimited().with_time(clock, Duration::from_secs(limit))
}

/// Does the work for each number below `count`, on all processors.
pub fn each(count: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let turns = || {
        std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed)).take_while(|&n| n < count).for_each(&work);
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(turns))));
}

/// What an engine finds of all properties of a program, after these passes; each answer has its evidence.
pub fn decided(text: &str, engine: Selection, passes: PassSet) -> Decided {
    let source = Source::new("x.bp", text);
    let loaded = load(&source, &Options::default()).unwrap_or_else(|failure| panic!("{failure}\n{text}"));
    let options = Options::default().with_all(true).with_engine(engine).with_passes(passes);
    decide(&loaded, &options, &mut Silent).unwrap_or_else(|failure| panic!("{}: {failure}\n{text}", options.engine))
}

/// The verdicts, each as text.
pub fn verdicts(decided: &Decided) -> Vec<String> {
    decided.outcome.decisions.iter().map(|decision| decision.verdict.to_string()).collect()
}

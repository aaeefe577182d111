//! Real inputs by others: each engine answers as their tables say, or not at all within its time. The tests take a sample;
//! `make corpus` takes everything.

use super::support;
use bpcheck::engine::registry::Registry;
use bpcheck::lang::program::property::LabelRequest;
use bpcheck::outcome::Overall;
use bpcheck::{Options, Source, check};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// An input with its answer.
struct Case {
    suite: &'static str,
    path: PathBuf,
    label: Option<LabelRequest>,
    expected: String,
}

/// One input in `stride` of the large suites, and all of the small ones.
fn cases(corpus: &Path, stride: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    for (suite, stride) in [("satabs", stride), ("slam-like", stride), ("boppo", 1)] {
        let table = std::fs::read_to_string(corpus.join(suite).join("expected.tsv")).expect("a table");
        for row in table.lines().skip(1).step_by(stride) {
            let cells: Vec<&str> = row.split('\t').collect();
            let label = if suite == "boppo" { cells[2] } else { "" };
            cases.push(Case {
                suite,
                path: corpus.join(suite).join(cells[0]),
                label: (!label.is_empty()).then(|| LabelRequest::parse(label)),
                expected: if cells[1] == "UNKNOWN" { "UNKNOWN (no property)".into() } else { cells[1].into() },
            });
        }
    }
    for (suite, expected) in [("wali", "UNSAFE"), ("slam-style", "SAFE")] {
        for path in support::files(&corpus.join(suite), "bp") {
            cases.push(Case { suite, path, label: None, expected: expected.into() });
        }
    }
    cases
}

/// Checks all cases with one engine on two threads; prints how many were decided, and returns the wrong answers.
fn wrong_answers(cases: &[Case], engine: &str, seconds: u64) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new((BTreeMap::<_, (usize, usize)>::new(), Vec::new()));
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let answer = answer(case, engine, seconds);
            let mut results = results.lock().expect("no panic");
            let count = results.0.entry(case.suite).or_default();
            count.1 += 1;
            if answer == case.expected {
                count.0 += 1;
            } else if !is_open(case, engine, &answer) {
                results.1.push(format!("{}: {answer}, expected {}", case.path.display(), case.expected));
            }
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    let (counts, mut wrong) = results.into_inner().expect("no panic");
    for (suite, (decided, all)) in counts {
        eprintln!("{engine}, {seconds} s: {suite}: {decided} of {all} decided");
    }
    wrong.sort();
    wrong
}

fn answer(case: &Case, engine: &str, seconds: u64) -> String {
    let text = std::fs::read(&case.path).expect("a program");
    let options = Options::default()
        .with_labels(case.label.clone().into_iter().collect())
        .with_engine(engine.parse().expect("an engine"))
        .with_budget(support::limited(seconds));
    let outcome = check(&Source::new(case.path.to_string_lossy(), text), &options);
    outcome.map_or_else(|failure| failure.to_string(), |outcome| outcome.overall().to_string())
}

/// Whether an answer that is not the expected one is no wrong one either. Who decides real programs has no excuse.
fn is_open(case: &Case, engine: &str, answer: &str) -> bool {
    // Boppo calls a program without any property successful; here nothing to check is not SAFE.
    let nothing = case.suite == "boppo" && answer == "UNKNOWN (no property)";
    nothing || !sure().contains(&engine) && answer == Overall::Unknown(bpcheck::budget::StopReason::Time).to_string()
}

#[test]
fn a_sample_is_answered_as_expected() {
    let Some(corpus) = support::corpus() else { return };
    answer_as_expected(&cases(&corpus, 10), 1);
}

#[test]
#[ignore = "takes half an hour: make corpus"]
fn everything_is_answered_as_expected() {
    let corpus = support::corpus().expect("who asks for everything has it");
    answer_as_expected(&cases(&corpus, 1), 5);
}

/// Those who decide real programs.
fn sure() -> Vec<&'static str> {
    Registry::standard().rows().flat_map(|row| row.decides_real).copied().collect()
}

/// The engines that decide real programs decide all; the others, in some seconds each, give no wrong answer.
fn answer_as_expected(cases: &[Case], seconds: u64) {
    for engine in support::variants() {
        let seconds = if sure().contains(&engine) { 20 } else { seconds };
        assert_eq!(wrong_answers(cases, engine, seconds), [""; 0]);
    }
}

//! The table of summaries, rebuilt from logs.

use super::*;
use bpcheck::budget::{Budget, StopReason};
use bpcheck::engine::EngineSpec;
use bpcheck::engine::account::calls;
use bpcheck::engine::summary::SummaryStats;
use bpcheck::engine::summary::account::{Step, Summaries};
use bpcheck::explain;
use bpcheck::generate::random::{self, Knobs};
use bpcheck::generate::slam;
use bpcheck::outcome::Verdict;
use bpcheck::pipeline::load;
use bpcheck::{Options, Source};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Checks the last table of a log against the engine's own counters.
fn same(text: &str, engine: &str) -> bool {
    let source = Source::new("x.bp", text);
    let engine: EngineSpec = engine.parse().expect("an engine");
    // One target, so there is one check, and one run of the engine.
    let options = Options::default().with_all(true);
    let loaded = load(&source, &options).expect("a program");
    if loaded.properties.len() != 1 {
        return false;
    }
    let explained = explain::program(&loaded, &engine, &options, usize::MAX).expect("an outcome");
    let log: Read<Step> = through_text(&explained.log);
    let stats: SummaryStats = explained.decided.stats.expect("counters").read().expect("the summary engine's");
    let table = Summaries::after(&log.events);
    let count = |is: fn(&Step) -> bool| log.events.iter().filter(|step| is(step)).count() as u64;
    assert_eq!(count(|step| matches!(step, Step::Unrolled { .. })), stats.unrollings, "{text}");
    assert_eq!(count(|step| matches!(step, Step::Settled { .. })), stats.settled, "{text}");
    let deepest = table.depths.values().copied().max().unwrap_or(1);
    assert!(stats.nesting <= 1 || deepest == stats.nesting, "{text}");
    // Procedures that are called and never looked into.
    let called: std::collections::BTreeSet<usize> =
        calls(&log.system).into_iter().flatten().map(|(_, callee)| callee).collect();
    assert_eq!(called.difference(&table.refined).count(), stats.star_left, "{text}");
    // Nobody's summary is known who was not looked into.
    assert!(table.known.keys().all(|body| table.refined.contains(&body.procedure)), "{text}");
    // What is spurious takes something, and is followed by what comes of it.
    for step in &log.events {
        if let Step::Spurious { taken, path, .. } = step {
            assert!(!taken.is_empty() && !path.is_empty(), "{text}");
        }
    }
    !table.known.is_empty()
}

#[test]
fn tables_of_random_programs() {
    let mut seen = 0;
    for seed in 0..1_500 {
        let text = random::write(&random::Options { seed, knobs: Knobs::default() });
        for engine in ["summary", "summary:eager", "summary:refine=call"] {
            seen += usize::from(same(&text, engine));
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn tables_of_the_examples() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("bp-examples/recursion");
    let mut seen = 0;
    for path in support::files(&folder, "bp") {
        seen += usize::from(same(&std::fs::read_to_string(path).expect("a text"), "summary"));
    }
    assert!(seen > 3, "{seen}");
}

#[test]
fn a_limit_takes_no_step_back() {
    let text = slam::write(&slam::Options { procedures: 4, ..slam::Options::default() });
    let loaded = load(&Source::new("slam.bp", text), &Options::default()).expect("a program");
    let mut stopped = 0;
    for limit in (0..16).map(|power| Duration::from_millis(1 << power)) {
        // Time goes on whenever somebody looks.
        let looks = AtomicU64::new(0);
        let clock = move || Duration::from_millis(looks.fetch_add(1, Ordering::Relaxed));
        let budget = Budget::unlimited().with_time(Arc::new(clock), limit);
        let options = Options::default().with_budget(budget);
        let engine: EngineSpec = "summary".parse().expect("an engine");
        let explained = explain::program(&loaded, &engine, &options, usize::MAX).expect("an outcome");
        let is_stopped = matches!(explained.decided.outcome.decisions[0].verdict, Verdict::Unknown(StopReason::Time));
        let log = explained.log;
        assert_eq!(log.events.steps() == 0, log.system.rules.is_empty(), "steps have their rules: {limit:?}");
        stopped += usize::from(is_stopped && log.events.steps() > 0);
    }
    assert!(stopped > 0, "it was stopped on its way");
}

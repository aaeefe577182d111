//! The table of summaries, rebuilt from logs.

use super::*;
use bpcheck::engine::{EngineSpec, Stats};
use bpcheck::explain::{self, Event, Summaries};
use bpcheck::generate::random::{self, Knobs};
use bpcheck::pipeline::load;
use bpcheck::{Options, Source};

/// Checks the last table of a log against the engine's own counters.
fn same(text: &str, engine: &str) -> bool {
    let source = Source::new("x.bp", text);
    let engine: EngineSpec = engine.parse().expect("an engine");
    // One target, so there is one check, and one run of the engine.
    let options = Options { all: true, ..Options::default() };
    let loaded = load(&source, &options).expect("a program");
    if loaded.properties.len() != 1 {
        return false;
    }
    let explained = explain::program(&loaded, engine, &options, usize::MAX).expect("an outcome");
    let log = through_text(&explained.log);
    let Some(Stats::Summary(stats)) = explained.decided.stats else { panic!("no counters") };
    let table = Summaries::after(&log, log.events.len());
    let count = |is: fn(&Event) -> bool| log.events.iter().filter(|event| is(event)).count() as u64;
    assert_eq!(count(|event| matches!(event, Event::Unrolled { .. })), stats.unrollings, "{text}");
    assert_eq!(count(|event| matches!(event, Event::Settled { .. })), stats.settled, "{text}");
    let deepest = table.depths.values().copied().max().unwrap_or(1);
    assert!(stats.nesting <= 1 || deepest == stats.nesting, "{text}");
    // Procedures that are called and never looked into.
    let called: std::collections::BTreeSet<usize> =
        Summaries::calls(&log).into_iter().flatten().map(|(_, callee)| callee).collect();
    assert_eq!(called.difference(&table.refined).count(), stats.star_left, "{text}");
    // Nobody's summary is known who was not looked into.
    assert!(table.known.keys().all(|body| table.refined.contains(&body.procedure)), "{text}");
    // What is spurious takes something, and is followed by what comes of it.
    for event in &log.events {
        if let Event::Spurious { taken, path, .. } = event {
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

//! The same run twice is the same run, whatever else goes on: answers, evidence, counters, and what is told on the way.

use super::*;
use bpcheck::explain;
use bpcheck::generate::{counter, random};
use bpcheck::outcome::{Evidence, Verdict};
use bpcheck::verdict::certificate::json::certificate_to_json;
use bpcheck::verdict::json::trace_to_json;
use rayon::ThreadPoolBuilder;
use std::thread;

/// All that is promised of a run, as text.
fn run(loaded: &Loaded, engine: &str) -> String {
    let Loaded { program, source, .. } = loaded;
    let explained = explain::program(loaded, &spec(engine), &by(engine), 1_000).expect("an outcome");
    let mut told = serde_json::to_string(&explained.log).expect("JSON");
    told += &serde_json::to_string(&explained.decided.stats).expect("JSON");
    for decision in &explained.decided.outcome.decisions {
        told += &decision.verdict.to_string();
        told += &match &decision.verdict {
            Verdict::Unsafe(trace) => trace_to_json(program, source, trace.trace()),
            Verdict::Safe(Evidence::Certificate(certificate)) => {
                certificate_to_json(program, source, certificate.certificate())
            }
            _ => String::new(),
        };
    }
    told
}

#[test]
fn nothing_depends_on_chance_or_on_threads() {
    let mut texts: Vec<String> = PROGRAMS.iter().map(|(text, _)| text.to_string()).collect();
    texts.extend((0..30).map(|seed| random::write(&random::Options { seed, ..random::Options::default() })));
    texts.push(counter::write(&counter::Options { bits: 3, ..Default::default() }));
    for text in &texts {
        let loaded = loaded(text);
        for engine in support::variants() {
            let first = run(&loaded, engine);
            assert_eq!(run(&loaded, engine), first, "{engine}\n{text}");
            for threads in [1, 4] {
                let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
                assert_eq!(pool.install(|| run(&loaded, engine)), first, "{engine}, {threads} threads\n{text}");
            }
            thread::scope(|scope| {
                let both = [0, 1].map(|_| scope.spawn(|| run(&loaded, engine)));
                for one in both {
                    assert_eq!(one.join().expect("no panic"), first, "{engine}, beside itself\n{text}");
                }
            });
        }
    }
}

//! What is said is borne out: traces are replayed, certificates accepted, both as they are read from their JSON.

use super::*;
use bpcheck::generate::random;
use bpcheck::outcome::{Evidence, Verdict};
use bpcheck::validate::{inductive, replay};
use bpcheck::verdict::certificate::json::{certificate_from_json, certificate_to_json};
use bpcheck::verdict::json::{trace_from_json, trace_to_json};

/// How many violations have traces, and how many properties that hold have certificates, and have none.
#[derive(Debug, Default)]
struct Counts {
    traces: usize,
    certified: usize,
    uncertified: usize,
}

impl Counts {
    fn add(&mut self, engine: &str, text: &str) {
        let loaded = loaded(text);
        let Loaded { program, source, entry, .. } = &loaded;
        let sha256 = source.sha256();
        for decision in decided(&loaded, &within(support::ticks(4_000), engine)).outcome.decisions {
            match &decision.verdict {
                Verdict::Unsafe(trace) => {
                    let read = trace_from_json(program, trace_to_json(program, source, trace.trace()).as_bytes());
                    let read = read.unwrap_or_else(|error| panic!("{engine}: {error}\n{text}"));
                    assert_eq!((&read, &read.property), (trace.trace(), &decision.property), "{engine}\n{text}");
                    replay(program, sha256, *entry, read).unwrap_or_else(|why| panic!("{engine}: {why}\n{text}"));
                    self.traces += 1;
                }
                Verdict::Safe(Evidence::Certificate(certificate)) => {
                    let json = certificate_to_json(program, source, certificate.certificate());
                    let read = certificate_from_json(program, json.as_bytes());
                    let read = read.unwrap_or_else(|error| panic!("{engine}: {error}\n{text}"));
                    assert!(read.properties.contains(&decision.property), "{engine}\n{text}");
                    inductive::check(program, sha256, *entry, read, &Budget::unlimited())
                        .unwrap_or_else(|why| panic!("{engine}: {why}\n{text}"));
                    self.certified += 1;
                }
                Verdict::Safe(_) => self.uncertified += 1,
                Verdict::Unknown(_) => {}
            }
        }
    }
}

#[test]
fn what_is_said_is_borne_out() {
    for engine in support::variants() {
        let mut counts = Counts::default();
        for (text, _) in PROGRAMS {
            counts.add(engine, text);
        }
        for seed in 0..150 {
            counts.add(engine, &random::write(&random::Options { seed, ..random::Options::default() }));
        }
        let Counts { traces, certified, uncertified } = counts;
        assert!(traces > 50 && certified > 50, "{engine}: {counts:?}");
        assert!(
            uncertified == 0 || !spec(engine).row().can.proves && 20 * uncertified < certified,
            "{engine}: {counts:?}"
        );
    }
}

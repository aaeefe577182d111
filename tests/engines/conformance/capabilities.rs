//! Engines can what their rows say, without anybody's help.

use super::*;
use bpcheck::engine::registry::Registry;
use bpcheck::engine::{Extent, Finding, Question};
use bpcheck::pds::passes::PassSet;
use bpcheck::pipeline::{Ready, prepare};

#[test]
fn rows_say_what_engines_can() {
    for row in Registry::standard().rows() {
        for &variant in row.variants {
            let (mut reached, mut proved) = (0, 0);
            for (text, _) in PROGRAMS {
                let loaded = loaded(text);
                let mut engine = spec(variant).engine(&[], &loaded.program).expect("an engine");
                assert_eq!(engine.name(), variant);
                let ready = prepare(&loaded, &loaded.properties, engine.passes(PassSet::ALL), &Budget::unlimited())
                    .expect("no limit");
                let Ready { system, targets, .. } = &ready;
                let question = Question { system, targets, extent: Extent::All, wants_proof: true, lemmas: None };
                let findings = engine.run(&question, &Budget::unlimited(), &mut Silent);
                for finding in &findings.targets {
                    match finding {
                        Finding::Reached(_) => reached += 1,
                        Finding::Unreachable => {}
                        Finding::Unknown(reason) => assert!(!row.can.decides_all, "{variant}: {reason}\n{text}"),
                        Finding::Lost(what) => panic!("{variant}: {what}\n{text}"),
                    }
                }
                proved += usize::from(matches!(findings.proof, Some(Ok(_))));
                let counters = serde_json::to_value(&findings.stats).expect("numbers");
                assert!(counters.get(row.name).is_some(), "{variant} counts under its name: {counters}");
            }
            assert_eq!((reached > 0, proved > 0), (row.can.finds_traces, row.can.proves), "{variant}");
        }
    }
}

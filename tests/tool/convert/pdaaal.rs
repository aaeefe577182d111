//! Instances for PDAAAL: written and read again they mean the same.

use super::*;
use bpcheck::convert::{Input, pdaaal};
use bpcheck::outcome::{Evidence, Verdict};
use std::path::Path;

/// Whether one of its targets is reached when the system was an instance.
fn is_reached_again(system: &PushdownSystem) -> bool {
    let again = again(system);
    super::is_reached(&again, again.targets())
}

/// Whether a target of the system is reached.
fn is_reached(system: &PushdownSystem) -> bool {
    super::is_reached(system, system.targets())
}

fn again(system: &PushdownSystem) -> PushdownSystem {
    let text = pdaaal::instance(system).to_string();
    let source = Source::new("x.json", text.as_str());
    let made = Input::Pdaaal
        .system(&source)
        .expect("a system")
        .unwrap_or_else(|remarks| panic!("{text}\n{:?}", remarks.iter().collect::<Vec<_>>()));
    super::system(&made)
}

#[test]
fn textbook_systems_mean_the_same() {
    let mut reached = 0;
    for path in support::files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("pds-examples"), "pds") {
        let system = system(&Source::new(path.display().to_string(), std::fs::read(&path).expect("a text")));
        assert_eq!(is_reached_again(&system), is_reached(&system), "{}", path.display());
        reached += usize::from(is_reached(&system));
    }
    assert!(reached > 0);
}

#[test]
fn random_programs_mean_the_same() {
    systems_of_programs(1_000, 100, |system, is_unsafe, program| {
        assert_eq!(is_reached(system), is_unsafe, "{program}\n{system}");
        assert_eq!(is_reached_again(system), is_unsafe, "{program}\n{system}");
        assert!(!system.targets().is_empty(), "the question is kept: {program}\n{system}");
    });
}

#[test]
fn instances_without_a_beginning_or_an_end_are_safe() {
    let system = r#"[{"state-names": true, "weight-type": "bool"}, {"states": {"p": {"A": {"to": "p", "swap": "B"}}}}"#;
    let (none, first) = (r#"{"accepting": [], "edges": []}"#, r#"{"accepting": [1], "edges": [["p", "A", 1]]}"#);
    let second = r#"{"accepting": [1], "edges": [["p", "B", 1]]}"#;
    for (initial, target, warnings, expected) in [
        (first, second, vec![], Overall::Unsafe),
        (first, none, vec!["no-target"], Overall::Safe),
        (none, second, vec!["no-init"], Overall::Safe),
        (none, none, vec!["no-init", "no-target"], Overall::Safe),
    ] {
        let text = format!(r#"{{"instance": {system}, {initial}, {target}]}}"#);
        let read = Input::Pdaaal.read(Source::new("x.json", text.as_str())).expect("an instance");
        let doubts: Vec<_> = read.doubts.iter().flat_map(|doubts| doubts.iter().map(|doubt| doubt.code)).collect();
        let outcome = bpcheck::check(&read.program, &Options::default()).expect("an outcome");
        assert_eq!((outcome.overall(), doubts), (expected, warnings), "{text}");
        let evidence = outcome.decisions.iter().map(|decision| &decision.verdict);
        let is_checked =
            |verdict: &Verdict| matches!(verdict, Verdict::Unsafe(_) | Verdict::Safe(Evidence::Certificate(_)));
        assert!(evidence.clone().count() > 0 && evidence.clone().all(is_checked), "{text}");
    }
}

#[test]
fn a_result_that_nobody_stores() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("bp-examples/regressions/forgotten-result-bug.bp");
    let loaded = loaded("x.bp", &std::fs::read_to_string(path).expect("a text"), None);
    let ready = prepare(&loaded, &loaded.properties, PassSet::default(), &Budget::unlimited()).expect("no limit");
    assert!(is_reached(&explicit::system(&ready).expect("a small system")));
}

/// What the manual of PDAAAL has as its example, without weights.
const INSTANCE: &str = r#"{"instance": [ {"state-names": true, "weight-type": "bool"},
  {"states": {"p0": {"A": {"to": "p1", "pop": ""}, "B": {"to": "p0", "push": "A"}},
              "p1": {"A": [{"to": "p0", "swap": "A"}, {"to": "p2", "push": "B"}]},
              "p2": {"B": {"to": "p2", "pop": ""}}}},
  {"accepting": [3], "edges": [["p0","A",3],["p0","B",4],[4,"A",3],["p1","A",3]]},
  {"accepting": ["p2",3], "edges": [["p2","A",3]]} ]}"#;

#[test]
fn an_instance_of_others_is_decided() {
    let read = |text: &str| Input::Pdaaal.system(&Source::new("x.json", text)).expect("a system");
    assert!(is_reached(&system(&read(INSTANCE).expect("an instance"))));
    // Control states by their numbers, and a symbol that is any.
    let numbered = r#"{"instance": [{"state-names": false, "weight-type": "bool"},
        {"states": [{"*": {"to": 1, "swap": "X"}}, {"X": {"to": 1, "pop": ""}}]},
        {"accepting": [3], "edges": [[0,"A",2],[2,"A",2],[2,"B",3]]}, {"accepting": [1], "edges": []}]}"#;
    assert!(
        !is_reached(&system(&read(numbered).expect("an instance"))),
        "one symbol is popped, and two are there at least"
    );
    let one = numbered.replace(r#"[[0,"A",2],[2,"A",2],[2,"B",3]]"#, r#"[[0,"A",3]]"#);
    assert!(is_reached(&system(&read(&one).expect("an instance"))));
    for (from, to) in [
        ("\"p1\", \"pop\"", "\"p9\", \"pop\""),
        ("\"pop\": \"\"", "\"pop\": \"A\""),
        ("instance", "instances"),
        ("}", ""),
        ("\"swap\"", "\"swop\""),
    ] {
        assert!(read(&INSTANCE.replacen(from, to, 1)).is_err(), "{from}");
    }
}

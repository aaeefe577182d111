//! Pushdown systems as programs: the targets that are reached are the same.

use super::*;
use crate::pdaaal_instances::system;
use bpcheck::budget::Budget;
use bpcheck::convert::{Input, explicit};
use bpcheck::engine::saturation::explicit::{Answer, ask};
use bpcheck::generate::random::{self, Knobs};
use bpcheck::pipeline::prepare;
use bpcheck::verdict::Verdict;
use std::path::Path;

const ENGINES: [&str; 4] = ["explicit", "saturation", "summary", "auto"];

/// Which targets the program of a system reaches.
fn reached(text: &str, engine: &str) -> Vec<bool> {
    let program =
        Input::Pds.program(Source::new("x.pds", text)).unwrap_or_else(|remarks| panic!("{text}\n{remarks:?}"));
    let options = Options { engine: engine.parse().expect("an engine"), all: true, ..Options::default() };
    let outcome = bpcheck::check(&program, &options).unwrap_or_else(|failure| panic!("{text}\n{failure:?}"));
    let decided = outcome.decisions.iter().map(|decision| match &decision.verdict {
        Verdict::Unsafe(_) => true,
        Verdict::Safe(_) => false,
        Verdict::Unknown(reason) => panic!("{engine}: {reason}\n{text}"),
    });
    decided.collect()
}

/// Which targets of a system are reached, by its own engine.
fn expected(text: &str) -> Vec<bool> {
    let system = system(&Source::new("x.pds", text));
    let (_, answers) = ask(&system, system.targets(), &Budget::unlimited()).expect("nothing limits it");
    answers.iter().map(|answer| matches!(answer, Answer::Reached(_))).collect()
}

#[test]
fn textbook_systems_mean_the_same() {
    for path in support::files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("pds-examples"), "pds") {
        let text = std::fs::read_to_string(&path).expect("a text");
        for engine in ENGINES {
            assert_eq!(reached(&text, engine), expected(&text), "{} {engine}", path.display());
        }
    }
}

/// A small system that the bytes of a number describe, with questions about all of the stack.
fn small(seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = |count: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) % count
    };
    let (states, symbols) = (1 + below(3), 1 + below(4));
    let mut text = String::new();
    for _ in 0..1 + below(2) {
        let stack: Vec<String> = (0..below(4)).map(|_| format!("s{}", below(symbols))).collect();
        text += &format!("init <p{}, {}>\n", below(states), stack.join(" "));
    }
    for _ in 0..2 + below(7) {
        let push: Vec<String> = (0..below(4)).map(|_| format!("s{}", below(symbols))).collect();
        let (from, top, to) = (below(states), below(symbols), below(states));
        text += &format!("<p{from}, s{top}> -> <p{to}, {}>\n", push.join(" "));
    }
    for _ in 0..1 + below(3) {
        let mut stack = Vec::new();
        for _ in 0..below(5) {
            stack.push(match below(6) {
                0 => ".*".to_string(),
                1 => ".".to_string(),
                2 => format!("(s{} | s{} s{})*", below(symbols), below(symbols), below(symbols)),
                _ => format!("s{}", below(symbols)),
            });
        }
        let state = if below(4) == 0 { ".".to_string() } else { format!("p{}", below(states)) };
        text += &format!("target <{state}, {}>\n", stack.join(" "));
    }
    text
}

#[test]
fn a_thousand_random_systems_mean_the_same() {
    let counts = std::sync::Mutex::new((0, 0));
    support::each(1_000, |seed| {
        let text = small(seed as u64 + 1);
        let expected = expected(&text);
        assert_eq!(reached(&text, ENGINES[seed % ENGINES.len()]), expected, "{text}");
        let mut counts = counts.lock().expect("no panic");
        expected.iter().for_each(|&reached| if reached { counts.1 += 1 } else { counts.0 += 1 });
    });
    let (safe, reached) = counts.into_inner().expect("no panic");
    assert!(safe > 300 && reached > 300, "{safe} {reached}");
}

#[test]
fn programs_there_and_back() {
    let (mut safe, mut violated) = (0, 0);
    for seed in 0..300 {
        let text = random::write(&random::Options { seed, knobs: Knobs::default() });
        let loaded = loaded("random.bp", &text, None);
        let ready = prepare(&loaded, &loaded.properties, PassSet::default(), &Budget::unlimited()).expect("no limit");
        let Ok(system) = explicit::system(&ready) else { continue };
        if loaded.properties.is_empty() || system.rules().len() > 400 {
            continue;
        }
        let options = Options { engine: "explicit".parse().expect("an engine"), ..Options::default() };
        let outcome = bpcheck::check(&loaded.source, &options).expect("an outcome");
        let expected = outcome.overall().to_string() == "UNSAFE";
        let again = reached(&system.to_string(), "saturation");
        assert_eq!(again.contains(&true), expected, "{text}\n{system}");
        if expected { violated += 1 } else { safe += 1 }
    }
    assert!(safe > 20 && violated > 20, "{safe} {violated}");
}

#[test]
fn names_of_any_kind() {
    for name in ["if", "T", "x'y$", "é", "1", "main", "at_a", "_"] {
        let text =
            format!("init <{name}, {name}>\n<{name}, {name}> -> <q, {name} b>\ntarget <q, {name} b>\ntarget <q, b>");
        assert_eq!(reached(&text, "explicit"), [true, false], "{text}");
    }
}

#[test]
fn what_has_no_program_is_refused() {
    let refused = |text: &str| {
        let remarks = Input::Pds.program(Source::new("x.pds", text)).expect_err("no program");
        remarks.iter().map(|remark| remark.code).collect::<Vec<_>>()
    };
    assert_eq!(refused("<p, a> -> <p, >\ntarget <p, a>"), ["no-init"]);
    assert_eq!(refused(&format!("init <p, a>\ntarget <p, {} a .*>", ". ".repeat(20))), ["targets"]);
    assert!(!refused("init <p, a").is_empty());
}

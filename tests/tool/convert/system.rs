//! Pushdown systems as programs: the targets that are reached are the same.

use super::*;
use bpcheck::convert::Input;
use bpcheck::generate::choices::Seeded;
use bpcheck::generate::systems;
use bpcheck::outcome::Verdict;
use std::path::Path;

/// One of each engine that is soon done with any small program, and all together.
fn engines() -> Vec<&'static str> {
    support::names().into_iter().filter(|name| !support::is_special(name)).chain(["auto"]).collect()
}

/// Which targets the program of a system reaches.
fn reached(text: &str, engine: &str) -> Vec<bool> {
    let program =
        Input::Pds.program(Source::new("x.pds", text)).unwrap_or_else(|remarks| panic!("{text}\n{remarks:?}"));
    let options = Options::default().with_engine(engine.parse().expect("an engine")).with_all(true);
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
        for engine in engines() {
            assert_eq!(reached(&text, engine), expected(&text), "{} {engine}", path.display());
        }
    }
}

#[test]
fn a_thousand_random_systems_mean_the_same() {
    let counts = std::sync::Mutex::new((0, 0));
    support::each(1_000, |seed| {
        let text = systems::write_from(&mut Seeded::new(seed as u64));
        let expected = expected(&text);
        assert_eq!(reached(&text, engines()[seed % engines().len()]), expected, "{text}");
        let mut counts = counts.lock().expect("no panic");
        expected.iter().for_each(|&reached| if reached { counts.1 += 1 } else { counts.0 += 1 });
    });
    let (safe, reached) = counts.into_inner().expect("no panic");
    assert!(safe > 300 && reached > 300, "{safe} {reached}");
}

#[test]
fn programs_there_and_back() {
    systems_of_programs(300, 400, |system, is_unsafe, program| {
        let again = reached(&system.to_string(), "saturation");
        assert_eq!(again.contains(&true), is_unsafe, "{program}\n{system}");
    });
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
    assert_eq!(refused(&format!("init <p, a>\ntarget <p, {} a .*>", ". ".repeat(20))), ["targets"]);
    assert!(!refused("init <p, a").is_empty());
}

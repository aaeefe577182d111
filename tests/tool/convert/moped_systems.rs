//! Pushdown systems in Moped's text format: written and read again they mean the same, and what others wrote is read.

use super::*;
use bpcheck::convert::Input;
use bpcheck::convert::moped::system::{HEAD, text};
use bpcheck::generate::choices::Seeded;
use bpcheck::generate::systems;
use bpcheck::lang::source::Diagnostic;
use bpcheck::pds::explicit::parse_pattern;
use std::path::Path;

fn read(text: &str) -> Result<PushdownSystem, Vec<Diagnostic>> {
    let made = Input::Pds.system(&Source::new("x.pds", text)).expect("a system");
    made.map(|made| system(&made)).map_err(|remarks| remarks.iter().cloned().collect())
}

/// Whether the head is reached in what is written and read again.
fn is_reached_again(system: &PushdownSystem) -> bool {
    let text = text(system);
    keeps_to(&text);
    let again = read(&text).unwrap_or_else(|remarks| panic!("{text}\n{remarks:?}"));
    let pattern = Source::new("head", format!("<{}, {} .*>", HEAD.0, HEAD.1));
    let head = parse_pattern(&pattern, &again, &mut Diagnostics::new(&pattern));
    is_reached(&again, &[head.unwrap_or_else(|| panic!("no head in\n{text}"))])
}

/// Plain names, and at most two symbols on the right.
fn keeps_to(text: &str) {
    let is_name = |name: &str| {
        name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !name.starts_with(|c: char| c.is_ascii_digit())
    };
    let configuration = |text: &str| {
        let (state, stack) = text.strip_suffix('>').and_then(|text| text.split_once(" <")).expect("a configuration");
        let stack: Vec<&str> = stack.split_whitespace().collect();
        assert!(is_name(state) && stack.iter().all(|name| is_name(name)), "{text}");
        stack.len()
    };
    let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let initial = lines.next().and_then(|line| line.strip_prefix('(')?.strip_suffix(')')).expect("a first line");
    assert_eq!(configuration(initial), 1, "{initial}");
    for line in lines {
        let (left, right) = line.split_once(" --> ").expect("a rule");
        assert!(configuration(left) == 1 && configuration(right) <= 2, "{line}");
    }
}

#[test]
fn textbook_systems_mean_the_same() {
    let mut reached = 0;
    for path in support::files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("pds-examples"), "pds") {
        let system = system(&Source::new(path.display().to_string(), std::fs::read(&path).expect("a text")));
        let expected = is_reached(&system, system.targets());
        assert_eq!(is_reached_again(&system), expected, "{}", path.display());
        reached += usize::from(expected);
    }
    assert!(reached > 0);
}

#[test]
fn random_systems_mean_the_same() {
    let (mut safe, mut violated) = (0, 0);
    for seed in 0..3_000 {
        let written = systems::write_from(&mut Seeded::new(seed));
        let system = system(&Source::new("random.pds", written.as_str()));
        let expected = is_reached(&system, system.targets());
        assert_eq!(is_reached_again(&system), expected, "{written}\n{}", text(&system));
        if expected { violated += 1 } else { safe += 1 }
    }
    assert!(safe > 300 && violated > 300, "{safe} {violated}");
}

#[test]
fn random_programs_mean_the_same() {
    systems_of_programs(300, 400, |system, is_unsafe, program| {
        assert_eq!(is_reached_again(system), is_unsafe, "{program}\n{}", text(system));
    });
}

/// Several rules a line, no blanks, comments and labels: as tools write it.
const OTHERS: &str = "# plots\n(q<main>)\n\nq <main> --> q <s end>  q <end> --> q <>\nq<s>-->q<up s1>\"call up\" q <s> -->\nq <> # nothing\n\
    q <s1> --> q <s2> q <s2>-->q<s s3> q <s3> --> q <down s4> q <s4> --> q <>\nq <up> --> q <>\tq <down> --> q <>";

#[test]
fn a_system_of_others_is_read() {
    let system = read(OTHERS).expect("a system");
    assert_eq!((system.rules().len(), system.initial().len(), system.targets().len()), (10, 1, 0));
    let reaches = |pattern: &str| {
        let source = Source::new("pattern", pattern);
        let pattern = parse_pattern(&source, &system, &mut Diagnostics::new(&source)).expect("a pattern");
        is_reached(&system, &[pattern])
    };
    assert!(reaches("<q, down s4 (s3)* end>") && reaches("<q, >") && !reaches("<q, down s3 .*>"));
}

#[test]
fn places_are_those_of_the_rules() {
    let made = Input::Pds.system(&Source::new("x.pds", "(p <a>)\np <a> --> p <>   p <a> --> p <>")).expect("a system");
    let made = made.expect("a system");
    let mut remarks = Diagnostics::new(&made);
    parse(&made, &mut remarks).expect("a system");
    let places: Vec<String> =
        remarks.iter().map(|remark| format!("{} {}", remark.code, made.locate(remark.span))).collect();
    assert_eq!(places, ["duplicate-rule x.pds:2:18"]);
}

#[test]
fn what_is_no_system_is_refused() {
    for (text, code, marked) in [
        ("(p <a>) p <a> --> q <b> (x = y')", "symbolic", "("),
        ("(p <a>) p <a> --> q <b> \"l\" (x)", "symbolic", "("),
        ("(p <a>) local x", "symbolic", "local"),
        ("(p <a>", "syntax", ""),
        ("(p <a>) p <a b> --> q <>", "rule-head", "p <a b>"),
        ("(p <a>) p <> --> q <>", "rule-head", "p <>"),
        ("(p <a>) p <a> -> q <>", "syntax", "-"),
        ("(p <a>) p <a> --> <b>", "syntax", "<"),
        ("(p <a>) p <a> --> q b", "syntax", "b"),
        ("(p <a>) p <a, b> --> q <>", "syntax", ","),
        ("(p <a>) p <a> --> q <b", "syntax", ""),
        ("(p <a>) (q <a>)", "syntax", "("),
        ("()", "syntax", ")"),
    ] {
        let remarks = Input::Pds.system(&Source::new("x.pds", text)).expect("a system").err();
        let remarks = remarks.unwrap_or_else(|| panic!("{text} is accepted"));
        let first = remarks.iter().next().expect("a remark");
        assert_eq!((first.code, remarks.source().text(first.span).as_ref()), (code, marked), "{text}");
    }
    // Nothing but `(` tells the formats apart; who says which one it is hears more.
    let source = Source::new("x.pds", "global x (3)\n(p <a>)");
    assert!(
        Input::MopedPds
            .system(&source)
            .expect("a system")
            .is_err_and(|remarks| remarks.iter().all(|r| r.code == "symbolic"))
    );
    let bytes = Source::new("x.pds", b"(p <\xff\xfe>)".to_vec());
    assert!(Input::Pds.system(&bytes).expect("a system").is_err());
}

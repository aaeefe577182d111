//! Published tables: who is asked what, what is printed of it, and whether the manual shows the tables of today.

use super::fabricate::run;
use bpcheck::bench::measure::{Measured, measure};
use bpcheck::bench::published::tables;
use bpcheck::bench::table::{Member, Table};
use bpcheck::campaign::record::{Answer, Limits, Record};
use bpcheck::engine::Selection;
use bpcheck::report::bench::{complaint, head, section};
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::path::Path;

fn demo() -> Table {
    Table {
        name: "demo",
        about: "programs of size N",
        families: &["demo --size N", "demo --size N --unsafe"],
        sizes: &[10, 20, 40],
        engines: vec!["summary:lazy", "saturation:post", "saturation:pre", "explicit"],
        growth_from: Some(10),
    }
}

/// What an engine says of a program, and the seconds that it takes.
fn said(member: &Member, engine: &str) -> (Answer, f64) {
    let (size, violated) = (f64::from(member.size), member.command.ends_with("--unsafe"));
    let right = if violated { Answer::Unsafe } else { Answer::Safe };
    match engine {
        "summary:lazy" if !violated && member.size == 40 => (Answer::Unknown, 100.0),
        "summary:lazy" => (right, size / 1000.0),
        "saturation:post" if violated && member.size == 20 => (Answer::Unknown, 100.0),
        "saturation:post" => (right, size * size / 1000.0),
        "saturation:pre" if violated && member.size == 20 => (Answer::Unknown, 50.0),
        "saturation:pre" => (right, size),
        _ if violated => (Answer::Safe, 0.001),
        _ => (right, 0.001),
    }
}

fn check(member: &Member, engine: &str, round: u32) -> Record {
    let (answer, seconds) = said(member, engine);
    let expected = if member.command.ends_with("--unsafe") { Answer::Unsafe } else { Answer::Safe };
    // The middle one of three rounds counts.
    let seconds = seconds * [1.0, 0.5, 7.0][round as usize - 1];
    Record { expected: Some(expected), ..run(&member.command, engine, round, answer, seconds) }
}

fn filled(table: &Table, mut check: impl FnMut(&Member, &str, u32) -> Record) -> Measured<'_> {
    let Ok(measured) = measure(table, 3, |member, engine, round| Ok::<_, Infallible>(check(member, engine, round)));
    measured
}

#[test]
fn engines_are_asked_in_turn_until_they_do_not_decide() {
    let mut asked: Vec<(u32, String, u32)> = Vec::new();
    filled(&demo(), |member, engine, round| {
        if member.command.ends_with("--unsafe") {
            asked.push((member.size, engine.to_string(), round));
        }
        check(member, engine, round)
    });
    let asked: Vec<(u32, &str, u32)> =
        asked.iter().map(|(size, engine, round)| (*size, engine.as_str(), *round)).collect();
    let (summary, post, pre) = ("summary:lazy", "saturation:post", "saturation:pre");
    let expected = [
        (10, summary, 1),
        (10, post, 1),
        (10, pre, 1),
        (10, "explicit", 1),
        (10, summary, 2),
        (10, post, 2),
        (10, pre, 2),
        (10, summary, 3),
        (10, post, 3),
        (10, pre, 3),
        (20, summary, 1),
        (20, post, 1),
        (20, pre, 1),
        (20, summary, 2),
        (20, summary, 3),
        (40, summary, 1),
        (40, summary, 2),
        (40, summary, 3),
    ];
    assert_eq!(asked, expected);
}

#[test]
fn a_table_is_printed() {
    let limits = Limits { seconds: 10.0, memory_bytes: Some(2 << 30) };
    let text = head("1.2.3", "a machine", &limits, 3) + &section(&filled(&demo(), check));
    insta::assert_snapshot!("published_table", text);
}

#[test]
fn what_is_wrong_is_said() {
    let record = run("x.bp", "explicit", 1, Answer::Safe, 1.0);
    let said = |expected, error: Option<&str>| {
        let verdict = if error.is_some() { None } else { record.verdict };
        complaint("demo --size 1", &Record { expected, verdict, error: error.map(str::to_string), ..record.clone() })
    };
    assert_eq!(said(Some(Answer::Safe), None), None);
    let wrong = "wrong answer: explicit says SAFE of demo --size 1, which is UNSAFE";
    assert_eq!(said(Some(Answer::Unsafe), None).as_deref(), Some(wrong));
    let none = "explicit has no answer to demo --size 1: no answer, signal 11";
    assert_eq!(said(Some(Answer::Safe), Some("no answer, signal 11")).as_deref(), Some(none));
}

#[test]
fn published_tables_are_well_formed() {
    let tables = tables();
    let names: BTreeSet<&str> = tables.iter().map(|table| table.name).collect();
    assert_eq!(names.len(), tables.len());
    for table in &tables {
        assert!(table.sizes.is_sorted_by(|small, large| small < large), "{}", table.name);
        for engine in &table.engines {
            assert!(engine.parse::<Selection>().is_ok(), "{}: {engine}", table.name);
        }
        let commands: BTreeSet<String> = table.families().flatten().map(|member| member.command).collect();
        assert_eq!(commands.len(), table.families.len() * table.sizes.len(), "{}", table.name);
    }
}

/// The names of what stands between the marks in the manual have to be those of today; figures may be others.
#[test]
fn the_manual_shows_the_tables_of_today() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/measurements.md");
    let manual = std::fs::read_to_string(page).expect("a page");
    let (_, rest) = manual.split_once("<!-- bpcheck bench -->\n").expect("a mark where the tables begin");
    let (shown, _) = rest.split_once("<!-- end of bpcheck bench -->\n").expect("a mark where they end");
    let limits = Limits { seconds: 10.0, memory_bytes: Some(2 << 30) };
    let today: String = tables().iter().map(|table| section(&filled(table, check))).collect();
    let today = head("", "", &limits, 3) + &today;
    assert_eq!(shape(shown), shape(&today), "docs/measurements.md shows other tables than `bpcheck bench` prints");
}

/// The lines of tables without their figures: of a head all names, of a row the first one. Of the line about the machine, the first word.
pub(super) fn shape(tables: &str) -> Vec<String> {
    let mut shape = Vec::new();
    let mut before = "";
    for line in tables.trim_ascii().lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect();
        let is_rule = cells.iter().all(|cell| cell.trim_matches([':', '-']).is_empty());
        match cells.as_slice() {
            [about] if about.starts_with("bpcheck ") => shape.push("bpcheck".to_string()),
            [name, ..] if line.starts_with('|') && before.starts_with('|') && !is_rule => shape.push(name.to_string()),
            _ if is_rule && line.starts_with('|') => {}
            cells => shape.push(cells.join(" | ")),
        }
        before = line;
    }
    shape
}

#[test]
fn the_shape_of_tables_is_their_names() {
    let table = |rows: &str| format!("### a: b\n\n| x | y |\n| :-- | --: |\n{rows}");
    let expected = ["### a: b", "", "x | y", "one", "two"];
    assert_eq!(shape(&table("| one | 1 |\n| two | - |\n")), expected);
    assert_eq!(shape(&table("| one   | 10 |\n|  two |  7 |\n")), expected);
    assert_ne!(shape(&table("| one | 1 |\n")), expected);
    assert_ne!(shape(&table("| one | 1 |\n| three | 1 |\n")), expected);
    assert_ne!(shape(&table("| one | 1 |\n| two | 1 |\n").replace('y', "z")), expected);
    assert_eq!(shape("bpcheck 1.0 on a machine"), shape("bpcheck 2.0 on another"));
}

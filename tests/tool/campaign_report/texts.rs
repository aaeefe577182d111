//! The table for the terminal and the CSV.

use crate::campaign_report::fabricate::{campaign, run};
use bpcheck::campaign::record::Answer::{Safe, Unknown, Unsafe};
use bpcheck::campaign::results::Results;
use bpcheck::report::campaign::svg::files;
use bpcheck::report::campaign::{csv as lines, table::table};
use serde_json::json;

#[test]
fn what_is_wrong_comes_first() {
    let mut wrong = run("lock.bp", "summary", 1, Unsafe, 3.0);
    wrong.expected = Some(Safe);
    let records = [run("lock.bp", "saturation", 1, Safe, 1.5), wrong, run("a\nb.bp", "summary", 1, Unknown, 100.0)];
    let mut failed = run("c.bp", "saturation", 1, Unknown, 0.5);
    (failed.verdict, failed.reason) = (None, None);
    failed.error = Some("no answer, exit code 101: thread main panicked at src/automaton.rs:1234".to_string());
    let records = [records.as_slice(), &[failed]].concat();
    let expected = "\
wrong answers: 1
  lock.bp: summary says UNSAFE, expected SAFE

disagreements: 1
  lock.bp: SAFE by saturation; UNSAFE by summary

3 inputs; 1 have an expected answer (1 SAFE, 0 UNSAFE)

engine        solved  unique  SAFE  UNSAFE  UNKNOWN  errors  wrong
saturation         1       1     1       0        0       1      0
summary            0       0     0       0        1       0      1
virtual best       1             1       0        1

engine        PAR-2 s  total s  slowest s
saturation        202     1.50       1.50
summary           400    0.000      0.000
virtual best      402     1.50       1.50

UNKNOWN of  inputs  reason
summary          1  time

error of    inputs  error
saturation       1  no answer, exit code 101: thread main panicked at src/automa
                    ton.rs:1234
";
    assert_eq!(table(&Results::new(&records, &[])), expected);
}

/// Of an engine that asks others it is said whose answers it gave, in words and as a picture.
#[test]
fn whose_answers_they_are_is_said() {
    let by = |path: &str, engine: &str, name: &str, seconds: f64| {
        let mut record = run(path, engine, 1, Safe, seconds);
        record.stats = Some(json!({ name: { "steps": 1 } }));
        record
    };
    let mut records = vec![
        by("a.bp", "several", "one", 0.5),
        by("b.bp", "several", "other\n", 1.0),
        by("c.bp", "several", "other\n", 2.0),
        by("a.bp", "alone", "one", 0.25),
        run("d.bp", "several", 1, Unknown, 9.0),
    ];
    let text = table(&Results::new(&records, &[]));
    let expected =
        "answers of  inputs  total s  by\nseveral          2     3.00  other\\n\nseveral          1    0.500  one\n";
    assert!(text.contains(expected) && !text.contains("alone            1"), "{text}");
    let pictures = files(&Results::new(&records, &[]));
    let picture = pictures.iter().find(|plot| plot.file == "answers.svg").expect("a picture");
    assert!(picture.svg.contains("2 in 3.00 s") && picture.svg.contains("1 in 0.500 s"), "{}", picture.svg);
    // Whoever answers alone has none.
    records.truncate(1);
    let results = Results::new(&records, &[]);
    assert!(!table(&results).contains("answers of") && files(&results).iter().all(|plot| plot.file != "answers.svg"));
}

#[test]
fn names_of_files_move_no_cursor() {
    let records = [run("\u{1b}[2Jx", "a", 1, Safe, 1.0), run("\u{1b}[2Jx", "b\r", 1, Unsafe, 1.0)];
    let text = table(&Results::new(&records, &[]));
    assert!(text.contains("\\u{1b}[2Jx: SAFE by a; UNSAFE by b\\r\n"), "{text}");
}

#[test]
fn no_runs_give_a_head() {
    let text = table(&Results::new(&[], &[]));
    assert!(text.starts_with("0 inputs; 0 have an expected answer (0 SAFE, 0 UNSAFE)\n\nengine  solved"), "{text}");
}

#[test]
fn the_table_has_room_in_a_terminal() {
    let long = "summary:eager:refine=procedure:project=cases:bound=fixpoint:solver=varisat";
    let longer = "x".repeat(99);
    let mut records = campaign(3_000, &["saturation:post", "auto", long, &longer]);
    // Of another round, so that there are intervals.
    let again = records.clone().into_iter().map(|record| bpcheck::campaign::record::Record { round: 2, ..record });
    records.extend(again.collect::<Vec<_>>());
    let text = table(&Results::new(&records, &[]));
    let (_, tables) = text.split_once(" UNSAFE)\n").expect("a line about expected answers");
    assert!(tables.contains("\u{b1}") && tables.contains(long) && tables.contains(&"x".repeat(80)), "{tables}");
    let widest = tables.lines().max_by_key(|line| line.chars().count()).expect("lines");
    assert!(widest.chars().count() <= 80, "{widest}");
}

#[test]
fn csv_read_again_says_the_same() {
    let mut odd = run("a \"b\",\nc;\u{e9}.bp", "x", 2, Unknown, 0.25);
    odd.input.size = None;
    odd.cost.cpu_seconds = None;
    odd.stats = Some(
        json!({ "saturation": { "steps": 5, "peak": [1, 2], "of": { "0": { "n": 1 }, "7": { "n": 2 } } }, "note": null }),
    );
    odd.cost.phases = None;
    let records = [run("b.bp", "x", 1, Safe, 0.5), odd.clone()];
    let mut bytes = Vec::new();
    lines::write(&records, &mut bytes).unwrap();
    let mut reader = csv::Reader::from_reader(bytes.as_slice());
    let head = reader.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let at = |row: usize, column: &str| {
        let index = head.iter().position(|name| name == column).unwrap_or_else(|| panic!("{column} in {head:?}"));
        rows[row][index].to_string()
    };
    assert_eq!(rows.len(), 2);
    assert_eq!(at(0, "path"), odd.input.path);
    assert_eq!(
        (at(0, "locations"), at(0, "cpu_seconds"), at(0, "verdict")),
        (String::new(), String::new(), "UNKNOWN".to_string())
    );
    assert_eq!(
        (at(0, "reason"), at(0, "round"), at(0, "exit_code")),
        ("time".to_string(), "2".to_string(), "5".to_string())
    );
    assert_eq!(
        (at(1, "locations"), at(1, "cpu_seconds"), at(1, "verdict")),
        ("50".to_string(), "0.5".to_string(), "SAFE".to_string())
    );
    let told: Vec<&str> = head.iter().skip(29).collect();
    let expected = [
        "phases.load",
        "phases.solve",
        "stats.saturation.of",
        "stats.saturation.peak",
        "stats.saturation.steps",
        "stats.summary.rounds",
        "stats.summary.sat.conflicts",
    ];
    assert_eq!(told, expected);
    assert_eq!(
        (at(0, "stats.saturation.peak"), at(1, "stats.summary.sat.conflicts")),
        ("[1,2]".to_string(), "17".to_string())
    );
}

#[test]
fn csv_does_not_depend_on_the_order_of_the_runs() {
    let text = |records: &[_]| {
        let mut bytes = Vec::new();
        lines::write(records, &mut bytes).unwrap();
        bytes
    };
    let mut records = campaign(50, &["b", "a"]);
    let forward = text(&records);
    records.reverse();
    assert_eq!(forward, text(&records));
}

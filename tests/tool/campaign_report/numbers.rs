//! Medians, PAR-2, wrong answers and disagreements, by hand.

use crate::campaign_report::fabricate::{campaign, run};
use bpcheck::campaign::record::Answer::{Safe, Unknown, Unsafe};
use bpcheck::campaign::record::Record;
use bpcheck::campaign::results::{Disagreement, Outcome, Results};
use std::time::{Duration, Instant};

fn expecting(expected: bpcheck::campaign::record::Answer, mut record: Record) -> Record {
    record.expected = Some(expected);
    record
}

#[test]
fn rounds_are_one_cell_with_medians() {
    let records = [run("a", "x", 2, Safe, 9.0), run("a", "x", 1, Safe, 1.0), run("a", "x", 3, Safe, 2.0)];
    let results = Results::new(&records, &[]);
    let cell = results.cell(0, 0).unwrap();
    assert_eq!((cell.outcome.clone(), cell.varies), (Outcome::Safe, false));
    assert_eq!((cell.cpu, cell.wall), (Some(2.0), 2.0 * 1.1));
    assert_eq!(cell.memory, Some(f64::from(1 << 24)));
}

#[test]
fn a_round_without_an_answer_leaves_the_cell_unsolved() {
    let results = Results::new(&[run("a", "x", 1, Safe, 1.0), run("a", "x", 2, Unknown, 100.0)], &[]);
    let cell = results.cell(0, 0).unwrap();
    assert_eq!((cell.outcome.clone(), cell.varies), (Outcome::Unknown("time".to_string()), true));
    assert!(!cell.solved() && results.disagreements().is_empty());
    assert_eq!(cell.penalized(), 200.0);
}

#[test]
fn rounds_that_contradict_each_other_are_a_disagreement() {
    let results = Results::new(&[run("a", "x", 1, Safe, 1.0), run("a", "x", 2, Unsafe, 1.0)], &[]);
    assert_eq!(results.cell(0, 0).unwrap().outcome, Outcome::Contradictory);
    assert_eq!(results.disagreements(), [Disagreement { input: 0, safe: vec![0], violated: vec![0] }]);
    let summary = &results.summaries()[0];
    assert_eq!((summary.contradictory, summary.solved(), summary.par2), (1, 0, 200.0));
}

#[test]
fn par_2_and_counts_by_hand() {
    let mut failed = run("e", "x", 1, Unknown, 0.5);
    (failed.verdict, failed.reason, failed.error) = (None, None, Some("exit code 6".to_string()));
    let mut clockless = run("f", "x", 1, Safe, 1.0);
    (clockless.cost.cpu_seconds, clockless.cost.wall_seconds) = (None, 4.0);
    let records = [
        expecting(Safe, run("a", "x", 1, Safe, 1.5)),
        expecting(Unsafe, run("b", "x", 1, Unsafe, 8.0)),
        expecting(Safe, run("c", "x", 1, Unsafe, 3.0)),
        run("d", "x", 1, Unknown, 100.0),
        failed,
        clockless,
    ];
    let results = Results::new(&records, &[]);
    let summary = &results.summaries()[0];
    assert_eq!((summary.asked, summary.solved(), summary.safe, summary.violated), (6, 3, 2, 1));
    assert_eq!((summary.unknown["time"], summary.errors, summary.wrong), (1, 1, 1));
    // 1.5 + 8 + 4 for what is solved, and 200 each for the wrong one, the unknown one and the error.
    assert_eq!((summary.par2, summary.total, summary.slowest), (613.5, 13.5, 8.0));
    assert_eq!(results.wrong(), [(2, 0)]);
}

#[test]
fn engines_that_disagree_are_named() {
    let records = [
        run("b", "y", 1, Unsafe, 1.0),
        run("b", "x", 1, Safe, 1.0),
        run("b", "z", 1, Unknown, 1.0),
        run("a", "x", 1, Safe, 1.0),
    ];
    let results = Results::new(&records, &["z".to_string(), "absent".to_string()]);
    assert_eq!(results.engines, ["z", "y", "x"]);
    assert_eq!(results.disagreements(), [Disagreement { input: 1, safe: vec![2], violated: vec![1] }]);
    assert!(results.cell(0, 0).is_none(), "a was never given to z");
    assert_eq!(results.summaries()[0].asked, 1);
}

#[test]
fn unique_solves_the_virtual_best_and_wins_by_hand() {
    let records = [
        run("a", "x", 1, Safe, 1.0),
        run("a", "y", 1, Safe, 1.005),
        run("b", "x", 1, Safe, 2.0),
        run("b", "y", 1, Safe, 1.0),
        run("c", "x", 1, Unknown, 100.0),
        run("c", "y", 1, Unsafe, 50.0),
        expecting(Safe, run("d", "x", 1, Unsafe, 1.0)),
        run("d", "y", 1, Unknown, 100.0),
        run("e", "x", 1, Safe, 7.0),
    ];
    let results = Results::new(&records, &[]);
    let unique: Vec<usize> = results.summaries().iter().map(|summary| summary.unique).collect();
    assert_eq!(unique, [1, 1], "e by x, which y was not asked about, and c by y");
    // Of a, x is sooner by less than what is measured; of b, y is sooner; c and d are not solved by x.
    assert_eq!(results.wins(), [[0, 0], [2, 0]]);
    let best = results.virtual_best();
    assert_eq!((best.asked, best.safe, best.violated, best.unknown["time"]), (5, 3, 1, 1));
    assert_eq!((best.total, best.slowest, best.par2), (59.0, 50.0, 259.0));
    assert_eq!(results.expected(), (1, 0));
}

#[test]
fn the_order_of_the_records_does_not_matter() {
    let engines = ["saturation", "summary", "explicit"];
    let mut records = campaign(300, &engines);
    let order = engines.map(str::to_string);
    let results = Results::new(&records, &order);
    records.reverse();
    assert_eq!(results, Results::new(&records, &order));
}

#[test]
fn no_record_is_no_problem() {
    let results = Results::new(&[], &[]);
    assert!(results.inputs.is_empty() && results.summaries().is_empty() && results.disagreements().is_empty());
}

#[test]
fn a_hundred_thousand_records_are_no_problem() {
    let records = campaign(25_000, &["a", "b", "c", "d"]);
    let start = Instant::now();
    let results = Results::new(&records, &[]);
    assert_eq!(results.summaries().iter().map(|summary| summary.asked).sum::<usize>(), 100_000);
    // It takes a fraction of a second; what is quadratic takes minutes.
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

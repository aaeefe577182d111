//! What plots show, and where; and the same for a paper.

use crate::campaign_report::fabricate::{campaign, run};
use crate::campaign_report::pictures::hostile;
use bpcheck::campaign::record::Answer::{Safe, Unknown};
use bpcheck::campaign::record::{Record, Size};
use bpcheck::campaign::results::Results;
use bpcheck::report::campaign::{latex, svg};

/// The place of a line of this class, and of the text that begins with `name`.
fn marked(svg: &str, class: &str, name: &str) -> (Vec<String>, usize) {
    let of = |line: &str, key: &str| {
        line.split_once(&format!(" {key}=\"")).unwrap().1.split_once('"').unwrap().0.to_string()
    };
    let lines = svg.lines().filter(|line| line.contains(&format!("class=\"{class}\"")));
    (lines.map(|line| of(line, "y1") + " " + &of(line, "y2")).collect(), svg.matches(&format!(">{name}")).count())
}

#[test]
fn limits_stand_where_they_are() {
    let records: Vec<Record> =
        [("a", 1.0), ("b", 10.0)].map(|(path, seconds)| run(path, "x", 1, Safe, seconds)).to_vec();
    let open = ["x", "y"].map(|engine| run("c", engine, 1, Unknown, 100.0));
    let results = Results::new(&[records, open.to_vec()].concat(), &[]);
    for plot in svg::files(&results).iter().skip(1) {
        let across = if plot.file.starts_with("scatter") { 2 } else { 1 };
        let (places, names) = marked(&plot.svg, "limit", "time limit 100 s");
        assert_eq!((places.len(), names), (across, across), "{}", plot.file);
        // From 1 to 100 there are two powers of ten: the limit is as far from 10 as that is from 1.
        let grid: Vec<f64> = marked(&plot.svg, "grid", "")
            .0
            .iter()
            .filter_map(|line| {
                let (from, to) = line.split_once(' ')?;
                (from == to).then(|| from.parse().unwrap())
            })
            .collect();
        let limit: f64 = places[0].split_once(' ').unwrap().0.parse().unwrap();
        assert!(grid.iter().any(|&ten| (ten - limit - (grid[0] - ten)).abs() < 0.2), "{}: {grid:?} {limit}", plot.file);
    }
    let quick = svg::files(&Results::new(&[run("a", "x", 1, Safe, 1.0)], &[]));
    assert!(quick.iter().all(|plot| !plot.svg.contains("time limit")), "nothing came to the limit");
}

#[test]
fn factors_stand_beside_the_diagonal() {
    let results = Results::new(&campaign(50, &["a", "b"]), &[]);
    let plot = svg::scatter::plot(&results, 0, 1, svg::Dress::File);
    let count = |text: &str| plot.matches(text).count();
    assert_eq!((count("class=\"factor\""), count(">\u{d7}2<"), count(">\u{d7}10<")), (4, 2, 2));
}

#[test]
fn the_virtual_best_has_a_curve_and_a_row() {
    let plots = svg::files(&Results::new(&campaign(50, &["a", "b"]), &[]));
    assert!(plots[..2].iter().all(|plot| plot.svg.contains("virtual best")));
    let alone = svg::files(&Results::new(&campaign(50, &["a"]), &[]));
    assert!(alone.iter().all(|plot| !plot.svg.contains("virtual best")));
}

#[test]
fn medians_reach_from_the_least_to_the_greatest_size() {
    let sized = |path: &str, locations| {
        let mut record = run(path, "x", 1, Safe, 1.0);
        record.input.size = Some(Size { lines: 1, procedures: 1, variables: 1, locations });
        record
    };
    let results = Results::new(&[sized("a", 10), sized("b", 1000)], &[]);
    let plots = svg::files(&results);
    let plot = plots.iter().find(|plot| plot.file == "time-by-size.svg").unwrap();
    let trend = plot.svg.lines().find(|line| line.contains("trend\" d=")).unwrap();
    assert!(trend.contains("d=\"M72.0 ") && trend.contains("H660.0\""), "{trend}");
}

#[test]
fn a_paper_gets_tables_and_plots() {
    let results = Results::new(&campaign(40, &["a_b", "summary:lazy"]), &[]);
    let parts = latex::files(&results);
    let names: Vec<&str> = parts.iter().map(|part| part.file.as_str()).collect();
    assert_eq!(names, ["summary.tex", "cactus.tex", "wins.tex", "time-by-size.tex", "scatter-a-b-summary-lazy.tex"]);
    for latex::Part { file, text } in &parts {
        assert!(text.contains("% bpcheck compare inputs --output results\n"), "{file}: {text}");
        assert!(text.contains("a\\_b") && !text.contains("NaN") && !text.contains("inf"), "{file}: {text}");
        assert_eq!(text.matches("\\begin{").count(), text.matches("\\end{").count(), "{file}");
        let limits = text.matches("time limit 100 s").count();
        assert_eq!(limits, usize::from(text.contains("{axis}")), "{file}");
    }
    assert!(parts[0].text.contains("\\toprule\nEngine & Solved & Unique & SAFE"), "{}", parts[0].text);
    assert_eq!(latex::files(&Results::new(&[], &[])).len(), 2);
    // No name becomes a command, or goes on behind a comment.
    let hostile = latex::files(&hostile());
    assert!(hostile.iter().all(|part| !part.text.contains("\u{0}") && !part.text.contains("\n.bp")));
}

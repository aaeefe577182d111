//! The plots and the page: well formed, the same each time, and no name breaks out of them.

use crate::campaign_report::fabricate::{campaign, run};
use bpcheck::campaign::record::Answer::{Safe, Unknown, Unsafe};
use bpcheck::campaign::record::Record;
use bpcheck::campaign::results::Results;
use bpcheck::report::campaign::html::{Page, page, relative};
use bpcheck::report::campaign::svg;
use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::Value;

const ENGINES: [&str; 3] = ["saturation", "summary:lazy", "explicit"];
const HOSTILE: &str = "</script><script>alert(1)</script><!-- \"' & {{script}} \n \u{0} \u{202e} \u{e9}\u{1f980}.bp";

pub fn hostile() -> Results {
    let mut wrong = run(HOSTILE, HOSTILE, 1, Unsafe, 2.0);
    (wrong.expected, wrong.machine) = (Some(Safe), HOSTILE.to_string());
    let mut open = run(HOSTILE, "b", 1, Unknown, 2.0);
    open.reason = Some(HOSTILE.to_string());
    Results::new(&[wrong, open, run(HOSTILE, "c", 1, Safe, 0.0)], &[])
}

fn html(results: &Results) -> String {
    page(results, &Page { title: HOSTILE, link: &|path| relative("results", path) })
}

/// How many elements a document has of a name. It must be well formed.
fn count(xml: &str, name: &str) -> usize {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().check_end_names = true;
    let mut count = 0;
    let mut open = 0;
    loop {
        match reader.read_event().unwrap_or_else(|error| panic!("{error}: {xml}")) {
            Event::Start(tag) => {
                open += 1;
                count += usize::from(tag.name().as_ref() == name.as_bytes());
                tag.attributes().for_each(|attribute| drop(attribute.unwrap()));
            }
            Event::Empty(tag) => {
                count += usize::from(tag.name().as_ref() == name.as_bytes());
                tag.attributes().for_each(|attribute| drop(attribute.unwrap()));
            }
            Event::End(_) => open -= 1,
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(open, 0, "{xml}");
    count
}

#[test]
fn a_file_for_each_plot() {
    let plots = svg::files(&Results::new(&campaign(200, &ENGINES), &[]));
    let names: Vec<&str> = plots.iter().map(|plot| plot.file.as_str()).collect();
    let expected = [
        "summary.svg",
        "cactus.svg",
        "time-by-size.svg",
        "scatter-saturation-summary-lazy.svg",
        "scatter-saturation-explicit.svg",
        "scatter-summary-lazy-explicit.svg",
    ];
    assert_eq!(names, expected);
    for plot in &plots {
        assert_eq!(count(&plot.svg, "svg"), 1, "{}", plot.file);
        assert!(!plot.svg.contains("NaN") && !plot.svg.contains("inf") && !plot.svg.contains("var("), "{}", plot.file);
    }
}

#[test]
fn names_that_look_alike_have_files_of_their_own() {
    let records = ["a:b", "a-b", "a b"].map(|engine| run("x", engine, 1, Safe, 1.0));
    let mut names: Vec<String> = svg::files(&Results::new(&records, &[])).into_iter().map(|plot| plot.file).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 6, "{names:?}");
}

#[test]
fn points_have_the_mark_of_their_answer() {
    let records = |answer| ["a", "b"].map(|engine| run("x", engine, 1, answer, 1.0));
    let plot = |records: &[Record]| svg::scatter::plot(&Results::new(records, &[]), 0, 1, svg::Dress::File);
    assert!(plot(&records(Safe)).contains("SAFE (1)</text>"));
    assert!(plot(&records(Unsafe)).contains("UNSAFE (1)</text>"));
    assert!(plot(&records(Unknown)).contains("not shown (1)</text>"));
    let mixed = [run("x", "a", 1, Safe, 1.0), run("x", "b", 1, Unsafe, 1.0)];
    assert!(plot(&mixed).contains("wrong or disagreement (1)</text>"));
}

#[test]
fn many_engines_meet_the_best_of_them() {
    let engines = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let mut records: Vec<Record> = engines.iter().map(|engine| run("x", engine, 1, Unknown, 1.0)).collect();
    records.push(run("y", "c", 1, Safe, 1.0));
    assert_eq!(svg::pairs(&Results::new(&records, &[])), [0, 1, 3, 4, 5, 6, 7].map(|engine| (2, engine)));
}

#[test]
fn names_stay_text_in_plots() {
    for plot in svg::files(&hostile()) {
        assert_eq!(count(&plot.svg, "script"), 0);
        assert!(plot.svg.contains("&lt;/script&gt;") || plot.file == "scatter-b-c.svg", "{}", plot.svg);
    }
}

#[test]
fn names_stay_text_in_the_page() {
    let html = html(&hostile());
    let scripts = html.matches("<script").count();
    assert_eq!((scripts, html.matches("</script").count(), html.matches("<!--").count()), (2, 2, 0));
    assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    let data = html.split_once("id=\"data\">").unwrap().1.split_once("</script>").unwrap().0;
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["rows"][0][0], HOSTILE);
    assert_eq!(data["engines"][0], HOSTILE);
    assert_eq!(data["rows"][0][1], relative("results", HOSTILE).unwrap());
}

#[test]
fn the_page_says_when_how_and_where() {
    let mut later = run("b", "y", 2, Safe, 3.0);
    later.started = Some("2026-02-01T00:10:00Z".to_string());
    later.command = Some("bpcheck compare <b> --resume".to_string());
    let page = html(&Results::new(&[run("a", "x", 1, Safe, 1.0), run("a", "x", 2, Safe, 2.0), later], &[]));
    for text in [
        "<dd>runs began from 2026-01-31 23:59:59 to 2026-02-01 00:10:00 UTC</dd>",
        "<dd>bpcheck compare &lt;b&gt; --resume; bpcheck compare inputs --output results</dd>",
        "<dd>Linux x86_64, 2 processors, 23 GiB</dd>",
        "<dd>known of 0 of 2 inputs (0 SAFE, 0 UNSAFE)</dd>",
        "<th scope=\"col\">Unique</th>",
        "<th scope=\"row\">virtual best</th>",
        "<td>1.50 \u{b1} 6.35</td>",
        "<h3>Wins</h3>",
    ] {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn names_of_inputs_are_shown_whole() {
    let long = format!("in/deep/{}.bp", "x".repeat(95));
    let page = html(&Results::new(&[run("in/deep/a.bp", "x", 1, Safe, 1.0), run(&long, "x", 1, Safe, 1.0)], &[]));
    assert!(page.contains("Inputs are named from <bdi>in/deep/</bdi>") && page.contains("><bdi>a.bp</bdi>"));
    assert!(page.contains("--lines:5\""), "98 characters, at least 20 a line");
    assert!(html(&Results::new(&[run("in/a.bp", "x", 1, Safe, 1.0)], &[])).contains("><bdi>in/a.bp</bdi>"));
}

#[test]
fn the_page_asks_for_nothing() {
    let html = html(&Results::new(&campaign(100, &ENGINES), &[]));
    for word in ["http://", "https://", "src=", "@import", "url(", "fetch(", "XMLHttpRequest"] {
        let found: Vec<&str> = html.lines().filter(|line| line.contains(word)).collect();
        // The name of a language of markup is no address.
        let harmless = |line: &&str| line.contains("createElementNS(\"http://www.w3.org/2000/svg\"");
        assert!(found.iter().all(harmless), "{word}: {found:?}");
    }
}

#[test]
fn without_a_script_there_are_numbers_plots_and_rows() {
    let html = html(&Results::new(&campaign(400, &ENGINES), &[]));
    assert!(html.contains("<th scope=\"row\">summary:<wbr>lazy</th>"));
    assert!(html.contains("350 more rows"));
    assert!(html.matches("<svg class=\"plot\"").count() >= 3);
    assert!(html.contains("<a href=\"../inputs/family-0/program-00000.bp\">"));
}

#[test]
fn the_same_page_and_plots_each_time() {
    let order = ENGINES.map(str::to_string);
    let mut records = campaign(150, &ENGINES);
    let before = Results::new(&records, &order);
    records.reverse();
    let after = Results::new(&records, &order);
    assert_eq!(html(&before), html(&after));
    assert_eq!(svg::files(&before), svg::files(&after));
}

#[test]
fn nothing_at_all_is_a_page_too() {
    let results = Results::new(&[], &[]);
    assert!(html(&results).contains("<h2 id=\"summary-title\">Summary</h2>"));
    assert_eq!(svg::files(&results).len(), 2);
    let mut sizeless = run("x", "a", 1, Unknown, 0.0);
    sizeless.input.size = None;
    let results = Results::new(&[sizeless], &[]);
    assert_eq!(svg::files(&results).len(), 2);
    assert!(!html(&results).contains("NaN"));
}

//! The evaluations of papers: who is asked what, what is said of claims, what is printed, and whether the manual shows the tables of today.

use super::fabricate::{LIMIT, run};
use super::published::shape;
use bpcheck::bench::papers::PAPERS;
use bpcheck::bench::papers::fill::{Asked, Measured, measure};
use bpcheck::bench::papers::judge::Judgement;
use bpcheck::bench::papers::paper::{Paper, Who};
use bpcheck::campaign::record::{Answer, Limits, Record};
use bpcheck::engine::Selection;
use bpcheck::engine::registry::Registry;
use bpcheck::report::bench::papers::page::page;
use bpcheck::report::bench::papers::{head, section, summary};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::path::Path;

const LIMITS: Limits = Limits { seconds: LIMIT, memory_bytes: Some(2 << 30) };

fn paper(name: &str) -> &'static Paper {
    PAPERS.into_iter().find(|paper| paper.name == name).expect("a paper")
}

/// A right answer with all counters that anybody shows.
fn right(command: &str, engine: &str, round: u32, seconds: f64, stats: Value) -> Record {
    let expected = if command.ends_with("--unsafe") { Answer::Unsafe } else { Answer::Safe };
    let record = run(command, engine, round, expected, seconds);
    Record { expected: Some(expected), stats: Some(json!({ "an engine": stats })), ..record }
}

fn counters() -> Value {
    json!({
        "refinements": 3, "functions": 15, "star_left": 5, "nesting": 64, "chain_queries": 9, "rounds": 2, "expanded": 40, "obligations": 7,
        "calls": 30, "iterations": 4, "nu": 8, "instances": 12, "helpers": 5, "entered": 6, "table_hits": 7,
    })
}

fn filled(paper: &'static Paper, mut check: impl FnMut(&str, &str, u32) -> Record) -> Measured {
    let Ok(measured) = measure(paper, &mut Asked::default(), 1, |member, engine, round| {
        Ok::<_, Infallible>(check(&member.command, engine, round))
    });
    measured
}

/// All engines alike.
fn even(paper: &'static Paper) -> Measured {
    filled(paper, |command, engine, round| right(command, engine, round, 0.5, counters()))
}

fn judgements(measured: &Measured) -> Vec<Judgement> {
    measured.paper.claims.iter().map(|claim| (claim.judge)(measured)).collect()
}

/// The judgement of the claim that says so.
fn judged(measured: &Measured, says: &str) -> Judgement {
    let claim = measured.paper.claims.iter().find(|claim| claim.says.contains(says)).expect("a claim");
    (claim.judge)(measured)
}

#[test]
fn papers_are_of_a_piece() {
    let registry = Registry::standard();
    let mut used = BTreeSet::new();
    for paper in PAPERS {
        let titles: BTreeSet<&str> = paper.tables.iter().map(|table| table.title).collect();
        assert_eq!(titles.len(), paper.tables.len(), "{}", paper.name);
        for table in paper.tables {
            for column in table.columns {
                if let Who::StandIn(whom) | Who::Following(whom, _) = column.who {
                    let engine = registry.stand_in(paper.name, whom).unwrap_or_else(|| panic!("nobody for {whom}"));
                    assert!(engine.parse::<Selection>().is_ok(), "{engine}");
                    used.insert((paper.name, whom));
                }
            }
            let columns = table.columns.len();
            assert!((table.lines)().iter().all(|line| line.theirs.len() <= columns), "{}", table.title);
            assert!(table.totals.iter().all(|total| total.theirs.len() <= columns), "{}", table.title);
        }
        for claim in paper.claims {
            assert!(!claim.place.is_empty() && claim.says.ends_with('.'), "{}", claim.says);
            assert!(claim.rule.is_empty() || claim.rule.ends_with(['.', ')']), "{}", claim.rule);
        }
    }
    let named: BTreeSet<(&str, &str)> =
        registry.rows().flat_map(|row| row.stands_for).map(|other| (other.paper, other.whom)).collect();
    assert_eq!(used, named, "who stands for somebody is asked");
}

/// What papers share is asked once, and nobody is asked where nothing is known of what comes before.
#[test]
fn nobody_is_asked_twice() {
    let (mut asked, mut all) = (Vec::new(), Asked::default());
    for paper in PAPERS {
        let Ok(_) = measure(paper, &mut all, 1, |member, engine, round| {
            asked.push((member.command.clone(), engine.to_string()));
            Ok::<_, Infallible>(right(&member.command, engine, round, 0.5, counters()))
        });
    }
    let different: BTreeSet<&(String, String)> = asked.iter().collect();
    assert_eq!(different.len(), asked.len());
    assert!(asked.len() > 300, "{}", asked.len());
}

/// A run without answers bears out nothing, and refutes nothing.
#[test]
fn what_is_not_decided_is_not_measured() {
    for paper in PAPERS {
        let measured = filled(paper, |command, engine, round| run(command, engine, round, Answer::Unknown, LIMIT));
        for (claim, judgement) in paper.claims.iter().zip(judgements(&measured)) {
            assert_eq!(judgement.word(), "not measured", "{}: {}: {judgement:?}", paper.name, claim.says);
        }
        assert!(!section(&measured).contains("…:…"), "{}", section(&measured));
    }
}

/// Claims are decided by figures: others, and the judgement is another one.
#[test]
fn claims_follow_figures() {
    let procedures = |command: &str| -> u64 {
        command
            .split_whitespace()
            .skip_while(|word| *word != "--procedures")
            .nth(1)
            .map_or(0, |n| n.parse().expect("N"))
    };
    let spacer = |is_swapped: bool| {
        filled(paper("2014-komuravelli"), move |command, engine, round| {
            let n = procedures(command);
            let (few, many) = (2 * n + 1, if command.starts_with("doubling") { (2 << n) - 1 } else { 5 * n * n });
            let obligations = if (engine == "gpdr") == is_swapped { few } else { many };
            right(command, engine, round, 0.5, json!({ "obligations": obligations, "calls": 3 }))
        })
    };
    for (says, holds) in
        [("answer a call without", true), ("example grows", true), ("is polynomial", true), ("about as long", true)]
    {
        assert_eq!(
            judged(&spacer(false), says).word() == "reproduced",
            holds,
            "{says}: {:?}",
            judged(&spacer(false), says)
        );
    }
    for says in ["answer a call without", "example grows", "is polynomial"] {
        assert_eq!(judged(&spacer(true), says).word(), "not reproduced", "{says}");
    }
    let expected = "GPDR asks 32767 questions for N = 14, Spacer 29 for N = 14";
    assert_eq!(judged(&spacer(false), "answer a call without"), Judgement::Reproduced(expected.into()));

    let boom = |slow: &'static str| {
        filled(paper("2007-basler"), move |command, engine, round| {
            right(command, engine, round, if engine.starts_with(slow) { 2.0 } else { 0.5 }, counters())
        })
    };
    assert_eq!(judged(&boom("saturation"), "SAT tends to be quicker").word(), "reproduced");
    assert_eq!(judged(&boom("summary"), "SAT tends to be quicker").word(), "not reproduced");
    assert_eq!(judged(&boom("summary"), "is slower than decision diagrams").word(), "reproduced");
    assert_eq!(judged(&boom("summary"), "About a third").word(), "reproduced");

    let lie = filled(paper("2015-friedberger"), |command, engine, round| {
        let record = right(command, engine, round, 0.5, counters());
        let is_lie = engine.contains("values") && record.expected == Some(Answer::Safe);
        Record { verdict: if is_lie { Some(Answer::Unsafe) } else { record.verdict }, ..record }
    });
    assert_eq!(judged(&lie, "The value analysis gives false alarms").word(), "reproduced");
    assert_eq!(judged(&lie, "The predicate analysis gives no wrong").word(), "reproduced");
    assert_eq!(judged(&lie, "whatever the analysis").word(), "not reproduced");
}

#[test]
fn a_paper_is_printed() {
    let measured = filled(paper("2015-fedyukovich"), |command, engine, round| match command.contains("ackermann") {
        true => run(command, engine, round, Answer::Unknown, LIMIT),
        false => right(command, engine, round, 0.5, counters()),
    });
    let text = head("1.2.3", "a machine", &LIMITS, 1) + &section(&measured) + &summary(&[measured]);
    insta::assert_snapshot!("paper", text);
}

/// One file, without a script and without anything of the network, that follows the reader's choice of light and dark.
#[test]
fn the_page_stands_alone() {
    let all: Vec<Measured> = PAPERS.into_iter().map(even).collect();
    let html = page("1.2.3", "a <machine>", &LIMITS, 1, &all);
    assert!(html.contains("prefers-color-scheme:dark") && html.contains("a &lt;machine&gt;"));
    for absent in ["<script", "http:", "https:", "@import", "url(", "{{"] {
        assert!(!html.contains(absent), "{absent}");
    }
    let plots: usize = PAPERS.iter().flat_map(|paper| paper.tables).filter(|table| table.plot.is_some()).count();
    assert_eq!(html.matches("<svg class=\"plot\"").count(), plots);
    let claims: usize = PAPERS.iter().map(|paper| paper.claims.len()).sum();
    assert_eq!(html.matches("class=\"verdict ").count(), claims);
    assert_eq!(page("1.2.3", "a <machine>", &LIMITS, 1, &all), html);
}

/// Between the marks the manual has the tables and claims of today; figures and judgements may be others.
#[test]
fn the_manual_shows_the_papers_of_today() {
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/papers.md");
    let manual = std::fs::read_to_string(manual).expect("a page");
    let (_, rest) = manual.split_once("<!-- bpcheck bench papers -->\n").expect("a mark where the tables begin");
    let (shown, _) = rest.split_once("<!-- end of bpcheck bench papers -->").expect("a mark where they end");
    let today: String = PAPERS.into_iter().map(|paper| section(&even(paper))).collect();
    let names = |text: &str| -> Vec<String> {
        let begins = |line: &&String| line.starts_with('#') || !line.contains("**");
        let lines = shape(text);
        let claims =
            text.lines().filter_map(|line| Some(line.split_once(" (")?.1.split_once(" Measured:")?.0.to_string()));
        lines.iter().filter(begins).cloned().chain(claims).filter(|line| !line.starts_with("bpcheck")).collect()
    };
    let (_, shown) = shown.split_once("\n### ").expect("a paper");
    let (shown, _) = shown.split_once("\n### What was reproduced").expect("an end");
    let (shown, today) = (names(&format!("\n### {shown}")), names(&today));
    for (shown, today) in shown.iter().zip(&today) {
        assert_eq!(shown, today, "docs/papers.md shows other tables or claims than `bpcheck bench papers` prints");
    }
    assert_eq!(shown.len(), today.len());
}

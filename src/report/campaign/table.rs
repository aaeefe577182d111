//! What came of a campaign, for the terminal: what is wrong first, then a line an engine, then why it is UNKNOWN.

use super::duration;
use crate::campaign::record::Answer;
use crate::campaign::results::{Cell, Disagreement, Results, Summary};
use std::fmt::Write;

/// How many wrong answers, and how many disagreements, are shown; the page and the CSV have all of them.
const SHOWN: usize = 20;

/// The results as text. The same text each time.
pub fn table(results: &Results) -> String {
    let mut text = String::new();
    let wrong = results.wrong();
    let lines = wrong.iter().map(|&(input, engine)| wrong_line(results, input, engine));
    section(&mut text, "wrong answers", wrong.len(), lines);
    let disagreements = results.disagreements();
    let lines = disagreements.iter().map(|disagreement| disagreement_line(results, disagreement));
    section(&mut text, "disagreements", disagreements.len(), lines);
    let summaries = results.summaries();
    text += &grid(&summary_rows(results, &summaries));
    let reasons = reason_rows(results, &summaries);
    if reasons.len() > 1 {
        text.push('\n');
        text += &grid(&reasons);
    }
    text
}

/// A headline and the first of some lines; nothing if there are none. Writing into a `String` cannot fail.
fn section(text: &mut String, title: &str, count: usize, lines: impl Iterator<Item = String>) {
    if count == 0 {
        return;
    }
    let _ = writeln!(text, "{title}: {count}");
    lines.take(SHOWN).for_each(|line| {
        let _ = writeln!(text, "  {line}");
    });
    if count > SHOWN {
        let _ = writeln!(text, "  \u{2026} and {} more", count - SHOWN);
    }
    text.push('\n');
}

fn wrong_line(results: &Results, input: usize, engine: usize) -> String {
    let row = &results.inputs[input];
    let says = results.cell(input, engine).map_or("", said);
    let expected = row.expected.map_or("", word);
    format!("{}: {} says {says}, expected {expected}", shown(&row.path), shown(&results.engines[engine]))
}

/// What an engine said in some round. A wrong answer counts although other rounds gave none.
fn said(cell: &Cell) -> &'static str {
    match (cell.said_safe, cell.said_unsafe) {
        (true, false) => "SAFE",
        (false, true) => "UNSAFE",
        _ => cell.outcome.word(),
    }
}

fn disagreement_line(results: &Results, disagreement: &Disagreement) -> String {
    let names = |engines: &[usize]| -> String {
        engines.iter().map(|&engine| shown(&results.engines[engine])).collect::<Vec<_>>().join(", ")
    };
    let path = shown(&results.inputs[disagreement.input].path);
    format!("{path}: SAFE by {}; UNSAFE by {}", names(&disagreement.safe), names(&disagreement.violated))
}

/// The word of an answer.
pub(in crate::report) fn word(answer: Answer) -> &'static str {
    match answer {
        Answer::Safe => "SAFE",
        Answer::Unsafe => "UNSAFE",
        Answer::Unknown => "UNKNOWN",
    }
}

/// A name without anything that moves the cursor or begins a line.
fn shown(name: &str) -> String {
    name.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
}

fn summary_rows(results: &Results, summaries: &[Summary]) -> Vec<Vec<String>> {
    // Contradictions between rounds are rare enough to have a column only if there are any.
    let contradictory = summaries.iter().any(|summary| summary.contradictory > 0);
    let mut head = vec!["engine", "inputs", "solved", "SAFE", "UNSAFE", "UNKNOWN", "errors", "wrong"];
    head.extend(contradictory.then_some("contradictory"));
    head.extend(["PAR-2 s", "total s", "slowest s"]);
    let mut rows = vec![head.into_iter().map(str::to_string).collect()];
    for (name, summary) in results.engines.iter().zip(summaries) {
        let Summary { asked, safe, violated, errors, wrong, .. } = *summary;
        let counts = [asked, summary.solved(), safe, violated, summary.unknown(), errors, wrong];
        let mut row = vec![shown(name)];
        row.extend(counts.iter().chain(contradictory.then_some(&summary.contradictory)).map(usize::to_string));
        row.extend([summary.par2, summary.total, summary.slowest].map(duration::seconds));
        rows.push(row);
    }
    rows
}

fn reason_rows(results: &Results, summaries: &[Summary]) -> Vec<Vec<String>> {
    let mut rows = vec![["UNKNOWN of", "inputs", "reason"].map(str::to_string).to_vec()];
    for (name, summary) in results.engines.iter().zip(summaries) {
        rows.extend(summary.unknown.iter().map(|(reason, count)| vec![shown(name), count.to_string(), shown(reason)]));
    }
    rows
}

/// Rows in columns that are as wide as they must be. Numbers stand to the right.
fn grid(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (value, width)) in row.iter().zip(&widths).enumerate() {
            let number = rows[1..].iter().all(|row| row[column].parse::<f64>().is_ok());
            let _ = if number { write!(line, "{value:>width$}  ") } else { write!(line, "{value:<width$}  ") };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

//! What came of a campaign, for the terminal: what is wrong first, then a line an engine, then why there is no answer.

use super::duration;
use super::figures::{Figures, Row};
use crate::campaign::record::Answer;
use crate::campaign::results::{Cell, Disagreement, Outcome, Results};
use std::collections::BTreeMap;
use std::fmt::Write;

/// How many wrong answers, and how many disagreements, are shown; the page and the CSV have all of them.
const SHOWN: usize = 20;
/// How many different errors of an engine are shown.
const ERRORS: usize = 5;
/// How wide a terminal is at least.
const WIDTH: usize = 80;
/// Between two columns.
const GAP: usize = 2;
/// How much room a text in the last column has at least.
const TEXT: usize = 40;

/// The results as text. The same text each time.
pub fn table(results: &Results) -> String {
    let mut text = String::new();
    let wrong = results.wrong();
    let lines = wrong.iter().map(|&(input, engine)| wrong_line(results, input, engine));
    section(&mut text, "wrong answers", wrong.len(), lines);
    let disagreements = results.disagreements();
    let lines = disagreements.iter().map(|disagreement| disagreement_line(results, disagreement));
    section(&mut text, "disagreements", disagreements.len(), lines);
    let _ = writeln!(text, "{}\n", scope(results));
    for figures in [Figures::counts(results), Figures::times(results)] {
        text += &grid(&figure_rows(&figures));
        text.push('\n');
    }
    for rows in [share_rows(results), reason_rows(results), error_rows(results)] {
        if rows.len() > 1 {
            text += &grid(&rows);
            text.push('\n');
        }
    }
    text.pop();
    text
}

/// How many inputs there are, and of how many the right answer is known.
pub(super) fn scope(results: &Results) -> String {
    let ((safe, violated), all) = (results.expected(), results.inputs.len());
    format!("{all} inputs; {} have an expected answer ({safe} SAFE, {violated} UNSAFE)", safe + violated)
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

/// Heads of times say their unit; in a terminal all heads but answers are small.
fn figure_rows(figures: &Figures) -> Vec<Vec<String>> {
    let is_time = figures.head.first() == Some(&"PAR-2");
    let small = |word: &&str| if word.chars().all(char::is_uppercase) { word.to_string() } else { word.to_lowercase() };
    let head = |word: &&str| match is_time {
        true if *word == "PAR-2" => "PAR-2 s".to_string(),
        true => format!("{} s", small(word)),
        false => small(word),
    };
    let mut rows = vec![std::iter::once("engine".to_string()).chain(figures.head.iter().map(head)).collect()];
    let row = |row: &Row| {
        let figures = row.figures.iter().map(|figure| figure.text.clone());
        std::iter::once(shown(&row.name)).chain(figures).collect()
    };
    rows.extend(figures.rows.iter().map(row));
    rows
}

/// Whose answers those of an engine are that asks several others.
fn share_rows(results: &Results) -> Vec<Vec<String>> {
    let mut rows = vec![["answers of", "inputs", "total s", "by"].map(str::to_string).to_vec()];
    for (engine, name) in results.engines.iter().enumerate() {
        rows.extend(results.shares(engine).into_iter().map(|share| {
            vec![shown(name), share.inputs.to_string(), duration::seconds(share.seconds), shown(&share.engine)]
        }));
    }
    rows
}

fn reason_rows(results: &Results) -> Vec<Vec<String>> {
    let mut rows = vec![["UNKNOWN of", "inputs", "reason"].map(str::to_string).to_vec()];
    for (name, summary) in results.engines.iter().zip(results.summaries()) {
        rows.extend(summary.unknown.iter().map(|(reason, count)| vec![shown(name), count.to_string(), shown(reason)]));
    }
    rows
}

/// The errors of each engine, the most frequent of them.
fn error_rows(results: &Results) -> Vec<Vec<String>> {
    let mut rows = vec![["error of", "inputs", "error"].map(str::to_string).to_vec()];
    for (engine, name) in results.engines.iter().enumerate() {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (_, cell) in results.column(engine) {
            if let Outcome::Error(error) = &cell.outcome {
                *counts.entry(error).or_default() += 1;
            }
        }
        let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
        // Stable: of equally many, by text.
        counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let row = |(error, count): (&str, usize)| vec![shown(name), count.to_string(), shown(error)];
        rows.extend(counts.into_iter().take(ERRORS).map(row));
    }
    rows
}

/// Rows in columns that are as wide as they must be, within [`WIDTH`]. Numbers stand to the right. A name that leaves no room for the rest has a line
/// of its own, and a text in the last column goes on below.
fn grid(rows: &[Vec<String>]) -> String {
    let columns = rows[0].len();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..columns).map(width).collect();
    let is_text = |column: usize| rows[1..].iter().any(|row| row[column].chars().any(char::is_alphabetic));
    let last = columns - 1;
    let wrapped = is_text(last) && rows.len() > 1;
    let behind: usize = widths[1..].iter().map(|width| width + GAP).sum();
    let fixed = if wrapped { behind - widths[last] + widths[last].min(TEXT) } else { behind };
    widths[0] = widths[0].min(WIDTH.saturating_sub(fixed).max(rows[0][0].len()));
    let before: usize = widths[..last].iter().map(|width| width + GAP).sum();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        if row[0].chars().count() > widths[0] {
            text += &(folded(&row[0], WIDTH).join("\n") + "\n");
            line += &" ".repeat(widths[0]);
        } else {
            let _ = write!(line, "{:<1$}", row[0], widths[0]);
        }
        for column in 1..columns {
            let (value, width) = (&row[column], widths[column]);
            if column == last && wrapped {
                let parts = folded(value, WIDTH.saturating_sub(before).max(TEXT));
                let _ = write!(line, "  {}", parts.join(&format!("\n{}", " ".repeat(before))));
            } else {
                let _ = write!(line, "  {value:>width$}");
            }
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// A text in parts of so many characters.
fn folded(text: &str, width: usize) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let parts = characters.chunks(width).map(|part| part.iter().collect());
    if characters.is_empty() { vec![String::new()] } else { parts.collect() }
}

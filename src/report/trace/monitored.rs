//! What a monitor did along a trace.

use super::elide::plain;
use super::rows::Rows;
use super::statement::Statement;
use crate::validate::{Passage, Passages};

/// What is wrong with a run, in words.
pub(in crate::report) fn error(name: &str, passages: &Passages) -> String {
    let words = passages.last.last().and_then(|passage| passage.words.as_deref());
    match words {
        Some(words) => format!("the monitor {name} comes to an error: {words}"),
        None => format!("the monitor {name} comes to an error"),
    }
}

/// A line for each passage from one state to another, the last of them that to the error.
pub(super) fn lines(rows: &Rows<'_>) -> Vec<String> {
    let Passages { last, are_more } = rows.passages;
    let cells = last.iter().map(|Passage { place, from, to, .. }| {
        let name = rows.program.name(rows.program[place.procedure].name);
        let Statement { text, .. } = Statement::at(rows.program, rows.source, *place);
        let at = rows.source.locate(rows.program.span(*place));
        let to = to.as_deref().unwrap_or("error");
        [format!("{from} -> {to}"), at, format!("{name}: {}", plain(&text, 60))]
    });
    let cells: Vec<[String; 3]> = cells.collect();
    let width = |column: usize| cells.iter().map(|cells| cells[column].chars().count()).max().unwrap_or(0);
    let (states, places) = (width(0), width(1));
    let more = are_more.then(|| "  ...".to_string());
    let lines = cells.iter().map(|[passage, at, text]| format!("  {passage:<states$}  {at:<places$}  {text}"));
    more.into_iter().chain(lines).collect()
}

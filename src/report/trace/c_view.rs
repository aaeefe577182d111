//! A trace in terms of the C program: one row for each of its statements, with predicates by their text.

use super::table::Row;
use super::values::Values;

/// How many characters the statements of a row may have together.
const LONGEST: usize = 160;

/// The text of a statement with `{predicate}` for each variable that stands for one.
pub(super) fn statement(text: &str, values: &Values<'_>) -> String {
    let mut said = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '{' => rest.find('}').map_or(rest.len(), |end| end + 1),
            c if is_of_name(c) => rest.find(|c| !is_of_name(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (word, behind) = rest.split_at(length);
        match values.predicate_of(word) {
            Some(predicate) => said.push_str(predicate),
            None => said.push_str(word),
        }
        rest = behind;
    }
    said
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '#')
}

/// Rows that stand for the same statement of the C program, one behind the other, as one; without the lines of the Boolean program.
pub(super) fn joined(rows: Vec<Row>) -> Vec<Row> {
    let mut joined: Vec<Row> = Vec::with_capacity(rows.len());
    for row in rows {
        let row = Row { line: String::new(), ..row };
        match joined.last_mut().filter(|last| is_same(last, &row)) {
            Some(last) => join(last, row),
            None => joined.push(row),
        }
    }
    joined
}

fn is_same(last: &Row, row: &Row) -> bool {
    let procedure = |row: &Row| row.place.map(|place| place.procedure);
    !row.origin.is_empty()
        && row.origin == last.origin
        && row.depth == last.depth
        && row.place.is_some()
        && procedure(row) == procedure(last)
}

fn join(last: &mut Row, row: Row) {
    let append = |text: &mut String, more: &str| {
        if !text.is_empty() && !more.is_empty() && text.len() < LONGEST {
            text.push_str("; ");
        }
        if text.len() < LONGEST {
            text.push_str(more);
        }
    };
    append(&mut last.text, &row.text);
    append(&mut last.effect, &row.effect);
    last.ink = row.ink.or(last.ink);
    last.place = row.place;
    last.matters = last.matters.max(row.matters);
}

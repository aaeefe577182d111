//! A line of the program with a mark below a part of it, and the values that decide a condition.

use super::elide::{in_lines, plain};
use super::values::{Values, list};
use crate::lang::program::semantics::{Bits, State};
use crate::lang::program::{Expr, Node, Var};
use crate::lang::source::{Source, Span};

/// How many characters a line has where nobody asks for fewer; of longer ones, and of longer lists of values, a part is shown.
const WIDTH: usize = 100;

/// The line of a span, and below it carets and a remark.
pub(in crate::report) fn marked(source: &Source, span: Span, what: &str) -> Vec<String> {
    around(source, span, what, 0)
}

/// The same on lines of so many characters, at least 40.
pub(super) fn fitted(source: &Source, span: Span, what: &str, width: usize) -> Vec<String> {
    lines(source, span, what, 0, width)
}

/// The same with this many lines before and behind.
pub(in crate::report) fn around(source: &Source, span: Span, what: &str, neighbours: u32) -> Vec<String> {
    lines(source, span, what, neighbours, usize::MAX)
}

fn lines(source: &Source, span: Span, what: &str, neighbours: u32, width: usize) -> Vec<String> {
    let line = source.position(span.start).line;
    if let Some(text) = source.told(span.start).words() {
        return vec![format!("{line} | {}", plain(text, WIDTH))];
    }
    let whole = source.line_around(span.start);
    let (before, behind) = neighbouring(source, whole, neighbours);
    let chars = |start: u32, end: u32| source.text(Span { start, end }).chars().count();
    let indent = chars(whole.start, span.start);
    let length = chars(span.start, span.end.min(whole.end)).max(1);
    let gutter = (line + behind.len() as u32).to_string().len();
    let room = width.saturating_sub(gutter + 10).min(WIDTH);
    let (text, indent, length) = excerpt(&source.text(whole), indent, length, room);
    let numbered = |number: u32, text: &str| format!("{number:gutter$} | {text}").trim_end().to_string();
    let other = |(index, other): (usize, &Span)| (index as u32, excerpt(&source.text(*other), 0, 1, room).0);
    let first = line - before.len() as u32;
    let above = before.iter().enumerate().map(other).map(|(index, text)| numbered(first + index, &text));
    let below = behind.iter().enumerate().map(other).map(|(index, text)| numbered(line + 1 + index, &text));
    let carets = format!("{:gutter$} | {:indent$}{}", "", "", "^".repeat(length));
    let beside = format!("{carets} {what}").trim_end().to_string();
    let marks = if beside.chars().count() <= width { vec![beside] } else { apart(carets, what, gutter, width) };
    above.chain([numbered(line, &text)]).chain(marks).chain(below).collect()
}

/// Carets with the remark below them, on lines that are not too long.
fn apart(carets: String, what: &str, gutter: usize, width: usize) -> Vec<String> {
    let below = in_lines(what, width.saturating_sub(gutter + 3)).into_iter();
    std::iter::once(carets).chain(below.map(|line| format!("{:gutter$} | {line}", ""))).collect()
}

/// The lines before and behind a line, in order, as many as there are. Of a text that was made of another input only those that
/// are neighbours there, too.
fn neighbouring(source: &Source, whole: Span, count: u32) -> (Vec<Span>, Vec<Span>) {
    let number = |line: Span| source.position(line.start).line;
    let next = |line: Span| {
        let next = source.line_around(source.bytes().len().min(line.end as usize + 1) as u32);
        (next.start > line.end && !next.is_empty() && number(next) == number(line) + 1).then_some(next)
    };
    let last = |line: Span| {
        let last = source.line_around(line.start.checked_sub(1)?);
        (number(last) + 1 == number(line)).then_some(last)
    };
    let behind = std::iter::successors(next(whole), |&line| next(line)).take(count as usize).collect();
    let mut before: Vec<Span> = std::iter::successors(last(whole), |&line| last(line)).take(count as usize).collect();
    before.reverse();
    (before, behind)
}

/// The values of the variables in a condition, and how its choices are resolved, if that is known.
pub(in crate::report) fn because(values: &Values<'_>, cond: Expr, state: &State, choices: Option<&Bits>) -> String {
    let mut vars: Vec<Var> = Vec::new();
    let mut resolved: Vec<String> = Vec::new();
    for node in values.program().expr_nodes(cond) {
        match *node {
            Node::Var(var) => vars.push(var),
            Node::Choice(index) | Node::Schoose(_, _, index) => {
                resolved.extend(choices.map(|choices| format!("*={}", u8::from(choices[index as usize]))));
            }
            _ => {}
        }
    }
    vars.sort_unstable();
    vars.dedup();
    let shown = values.items(&vars).into_iter().map(|item| values.show_item(item, |var| state.get(var)));
    let all: Vec<String> = shown.chain(resolved).collect();
    if all.is_empty() { String::new() } else { format!(": {}", list(all.into_iter(), WIDTH)) }
}

/// A line, or the part of it around what is marked, with the column and the length of the marked part.
fn excerpt(line: &str, before: usize, length: usize, width: usize) -> (String, usize, usize) {
    let blank = |c: char| if c.is_control() { ' ' } else { c };
    if before + length <= width {
        let cut = line.chars().count() > width;
        let text: String = line.chars().take(width).map(blank).collect();
        return (text.trim_end().to_string() + if cut { " ..." } else { "" }, before, length);
    }
    let start = before.saturating_sub(width / 3);
    let text: String = line.chars().skip(start).take(width).map(blank).collect();
    (format!("... {text}"), before - start + 4, length.min(width - (before - start)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_of_long_lines_hold_what_is_marked() {
        assert_eq!(excerpt("\tassert(a);", 8, 1, WIDTH), (" assert(a);".into(), 8, 1));
        let line = "x".repeat(500) + "!!" + &"y".repeat(500);
        let (text, before, length) = excerpt(&line, 500, 2, WIDTH);
        assert_eq!(&text[before..before + length], "!!");
        assert_eq!(text.len(), 4 + WIDTH);
        let (text, before, length) = excerpt(&line, 500, 502, WIDTH);
        assert!(text[before..before + length].starts_with("!!yyy"));
    }
}

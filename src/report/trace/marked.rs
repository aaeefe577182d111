//! A line of the program with a mark below a part of it, and the values that decide a condition.

use super::elide::plain;
use super::values::{Values, list};
use crate::lang::program::semantics::{Bits, State};
use crate::lang::program::{Expr, Node, Var};
use crate::lang::source::{Source, Span, Told};

/// How many characters of a line, and of a list of values, are shown.
const WIDTH: usize = 100;

/// The line of a span, and below it carets and a remark.
pub(in crate::report) fn marked(source: &Source, span: Span, what: &str) -> Vec<String> {
    around(source, span, what, 0)
}

/// The same with this many lines before and behind.
pub(in crate::report) fn around(source: &Source, span: Span, what: &str, neighbours: u32) -> Vec<String> {
    let line = source.position(span.start).line;
    if let Told::As(text) = source.told(span.start) {
        return vec![format!("{line} | {}", plain(text, WIDTH))];
    }
    let whole = source.line_around(span.start);
    let (before, behind) = neighbouring(source, whole, neighbours);
    let chars = |start: u32, end: u32| source.text(Span { start, end }).chars().count();
    let indent = chars(whole.start, span.start);
    let length = chars(span.start, span.end.min(whole.end)).max(1);
    let (text, indent, length) = excerpt(&source.text(whole), indent, length);
    let width = (line + behind.len() as u32).to_string().len();
    let numbered = |number: u32, text: &str| format!("{number:width$} | {text}").trim_end().to_string();
    let other = |(index, other): (usize, &Span)| (index as u32, excerpt(&source.text(*other), 0, 1).0);
    let first = line - before.len() as u32;
    let above = before.iter().enumerate().map(other).map(|(index, text)| numbered(first + index, &text));
    let below = behind.iter().enumerate().map(other).map(|(index, text)| numbered(line + 1 + index, &text));
    let mark = format!("{:width$} | {:indent$}{} {what}", "", "", "^".repeat(length));
    let marked = [numbered(line, &text), mark.trim_end().to_string()];
    above.chain(marked).chain(below).collect()
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
    let all: Vec<String> = vars.iter().map(|&var| values.show(var, state.get(var))).chain(resolved).collect();
    if all.is_empty() { String::new() } else { format!(": {}", list(all.into_iter(), WIDTH)) }
}

/// A line, or the part of it around what is marked, with the column and the length of the marked part.
fn excerpt(line: &str, before: usize, length: usize) -> (String, usize, usize) {
    let blank = |c: char| if c.is_control() { ' ' } else { c };
    if before + length <= WIDTH {
        let cut = line.chars().count() > WIDTH;
        let text: String = line.chars().take(WIDTH).map(blank).collect();
        return (text.trim_end().to_string() + if cut { " ..." } else { "" }, before, length);
    }
    let start = before.saturating_sub(WIDTH / 3);
    let text: String = line.chars().skip(start).take(WIDTH).map(blank).collect();
    (format!("... {text}"), before - start + 4, length.min(WIDTH - (before - start)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_of_long_lines_hold_what_is_marked() {
        assert_eq!(excerpt("\tassert(a);", 8, 1), (" assert(a);".into(), 8, 1));
        let line = "x".repeat(500) + "!!" + &"y".repeat(500);
        let (text, before, length) = excerpt(&line, 500, 2);
        assert_eq!(&text[before..before + length], "!!");
        assert_eq!(text.len(), 4 + WIDTH);
        let (text, before, length) = excerpt(&line, 500, 502);
        assert!(text[before..before + length].starts_with("!!yyy"));
    }
}

//! The text of a statement in one line, and the places where it stands.

use super::elide::{end_of, plain};
use crate::lang::program::origin::COrigin;
use crate::lang::program::{Kind, Place, Program};
use crate::lang::source::{Source, Span};

/// A statement as a row shows it.
#[derive(Clone, Debug)]
pub(in crate::report) struct Statement {
    /// The line of the program.
    pub(in crate::report) line: u32,
    /// `main.c:9`, or empty.
    pub(in crate::report) origin: String,
    /// The text.
    pub(in crate::report) text: String,
}

/// How many characters of a statement are shown.
const LONGEST: usize = 60;

impl Statement {
    /// The statement at a place.
    pub(in crate::report) fn at(program: &Program, source: &Source, place: Place) -> Statement {
        Statement::cut(program, source, place, LONGEST)
    }

    /// The same with a text of at most so many characters.
    pub(super) fn cut(program: &Program, source: &Source, place: Place, longest: usize) -> Statement {
        let span = program.span(place);
        let origin = program.c_origin(source, place).map(|origin| show_origin(&origin)).unwrap_or_default();
        if let Some(text) = source.told(span.start).words() {
            return Statement { line: source.position(span.start).line, origin, text: plain(text, longest) };
        }
        let mut text = one_line(source, span, longest);
        if let Kind::Branch { .. } = program[place].kind {
            // Where a condition in parentheses ends, its span ends before the last of them.
            let open = text.matches('(').count().saturating_sub(text.matches(')').count());
            text += &")".repeat(if text.ends_with("...") { 0 } else { open });
        }
        Statement { line: source.position(span.start).line, origin, text }
    }
}

/// `main.c:9`; where only the line is known `C:9`.
pub(in crate::report) fn show_origin(origin: &COrigin) -> String {
    let file = origin.file.as_deref().map_or("C".into(), |file| end_of(&plain(file, usize::MAX), 24));
    format!("{file}:{}", origin.line)
}

/// The text of a span in one line, without the comments at the ends of its lines.
fn one_line(source: &Source, span: Span, longest: usize) -> String {
    // A span of many lines is cut before it is looked at: a condition may be as long as a book.
    let start = span.start as usize;
    let text = source.text(Span::new(start, (span.end as usize).min(start + 8 * longest)));
    let lines: Vec<&str> = text.lines().collect();
    let code = |line: &&str| {
        if lines.len() > 1 { line.split("//").next().unwrap_or_default().to_string() } else { line.to_string() }
    };
    let text: Vec<String> = lines.iter().map(code).collect();
    plain(&text.join(" "), longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_of_many_lines_lose_their_comments() {
        let source = Source::new("x.bp", "a, // first\n  b := T, F");
        assert_eq!(one_line(&source, Span::new(0, source.bytes().len()), LONGEST), "a, b := T, F");
    }
}

//! Diagnostics as text, in the manner of rustc: `error[code]: message`, the place as `file:line:column`,
//! the lines that matter with a caret row for each place, the hint; a summary at the end.
//!
//! Our own renderer, because ariadne 0.6 heads a second line of the same remark with the place of the
//! first, cannot tell the column of a line that had to be cut, and wants the whole file as a string.
//! Here only the lines shown are looked at: a line of 10 MB costs a window of it.

use crate::lang::source::{Diagnostic, Diagnostics, Severity, Source, Span};
use crate::report::paint::{Ink, Paint};
use crate::report::visible::is_hidden;
use std::fmt::Write;

/// How many remarks are shown.
const SHOWN: usize = 100;
/// Longer lines, in bytes, are cut to a window.
const LONG: usize = 200;
/// How many bytes of a long line are shown before the place.
const BEFORE: usize = 60;

/// All remarks in the order of their places, at most 100 and errors before warnings if there are more,
/// then how many there are. Nothing if there is no remark.
pub fn render(diagnostics: &Diagnostics, paint: Paint) -> String {
    let of = |severity| diagnostics.iter().filter(move |d| d.severity == severity);
    let mut shown: Vec<&Diagnostic> = of(Severity::Error).chain(of(Severity::Warning)).take(SHOWN).collect();
    shown.sort_by_key(|d| (d.span.start, std::cmp::Reverse(d.severity)));
    let mut page = Page { source: diagnostics.source(), paint, out: String::new() };
    shown.iter().for_each(|diagnostic| page.remark(diagnostic));
    let hidden = |severity, all: usize| all - shown.iter().filter(|d| d.severity == severity).count();
    let (errors, warnings) = (diagnostics.errors(), diagnostics.warnings());
    if let Some(more) = counts(hidden(Severity::Error, errors), hidden(Severity::Warning, warnings), "more ") {
        page.line(format_args!("… and {more}"));
    }
    if let Some(all) = counts(errors, warnings, "") {
        page.line(format_args!("{all}"));
    }
    page.out
}

/// `3 errors, 1 warning`.
fn counts(errors: usize, warnings: usize, more: &str) -> Option<String> {
    let count = |n: usize, what: &str| match n {
        0 => None,
        1 => Some(format!("1 {more}{what}")),
        _ => Some(format!("{n} {more}{what}s")),
    };
    let parts: Vec<String> = [count(errors, "error"), count(warnings, "warning")].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// A place of a remark with its text.
struct Mark<'d> {
    line: u32,
    span: Span,
    text: &'d str,
    primary: bool,
}

/// What is shown of a line, and where the place stands in it, in characters.
struct Excerpt {
    text: String,
    indent: usize,
    width: usize,
    is_cut: bool,
}

struct Page<'d> {
    source: &'d Source,
    paint: Paint,
    out: String,
}

impl Page<'_> {
    fn remark(&mut self, diagnostic: &Diagnostic) {
        let (word, ink) = match diagnostic.severity {
            Severity::Error => ("error", Ink::Bad),
            Severity::Warning => ("warning", Ink::Doubt),
        };
        let head = self.paint.with(ink, &format!("{word}[{}]", diagnostic.code));
        let message = self.paint.with(Ink::Head, &format!(": {}", brief(&diagnostic.message)));
        self.line(format_args!("{head}{message}"));

        let primary = Mark { line: 0, span: diagnostic.span, text: &diagnostic.label, primary: true };
        let related = diagnostic.related.iter();
        let related = related.map(|(span, text)| Mark { line: 0, span: *span, text, primary: false });
        let mut marks: Vec<Mark<'_>> = std::iter::once(primary).chain(related).collect();
        marks.iter_mut().for_each(|mark| mark.line = self.source.position(mark.span.start).line);
        marks.sort_by_key(|mark| (mark.line, mark.span));

        let gutter = marks.last().map_or(1, |mark| mark.line.to_string().len());
        let arrow = self.paint.with(Ink::Frame, &format!("{:gutter$}-->", ""));
        let place = visible(self.source.locate(diagnostic.span).as_bytes());
        self.line(format_args!("{arrow} {place}"));
        let bar = self.paint.with(Ink::Frame, &format!("{:gutter$} |", ""));
        self.line(format_args!("{bar}"));
        let mut above: Option<(u32, bool)> = None;
        for mark in &marks {
            let excerpt = self.excerpt(mark);
            if above != Some((mark.line, false)) {
                if above.is_some_and(|(line, _)| mark.line > line + 1) {
                    self.line(format_args!("{}", self.paint.with(Ink::Frame, "...")));
                }
                let number = self.paint.with(Ink::Frame, &format!("{:gutter$} |", mark.line));
                self.line(format_args!("{number} {}", excerpt.text));
            }
            above = Some((mark.line, excerpt.is_cut));
            self.underline(&bar, mark, &excerpt, ink);
        }
        if let Some(hint) = &diagnostic.hint {
            let equals = self.paint.with(Ink::Frame, &format!("{:gutter$} =", ""));
            self.line(format_args!("{bar}\n{equals} hint: {}", brief(hint)));
        }
        self.out.push('\n');
    }

    fn underline(&mut self, bar: &str, mark: &Mark<'_>, excerpt: &Excerpt, ink: Ink) {
        let column = match (excerpt.is_cut, mark.primary) {
            (true, false) => format!(" (column {})", self.source.position(mark.span.start).column),
            _ => String::new(),
        };
        let carets = if mark.primary { "^" } else { "-" }.repeat(excerpt.width);
        let below = format!("{carets} {}{column}", brief(mark.text));
        let below = self.paint.with(if mark.primary { ink } else { Ink::Frame }, below.trim_end());
        self.line(format_args!("{bar} {:indent$}{below}", "", indent = excerpt.indent));
    }

    /// The line of a mark, cut to a window if it is long. A place that goes on behind its first line is
    /// shown to the end of that line.
    fn excerpt(&self, mark: &Mark<'_>) -> Excerpt {
        let line = self.source.line_around(mark.span.start).range();
        let bytes = &self.source.bytes()[line.clone()];
        let from = (mark.span.start as usize).clamp(line.start, line.end) - line.start;
        let to = (mark.span.end as usize).clamp(line.start + from, line.end) - line.start;
        let is_cut = bytes.len() > LONG;
        let (start, end) = if is_cut {
            // No character begins before the line, whatever its first bytes are.
            let start = if from <= BEFORE { 0 } else { boundary(bytes, from - BEFORE) };
            (start, boundary(bytes, start + LONG))
        } else {
            (0, bytes.len())
        };
        let dots = |shown: bool| if shown { "…" } else { "" };
        let before = format!("{}{}", dots(start > 0), visible(&bytes[start..from]));
        let width = visible(&bytes[from..to.min(end)]).chars().count().max(1);
        let behind = visible(&bytes[from..end]);
        let indent = before.chars().count();
        Excerpt { text: format!("{before}{behind}{}", dots(end < bytes.len())), indent, width, is_cut }
    }

    /// A line without spaces at its end.
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(text);
        self.out.truncate(self.out.trim_end_matches(' ').len());
        self.out.push('\n');
    }
}

/// The first offset from `at` on that does not split a character.
fn boundary(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.iter().skip(at).take(3);
    let inside = rest.take_while(|&&byte| byte & 0b1100_0000 == 0b1000_0000).count();
    (at + inside).min(bytes.len())
}

/// A text of ours without its middle if it is long: it may hold a name of any length.
fn brief(text: &str) -> String {
    const KEPT: usize = 200;
    let head = text.char_indices().nth(KEPT).map(|(at, _)| at);
    let tail = text.char_indices().rev().nth(KEPT).map(|(at, _)| at);
    match (head, tail) {
        (Some(head), Some(tail)) if head < tail => visible(format!("{}…{}", &text[..head], &text[tail..]).as_bytes()),
        _ => visible(text.as_bytes()),
    }
}

/// Text of one line that a terminal shows as it is: tabs are four spaces wide; what [`is_hidden`], and bytes that are
/// no UTF-8, become replacement characters, one each.
fn visible(bytes: &[u8]) -> String {
    let mut shown = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\t' => shown.push_str("    "),
                c if is_hidden(c) => shown.push(char::REPLACEMENT_CHARACTER),
                c => shown.push(c),
            }
        }
        shown.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    shown
}

//! Traces as text for people.
//!
//! First what is violated, where, and the state at the start; then a row for each step, with its line, the line of the
//! C program where it is known, the statement, and what it changes; last the calls that are open at the end and the
//! statement that is violated.
//!
//! A trace may have 2^64 steps. So there are two ways to print one. *Folded* (`fold`) it is for reading: calls that
//! returned are rows, with their effect; they are opened where they changed something, those near the end first, while
//! there is room, and long straight parts are left out in the middle (`plan`). The beginning, the end and what leads to it are
//! always there. *Unfolded* (`unfold`) it is for searching: every step, printed as it is found, until the end or
//! until nobody reads any more.
//!
//! For programs there are the traces of [`moped`] and the paths of [`newton`].

mod ending;
mod fold;
mod head;
pub(in crate::report) mod marked;
pub(in crate::report) mod moped;
pub(in crate::report) mod newton;
mod plan;
mod rows;
pub(in crate::report) mod statement;
pub(in crate::report) mod table;
mod unfold;
pub(in crate::report) mod values;

use crate::lang::program::Program;
use crate::lang::source::Source;
use crate::validate::Replayed;
use std::io::{self, Write};

/// How a trace is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceStyle {
    /// Whether every step is printed, however many there are.
    pub unfold: bool,
    /// How many lines there may be, unless it is unfolded; at least 120.
    pub lines: usize,
}

impl Default for TraceStyle {
    fn default() -> TraceStyle {
        TraceStyle { unfold: false, lines: 200 }
    }
}

/// Prints a trace.
///
/// # Errors
/// What the writer refuses: of a closed pipe, for instance, the caller may think that nobody wants to read on.
pub fn write(
    out: &mut dyn Write,
    program: &Program,
    source: &Source,
    replayed: &Replayed,
    style: &TraceStyle,
) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    let mut rows = rows::Rows::new(program, source, replayed);
    let head = head::lines(&rows, style);
    let ending = ending::lines(&rows, style);
    let lines = |out: &mut dyn Write, lines: &[String]| lines.iter().try_for_each(|line| writeln!(out, "{line}"));
    lines(&mut out, &head)?;
    if style.unfold {
        unfold::write(&mut out, &mut rows)?;
    } else {
        let room = style.lines.max(120) - head.len() - ending.len();
        fold::write(&mut out, &mut rows, room)?;
    }
    lines(&mut out, &ending)?;
    out.flush()
}

/// The rows of a folded trace, without what stands above and below them.
pub(in crate::report) fn rows(
    program: &Program,
    source: &Source,
    replayed: &Replayed,
    style: &TraceStyle,
) -> Vec<table::Row> {
    fold::make(&mut rows::Rows::new(program, source, replayed), style.lines)
}

/// A trace as text. Unfolded, it may be longer than any memory; see [`write()`].
pub fn text(program: &Program, source: &Source, replayed: &Replayed, style: &TraceStyle) -> String {
    let mut out = Vec::new();
    write(&mut out, program, source, replayed, style).expect("memory takes everything");
    String::from_utf8_lossy(&out).into_owned()
}

/// Which of `count` things are shown, if there may be many: all, or some at the beginning and more at the end. The
/// numbers at the beginning and at the end.
fn ends_of(count: usize, first: usize, last: usize) -> (usize, usize) {
    if count <= first + last + 1 { (count, 0) } else { (first, last) }
}

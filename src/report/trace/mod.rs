//! Traces as text for people.
//!
//! First what is violated, where, and the state at the start; then a row for each step, with its line, the line of the
//! C program where it is known, the statement, and what it changes and chooses; last the calls that are open at the end and the
//! statement that is violated.
//!
//! A trace may have 2^64 steps. So there are two ways to print one. *Folded* (`fold`) it is for reading: steps that tell nothing, such as `skip`,
//! have no row, rounds of a loop that go the same way are one row (`rounds`), and so are calls that
//! returned, with their effect; they are opened where they changed something, those near the end first, while
//! there is room, and long straight parts are left out in the middle (`plan`). The beginning, the end and what leads to it are
//! always there. Of a run that goes on for ever the two parts are shown one below the other, the loop under a line that says so ([`parts`]). If it is to be shown *why* the property is violated, only the steps have rows on which that depends ([`crate::verdict::why`]).
//! *Unfolded* (`unfold`) it is for searching: every step, printed as it is found, until the end or
//! until nobody reads any more.
//!
//! For programs there are the traces of [`moped`] and the paths of [`newton`].

mod c_view;
mod effect;
pub(in crate::report) mod elide;
mod ending;
mod fold;
mod head;
pub(in crate::report) mod marked;
pub(in crate::report) mod monitored;
pub(in crate::report) mod moped;
pub(in crate::report) mod newton;
pub(in crate::report) mod parts;
mod plan;
mod rounds;
mod rows;
pub(in crate::report) mod statement;
mod states;
pub(in crate::report) mod table;
mod told;
mod unfold;
pub(in crate::report) mod values;
mod ways;

use crate::lang::program::{ProcId, Program};
use crate::lang::source::Source;
use crate::pipeline::Loaded;
use crate::report::paint::Paint;
use crate::report::visible::visible;
use crate::validate::{Length, Replayed};
use crate::verdict::why::Why;
use std::io::{self, Write};
use values::Values;

/// How a trace is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceStyle {
    /// Whether every step is printed, however many there are.
    pub unfold: bool,
    /// Whether only those steps are printed on which the violation depends. Then nothing is unfolded. Of a run that goes on for ever that is not known.
    pub why: bool,
    /// Whose statements the rows are.
    pub view: View,
    /// How many lines there may be, unless it is unfolded; at least 120.
    pub lines: usize,
    /// How many characters a line may have, unless it is unfolded; at least 40.
    pub width: usize,
    /// The colors.
    pub paint: Paint,
}

/// Whose statements the rows of a trace are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Those of the Boolean program.
    #[default]
    Program,
    /// Those of the C program of which it was made, as far as the text tells, with predicates by their text. Nothing is unfolded then.
    C,
}

impl View {
    /// The variables of a procedure in its words.
    fn values<'a>(self, program: &'a Program, source: &'a Source, procedure: ProcId) -> Values<'a> {
        match self {
            View::Program => Values::of(program, source, procedure),
            View::C => Values::in_c(program, source, procedure),
        }
    }
}

/// Whether the text tells from which C program it was made.
pub fn is_from_c(loaded: &Loaded) -> bool {
    let Loaded { program, source, .. } = loaded;
    let mut places = program.procedure_ids().flat_map(|id| program.places(id));
    places.any(|place| program.c_origin(source, place).is_some())
}

/// No trace is unfolded that has more steps.
pub const MOST_STEPS: usize = 10_000_000;

/// Whether a trace is short enough to be unfolded.
pub fn can_be_unfolded(replayed: &Replayed) -> bool {
    *replayed.length() <= Length::of(MOST_STEPS)
}

impl Default for TraceStyle {
    fn default() -> TraceStyle {
        TraceStyle { unfold: false, why: false, view: View::Program, lines: 200, width: 80, paint: Paint::Plain }
    }
}

/// Prints a trace, [`visible`] text only but for the colors; folded, if it is longer than [`MOST_STEPS`].
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
    let why = if style.why { self::why(program, replayed) } else { None };
    let mut rows = rows::Rows::new(program, source, replayed, why.as_ref(), style);
    let head = head::lines(&rows, style);
    let ending = ending::lines(&rows, style);
    let lines = |out: &mut dyn Write, lines: &[String]| {
        lines.iter().try_for_each(|line| writeln!(out, "{}", visible(line.as_bytes())))
    };
    lines(&mut out, &head)?;
    if style.unfold && !style.why && style.view == View::Program && can_be_unfolded(replayed) {
        unfold::write(&mut out, &mut rows, style)?;
    } else {
        let room = style.lines.max(120) - head.len() - ending.len();
        fold::write(&mut out, &mut rows, style, room)?;
    }
    lines(&mut out, &ending)?;
    out.flush()
}

/// On what a violation depends; of a run that goes on for ever that is not known.
fn why(program: &Program, replayed: &Replayed) -> Option<Why> {
    let trace = replayed.trace();
    trace.turn.is_none().then(|| Why::of(program, trace))
}

/// The rows of a folded trace, for each of its parts that has any, without what stands above and below them; of each it is told whether it matters, if that is known.
pub(in crate::report) fn rows(
    program: &Program,
    source: &Source,
    replayed: &Replayed,
    style: &TraceStyle,
) -> Vec<(parts::Part, Vec<table::Row>)> {
    let why = why(program, replayed);
    fold::make(&mut rows::Rows::new(program, source, replayed, why.as_ref(), style), style.lines)
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

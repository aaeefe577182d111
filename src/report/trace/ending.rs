//! What stands below the steps: the calls that are open at the end, and the statement that is violated.

use super::elide::{middle, plain};
use super::marked::{because, fitted};
use super::rows::Rows;
use super::statement::Statement;
use super::{TraceStyle, View, c_view, ends_of};
use crate::lang::program::property::PropertyKind;
use crate::lang::program::{Expr, Kind, Place};
use crate::verdict::trace::{End, Run, Turn};

/// How many calls are listed at the beginning and at the end of a high stack.
const ENDS: (usize, usize) = (6, 18);

pub(super) fn lines(rows: &Rows<'_>, style: &TraceStyle) -> Vec<String> {
    let mut lines = vec![String::new(), "calls at the end".into()];
    stack(rows, style, &mut lines);
    lines.push(String::new());
    if let Some(last) = rows.trace.runs.last() {
        violated(rows, last, style, &mut lines);
    }
    lines
}

/// A line for each activation, the innermost last; one for several that wait for the same call.
fn stack(rows: &Rows<'_>, style: &TraceStyle, lines: &mut Vec<String>) {
    let mut stack: Vec<(Place, usize)> = Vec::new();
    for place in rows.trace.final_stack().map(|id| rows.end_place(rows.run(id))) {
        match stack.last_mut() {
            Some((last, count)) if *last == place => *count += 1,
            _ => stack.push((place, 1)),
        }
    }
    let (first, last) = if style.unfold { (stack.len(), 0) } else { ends_of(stack.len(), ENDS.0, ENDS.1) };
    let line = |&(place, count): &(Place, usize)| {
        let Statement { origin, text, .. } = Statement::at(rows.program, rows.source, place);
        let text = match style.view {
            View::Program => text,
            View::C => c_view::statement(&text, &style.view.values(rows.program, rows.source, place.procedure)),
        };
        let name = rows.program.name(rows.program[place.procedure].name);
        let function = rows.program.c_function(place.procedure).filter(|function| function.name != name);
        let name =
            name.to_string() + &function.map_or(String::new(), |function| format!(" ({})", plain(&function.name, 40)));
        let times = if count > 1 { format!("  ({count} times)") } else { String::new() };
        [name, rows.source.locate(rows.program.span(place)), origin, text + &times]
    };
    let shown = stack[..first].iter().chain(&stack[stack.len() - last..]).map(line).collect::<Vec<_>>();
    let width = |column: usize| shown.iter().map(|cells| cells[column].chars().count()).max().unwrap_or(0);
    let (name, at, origin) = (width(0), width(1), width(2));
    for (index, cells) in shown.iter().enumerate() {
        if index == first {
            let left_out = &stack[first..stack.len() - last];
            lines.push(format!("  ... {} more ...", left_out.iter().map(|(_, count)| count).sum::<usize>()));
        }
        let origin = if origin > 0 { format!("{:<origin$}  ", cells[2]) } else { String::new() };
        let before = format!("  {:<name$}  {:<at$}  {origin}", cells[0], cells[1]);
        let room = style.width.saturating_sub(before.chars().count());
        // Where a place is, is never cut: there is a line more instead.
        match cells[3].chars().count() <= room {
            true => lines.push(format!("{before}{}", cells[3])),
            false => {
                lines.push(before.trim_end().to_string());
                lines.push(format!("    {}", middle(&cells[3], style.width.saturating_sub(4).max(8))));
            }
        }
    }
}

/// The line of the violated statement with a caret below its condition, and the values in it.
fn violated(rows: &Rows<'_>, run: &Run, style: &TraceStyle, lines: &mut Vec<String>) {
    let Rows { program, source, trace, .. } = *rows;
    let place = trace.property.place;
    let because = |cond: Expr| {
        let choices = match (&trace.turn, &run.end) {
            (Some(Turn::Over { choices }), _) | (None, End::Violation { choices }) => Some(choices),
            _ => None,
        };
        because(&style.view.values(program, source, run.procedure), cond, &run.exit, choices)
    };
    let (span, what) = match (&trace.turn, &trace.property.kind, program[place].kind) {
        (Some(Turn::Again { .. }), ..) => (program.span(place), "the loop begins again".into()),
        (None, PropertyKind::Label(label), _) => (program.span(place), format!("control is at {label}")),
        (None, PropertyKind::Place, _) => (program.span(place), "control is here".into()),
        (_, _, Kind::Assert(cond)) => (program.expr_span(cond), format!("does not hold{}", because(cond))),
        (_, _, Kind::AbortIf(cond)) => (program.expr_span(cond), format!("holds{}", because(cond))),
        (Some(Turn::Over { .. }), ..) => (program.span(place), "the run is over".into()),
        (None, ..) => (program.span(place), String::new()),
    };
    lines.extend(fitted(source, span, &what, style.width));
}

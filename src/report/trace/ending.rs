//! What stands below the steps: the calls that are open at the end, and the statement that is violated.

use super::rows::Rows;
use super::statement::{Statement, plain};
use super::values::{Values, list};
use super::{TraceStyle, ends_of};
use crate::lang::program::property::PropertyKind;
use crate::lang::program::{Expr, Kind, Node, Place, Var};
use crate::lang::source::{Span, Told};
use crate::verdict::trace::{End, Run};

/// How many calls are listed at the beginning and at the end of a high stack.
const ENDS: (usize, usize) = (6, 18);

/// How many characters of a line, and of a list of values, are shown.
const WIDTH: usize = 100;

pub(super) fn lines(rows: &Rows<'_>, style: &TraceStyle) -> Vec<String> {
    let mut lines = vec![String::new(), "calls at the end".into()];
    stack(rows, style, &mut lines);
    lines.push(String::new());
    if let Some(last) = rows.trace.runs.last() {
        violated(rows, last, &mut lines);
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
        lines.push(format!("  {:<name$}  {:<at$}  {origin}{}", cells[0], cells[1], cells[3]));
    }
}

/// The line of the violated statement with a caret below its condition, and the values in it.
fn violated(rows: &Rows<'_>, run: &Run, lines: &mut Vec<String>) {
    let Rows { program, source, trace, .. } = *rows;
    let place = trace.property.place;
    let (span, what) = match (&trace.property.kind, program[place].kind) {
        (PropertyKind::Label(label), _) => (program.span(place), format!("control is at {label}")),
        (_, Kind::Assert(cond)) => (program.expr_span(cond), format!("does not hold{}", because(rows, run, cond))),
        (_, Kind::AbortIf(cond)) => (program.expr_span(cond), format!("holds{}", because(rows, run, cond))),
        (_, _) => (program.span(place), String::new()),
    };
    let line = source.position(span.start).line;
    if let Told::As(text) = source.told(span.start) {
        lines.push(format!("{line} | {}", plain(text, WIDTH)));
        return;
    }
    let whole = source.line_around(span.start);
    let chars = |start: u32, end: u32| source.text(Span { start, end }).chars().count();
    let before = chars(whole.start, span.start);
    let length = chars(span.start, span.end.min(whole.end)).max(1);
    let (text, before, length) = excerpt(&source.text(whole), before, length);
    let number = line.to_string();
    lines.push(format!("{number} | {text}"));
    let carets = "^".repeat(length);
    lines.push(format!("{:width$} | {:before$}{carets} {what}", "", "", width = number.len()));
}

/// The values of the variables in a condition, and how its choices are resolved.
fn because(rows: &Rows<'_>, run: &Run, cond: Expr) -> String {
    let mut vars: Vec<Var> = Vec::new();
    let mut choices: Vec<usize> = Vec::new();
    for node in rows.program.expr_nodes(cond) {
        match *node {
            Node::Var(var) => vars.push(var),
            Node::Choice(index) | Node::Schoose(_, _, index) => choices.push(index as usize),
            _ => {}
        }
    }
    vars.sort_unstable();
    vars.dedup();
    let values = Values::of(rows.program, rows.source, run.procedure);
    let resolved = match &run.end {
        End::Violation { choices: bits } => {
            choices.iter().map(|&index| format!("*={}", u8::from(bits[index]))).collect()
        }
        _ => Vec::new(),
    };
    let all: Vec<String> = vars.iter().map(|&var| values.show(var, run.exit.get(var))).chain(resolved).collect();
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

//! Every step of a trace, one after the other. Nothing is held in memory but the calls that are open, so it does not
//! matter how long it takes.

use super::TraceStyle;
use super::parts::Stretch;
use super::rows::Rows;
use super::table::{Table, WIDEST};
use crate::lang::program::Place;
use crate::verdict::trace::{End, RunId};
use std::io::{self, Write};

/// A run of which a part is printed.
struct Frame {
    run: RunId,
    /// The next step.
    step: usize,
    /// The first step that is not printed.
    end: usize,
}

/// Writes title and rows.
pub(super) fn write(out: &mut dyn Write, rows: &mut Rows<'_>, style: &TraceStyle) -> io::Result<()> {
    rows.longest = usize::MAX;
    let known = rows.trace.final_stack().take(64).any(|id| rows.is_from_c(id));
    let origin = if known { 14 } else { 0 };
    let table = Table { line: 6, origin, text: 48, widest: WIDEST, width: usize::MAX, paint: style.paint };
    table.title(out, "effect")?;
    for stretch in Stretch::all(rows.trace) {
        table.heading(out, stretch.part)?;
        for depth in stretch.levels.clone() {
            let (id, steps) = stretch.steps(rows.trace, depth);
            inside(out, rows, &table, depth, Frame { run: id, step: steps.start, end: steps.end })?;
            if stretch.has_end(depth) {
                let run = rows.run(id);
                let row = match &run.end {
                    End::Violation { .. } => rows.violation(depth),
                    _ => rows.opened(rows.end_place(run), RunId(id.0 + 1), depth),
                };
                table.row(out, &row)?;
            }
        }
    }
    Ok(())
}

/// Steps of an activation of the final stack, and of all that it calls and that returns.
fn inside(out: &mut dyn Write, rows: &mut Rows<'_>, table: &Table, depth: usize, frame: Frame) -> io::Result<()> {
    let mut frames = vec![frame];
    while let Some(frame) = frames.last_mut() {
        let run = rows.run(frame.run);
        let (id, index) = (frame.run, frame.step);
        frame.step += 1;
        let step = run.steps[..frame.end].get(index);
        let height = depth + frames.len() - 1;
        match step {
            Some(step) if rows.is_silent(run, step) => {}
            Some(step) => match step.call {
                Some(callee) => {
                    let place = Place { procedure: run.procedure, point: step.point };
                    table.row(out, &rows.opened(place, callee, height))?;
                    frames.push(Frame { run: callee, step: 0, end: rows.run(callee).steps.len() });
                }
                None => table.row(out, &rows.step(id, index, height))?,
            },
            None => {
                frames.pop();
                if let Some(caller) = frames.last() {
                    let row = rows.returned(caller.run, caller.step - 1, height);
                    row.iter().try_for_each(|row| table.row(out, row))?;
                }
            }
        }
    }
    Ok(())
}

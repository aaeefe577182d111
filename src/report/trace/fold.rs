//! A trace in as many rows as there is room for.

use super::parts::Part;
use super::plan::{Item, Plan, Shown};
use super::rows::Rows;
use super::table::{Row, Table};
use super::{TraceStyle, View, c_view};
use crate::lang::program::Place;
use crate::validate::Length;
use crate::verdict::trace::{End, Run, RunId};
use std::io::{self, Write};
use std::ops::Range;

/// Writes title and rows.
pub(super) fn write(out: &mut dyn Write, rows: &mut Rows<'_>, style: &TraceStyle, room: usize) -> io::Result<()> {
    let mut parts = make(rows, room.saturating_sub(1));
    if style.view == View::C {
        parts.iter_mut().for_each(|(_, rows)| *rows = c_view::joined(std::mem::take(rows)));
    }
    let table = Table::fit(parts.iter().flat_map(|(_, rows)| rows), style.width, style.paint);
    table.title(out, "effect")?;
    for (part, rows) in &parts {
        table.heading(out, *part)?;
        rows.iter().try_for_each(|row| table.row(out, row))?;
    }
    Ok(())
}

/// The rows alone, for each part of the trace that has any.
pub(super) fn make(rows: &mut Rows<'_>, room: usize) -> Vec<(Part, Vec<Row>)> {
    let plan = Plan::new(rows, room);
    let mut folder = Folder { rows, plan: &plan, made: Vec::new() };
    let mut parts = Vec::new();
    let mut shown = plan.shown.iter();
    // A part begins in the activation in which the one before it ends, and is indented as that is.
    let mut depth = 0;
    for leg in &plan.legs {
        let left_out = leg.left_out();
        for (level, shown) in leg.levels().zip(&mut shown) {
            if level > leg.stretch.levels.start {
                depth += 1;
            }
            if level == left_out.end && !left_out.is_empty() {
                // The row of those that are left out takes one step of the indentation.
                folder.frames_left_out(left_out.clone(), depth);
                depth += 1;
            }
            folder.run(shown, depth);
            if shown.has_end {
                folder.stack_end(shown.run, depth);
            }
        }
        parts.push((leg.stretch.part, std::mem::take(&mut folder.made)));
    }
    parts.retain(|(_, rows)| !rows.is_empty());
    parts
}

struct Folder<'f, 'a> {
    rows: &'f mut Rows<'a>,
    plan: &'f Plan,
    made: Vec<Row>,
}

impl Folder<'_, '_> {
    /// The rows of a run, but for its end. Goes as deep as calls are opened, so not deeper than there are rows.
    fn run(&mut self, shown: &Shown, depth: usize) {
        let (first, last) = shown.ends;
        let (before, after) = (first, shown.items.len() - last);
        for index in 0..before {
            self.item(shown, index, depth);
        }
        if let Some(left_out) = shown.items.get(before..after).filter(|items| !items.is_empty()) {
            let steps = left_out[0].steps().start..left_out[left_out.len() - 1].steps().end;
            self.made.push(self.rows.left_out(shown.run, steps, depth));
        }
        for index in after.max(before)..shown.items.len() {
            self.item(shown, index, depth);
        }
    }

    fn item(&mut self, shown: &Shown, index: usize, depth: usize) {
        let step = match &shown.items[index] {
            Item::Step(step) => *step,
            Item::Rounds { steps, count } => {
                self.made.push(self.rows.rounds(shown.run, steps.clone(), *count, depth));
                return;
            }
        };
        let matters = self.rows.matters(shown.run, step);
        let Some(&opened) = shown.opened.get(&index) else {
            let row = self.rows.step(shown.run, step, depth);
            self.made.push(Row { matters, ..row });
            return;
        };
        let opened = &self.plan.shown[opened];
        let run = self.rows.run(shown.run);
        let place = Place { procedure: run.procedure, point: run.steps[step].point };
        let row = self.rows.opened(place, opened.run, depth);
        self.made.push(Row { matters, ..row });
        self.run(opened, depth + 1);
        let row = self.rows.returned(shown.run, step, depth + 1);
        self.made.extend(row.map(|row| Row { matters, ..row }));
    }

    /// The last row of an activation of the final stack.
    fn stack_end(&mut self, id: RunId, depth: usize) {
        let run: &Run = self.rows.run(id);
        let place = self.rows.end_place(run);
        let row = match &run.end {
            End::Violation { .. } => self.rows.violation(depth),
            End::Calling { .. } | End::Returned { .. } => self.rows.opened(place, RunId(id.0 + 1), depth),
        };
        // Without it nobody would be where the violation is.
        let matters = self.rows.why.map(|_| true);
        self.made.push(Row { matters, ..row });
    }

    /// The row for the activations of a high stack that are not shown.
    fn frames_left_out(&mut self, frames: Range<usize>, depth: usize) {
        let first = self.rows.trace.runs.len() - self.rows.trace.stack;
        let mut length = Length::default();
        let lengths = &self.rows.lengths[first + frames.start..first + frames.end];
        lengths.iter().for_each(|more| length.add(more));
        let text = format!("... {} more calls ...", Length::of(frames.len()));
        self.made.push(Row { depth, text, effect: format!("({length} steps)"), ..Row::default() });
    }
}

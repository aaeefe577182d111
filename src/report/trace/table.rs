//! The rows of a trace, in columns.

use super::statement::plain;
use crate::lang::program::Place;
use std::io::{self, Write};

/// One row.
#[derive(Clone, Debug, Default)]
pub(in crate::report) struct Row {
    /// Where control is, unless the row stands for what is left out.
    pub(in crate::report) place: Option<Place>,
    /// The line of the program, or several.
    pub(in crate::report) line: String,
    /// The line of the C program.
    pub(in crate::report) origin: String,
    /// How many calls are open.
    pub(in crate::report) depth: usize,
    /// The statement.
    pub(in crate::report) text: String,
    /// What it does.
    pub(in crate::report) effect: String,
}

/// How wide the columns are.
#[derive(Clone, Copy, Debug)]
pub(in crate::report) struct Table {
    /// Width of the lines of the program.
    pub(in crate::report) line: usize,
    /// Width of the lines of the C program; 0 if there are none.
    pub(in crate::report) origin: usize,
    /// Width of the statements with their indentation.
    pub(in crate::report) text: usize,
}

/// Deeper calls are indented no more; the number of calls stands before them.
const DEEPEST: usize = 18;

/// How wide statements with their indentation may be.
const WIDEST: usize = 72;

impl Row {
    /// Statement and indentation, cut so that they fit into the column.
    fn indented(&self) -> String {
        let indentation = match self.depth {
            0..=DEEPEST => " ".repeat(2 * self.depth),
            _ => format!("{:width$}[depth {}] ", "", self.depth, width = 2 * DEEPEST - 10),
        };
        let text = plain(&self.text, WIDEST - indentation.len());
        indentation + &text
    }
}

impl Table {
    /// Columns for these rows.
    pub(in crate::report) fn fit(rows: &[Row]) -> Table {
        let widest = |width: fn(&Row) -> usize| rows.iter().map(width).max().unwrap_or(0);
        Table {
            line: widest(|row| row.line.len()).max(4),
            origin: widest(|row| row.origin.chars().count()),
            text: widest(|row| row.indented().chars().count()).max(24),
        }
    }

    /// The titles of the columns; `effect` is that of the last.
    pub(in crate::report) fn title(&self, out: &mut dyn Write, effect: &str) -> io::Result<()> {
        let origin = if self.origin > 0 { "C program" } else { "" };
        let title = Row {
            line: "line".into(),
            origin: origin.into(),
            text: "statement".into(),
            effect: effect.into(),
            ..Row::default()
        };
        self.row(out, &title)
    }

    /// One row, without blanks at its end.
    pub(in crate::report) fn row(&self, out: &mut dyn Write, row: &Row) -> io::Result<()> {
        let mut text = format!("{:>width$}  ", row.line, width = self.line);
        if self.origin > 0 {
            text += &format!("{:<width$}  ", row.origin, width = self.origin.max(9));
        }
        text += &format!("{:<width$}  {}", row.indented(), row.effect, width = self.text);
        writeln!(out, "{}", text.trim_end())
    }
}

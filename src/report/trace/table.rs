//! The rows of a trace, in columns, on lines that are not longer than they may be.

use super::elide::{in_lines, middle, plain};
use super::parts::Part;
use crate::lang::program::Place;
use crate::report::paint::{Ink, Paint};
use crate::report::visible::visible;
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
    /// What the effect means to its reader.
    pub(in crate::report) ink: Option<Ink>,
    /// Whether the violation depends on it, if that is known.
    pub(in crate::report) matters: Option<bool>,
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
    /// How wide a statement with its indentation may be; wider than the column it moves its effect to the right.
    pub(in crate::report) widest: usize,
    /// How long lines may be. An effect that does not fit has lines of its own.
    pub(in crate::report) width: usize,
    /// The colors.
    pub(in crate::report) paint: Paint,
}

/// Deeper calls are indented no more; the number of calls stands before them.
const DEEPEST: usize = 18;

/// How wide statements with their indentation may be.
pub(super) const WIDEST: usize = 72;

/// How much room statements get where there is little.
const LEAST: usize = 24;

impl Row {
    /// Statement and indentation, cut so that they fit into the column.
    fn indented(&self, widest: usize) -> String {
        let deepest = DEEPEST.min(widest / 4);
        let indentation = match self.depth {
            depth if depth <= deepest => " ".repeat(2 * depth),
            depth => {
                let told = format!("[depth {depth}] ");
                " ".repeat((2 * deepest).saturating_sub(told.len())) + &told
            }
        };
        let room = widest.saturating_sub(indentation.chars().count()).max(8);
        indentation + &middle(&plain(&visible(self.text.as_bytes()), usize::MAX), room)
    }
}

impl Table {
    /// Columns for these rows, on lines of so many characters.
    pub(in crate::report) fn fit<'r>(
        rows: impl IntoIterator<Item = &'r Row, IntoIter: Clone>,
        width: usize,
        paint: Paint,
    ) -> Table {
        let rows = rows.into_iter();
        let widest = |width: fn(&Row) -> usize| rows.clone().map(width).max().unwrap_or(0);
        let text = widest(|row| row.indented(WIDEST).chars().count()).max(LEAST);
        // A view of the C program has no lines of ours.
        let line = match widest(|row| row.line.len()) {
            0 if rows.clone().next().is_some() => 0,
            longest => longest.max(4),
        };
        let origin = widest(|row| row.origin.chars().count());
        let table = Table { line, origin, text, widest: WIDEST, width, paint };
        let beside = width.saturating_sub(table.left() + 2);
        if text + widest(|row| row.effect.chars().count()) <= beside {
            return table;
        }
        let text = text.min((beside * 3 / 4).max(LEAST));
        Table { text, widest: text, ..table }
    }

    /// How far the statements are from the left edge.
    fn left(&self) -> usize {
        let column = |width: usize, least: usize| if width > 0 { width.max(least) + 2 } else { 0 };
        column(self.line, 0) + column(self.origin, 9)
    }

    /// The titles of the columns; `effect` is that of the last.
    pub(in crate::report) fn title(&self, out: &mut dyn Write, effect: &str) -> io::Result<()> {
        let origin = if self.origin > 0 { "C program" } else { "" };
        let title = Row {
            line: if self.line > 0 { "line".into() } else { String::new() },
            origin: origin.into(),
            text: "statement".into(),
            effect: effect.into(),
            ink: Some(Ink::Head),
            ..Row::default()
        };
        self.row(out, &title)
    }

    /// The line above the rows of a part of a trace, if it has one.
    pub(super) fn heading(&self, out: &mut dyn Write, part: Part) -> io::Result<()> {
        part.heading().map_or(Ok(()), |heading| writeln!(out, "{}", self.paint.with(Ink::Head, &heading)))
    }

    /// One row, without blanks at its end.
    pub(in crate::report) fn row(&self, out: &mut dyn Write, row: &Row) -> io::Result<()> {
        let mut text = match self.line {
            0 => String::new(),
            width => format!("{:>width$}  ", row.line),
        };
        if self.origin > 0 {
            text += &format!("{:<width$}  ", visible(row.origin.as_bytes()), width = self.origin.max(9));
        }
        let effect = visible(row.effect.as_bytes());
        let statement = row.indented(self.widest);
        let painted = |effect: &str| row.ink.map_or(effect.to_string(), |ink| self.paint.with(ink, effect));
        let before = self.left() + statement.chars().count().max(self.text) + 2;
        if effect.is_empty() || before + effect.chars().count() <= self.width {
            text += &format!("{statement:<width$}  ", width = self.text);
            return match effect.is_empty() {
                true => writeln!(out, "{}", text.trim_end()),
                false => writeln!(out, "{text}{}", painted(&effect)),
            };
        }
        writeln!(out, "{}{statement}", text)?;
        let indentation = self.left() + (statement.chars().count() - statement.trim_start().chars().count()) + 4;
        for line in in_lines(&effect, self.width.saturating_sub(indentation).max(LEAST)) {
            writeln!(out, "{:indentation$}{}", "", painted(&line))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(width: usize, paint: Paint) -> String {
        let row = |depth, text: &str, effect: &str| Row {
            line: "7".into(),
            depth,
            text: text.into(),
            effect: effect.into(),
            ink: Some(Ink::Change),
            ..Row::default()
        };
        let rows =
            [row(0, "skip", ""), row(1, "{p->first==0}, {p->last==q} := T, F", "{p->first==0}=1, {p->last==q}=0")];
        let mut out = Vec::new();
        let table = Table::fit(&rows, width, paint);
        rows.iter().for_each(|row| table.row(&mut out, row).expect("memory takes everything"));
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn an_effect_that_does_not_fit_has_lines_of_its_own() {
        let wide = "   7  skip\n   7    {p->first==0}, {p->last==q} := T, F  {p->first==0}=1, {p->last==q}=0\n";
        assert_eq!(shown(80, Paint::Plain), wide);
        let narrow =
            "   7  skip\n   7    {p->first==0}, {p->last==q} := T, F\n            {p->first==0}=1, {p->last==q}=0\n";
        assert_eq!(shown(60, Paint::Plain), narrow);
        let narrowest =
            "   7  skip\n   7    {p->first=...} := T, F\n            {p->first==0}=1,\n            {p->last==q}=0\n";
        assert_eq!(shown(40, Paint::Plain), narrowest);
        let painted = "   7    {p->first==0}, {p->last==q} := T, F  \x1b[1;36m{p->first==0}=1, {p->last==q}=0\x1b[0m\n";
        assert!(shown(80, Paint::Ansi).ends_with(painted));
    }
}

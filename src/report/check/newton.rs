//! The result of a check as input for Newton, SLAM's judge of paths through the C program; `docs/slam.md` describes it.
//!
//! What is no path is a comment: a line for each property with its answer, and last the verdict or the error.

use super::{Ending, FileReport, text};
use crate::outcome::Verdict;
use crate::report::paint::Paint;
use crate::report::trace::{MOST_STEPS, newton};
use crate::validate::Length;
use std::io::{self, Write};

/// Writes what became of one input.
///
/// # Errors
/// Those of `out`.
pub fn write(report: &FileReport, out: &mut dyn Write) -> io::Result<()> {
    if let Ending::Decided(loaded, decided) = &report.ending {
        for (index, decision) in decided.outcome.decisions.iter().enumerate() {
            writeln!(out, "// {}", text::property(loaded, loaded.number(index), decision, Paint::Plain))?;
            let Verdict::Unsafe(replayed) = &decision.verdict else { continue };
            let labels = newton::write(out, &loaded.program, &loaded.source, replayed.trace())?;
            if labels == Length::default() {
                writeln!(out, "// there is no label c2bp_b_ or c2bp_i_ on this path")?;
            } else if labels > Length::of(MOST_STEPS) {
                writeln!(out, "// there are {labels} labels on this path: too many to be written")?;
            }
        }
    }
    match (report.overall(), report.error()) {
        (Some(overall), _) => writeln!(out, "// verdict: {overall}"),
        (None, error) => error.map_or(Ok(()), |error| writeln!(out, "// error: {error}")),
    }
}

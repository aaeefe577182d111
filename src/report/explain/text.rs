//! The steps of a log as lines of text.

use super::words::Words;
use crate::explain::{Event, Log};
use std::io::{self, Write};

/// Writes what was asked, and each step with its number. Of `only` steps, from 1, if that is given.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, log: &Log, only: Option<usize>) -> io::Result<()> {
    writeln!(out, "{} on {}", log.engine, log.input.path)?;
    for (number, target) in log.targets.iter().enumerate() {
        writeln!(out, "property {}: {} (line {})", number + 1, target.text, target.line)?;
    }
    if log.targets.is_empty() && log.input.is_program {
        writeln!(out, "no property, so there is nothing to decide: --label names a label that no run may reach")?;
    }
    writeln!(out)?;
    let mut words = Words::new(log);
    let width = log.events.len().max(1).to_string().len();
    for (number, event) in log.events.iter().enumerate().take(only.unwrap_or(usize::MAX)) {
        let said = words.next(number, event);
        // What follows from a transition stands below it.
        let indent = if matches!(event, Event::Grew { .. }) { "  " } else { "" };
        writeln!(out, "{:>width$}  {indent}{said}", number + 1)?;
        if let Event::Grew { weight: Some(weight), .. } = event {
            for part in weight.split("; ") {
                writeln!(out, "{:width$}      {part}", "")?;
            }
        }
    }
    if log.events.is_empty() && !log.targets.is_empty() && log.left_out == 0 {
        writeln!(out, "no steps: the engine tells none, or a limit was hit before the first")?;
    }
    if log.left_out > 0 {
        writeln!(out, "... {} more steps, which were not kept", log.left_out)?;
    }
    Ok(())
}

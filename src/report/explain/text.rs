//! The steps of a log as lines of text.

use crate::engine::account::Sentence;
use crate::explain::Log;
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
    let width = log.events.steps().max(1).to_string().len();
    let sentences = log.events.sentences(log.scene());
    for (number, Sentence { text, follows, below }) in sentences.iter().enumerate().take(only.unwrap_or(usize::MAX)) {
        // What follows from a step stands below it.
        let indent = if *follows { "  " } else { "" };
        writeln!(out, "{:>width$}  {indent}{text}", number + 1)?;
        for line in below {
            writeln!(out, "{:width$}      {line}", "")?;
        }
    }
    if sentences.is_empty() && !log.targets.is_empty() && log.left_out == 0 {
        writeln!(out, "no steps: the engine tells none, or a limit was hit before the first")?;
    }
    if log.left_out > 0 {
        writeln!(out, "... {} more steps, which were not kept", log.left_out)?;
    }
    Ok(())
}

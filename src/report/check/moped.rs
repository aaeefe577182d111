//! The result of a check as Moped says it: `YES.` if a run violates a property, `NO.` if none does; `docs/slam.md` describes it. Asked for what all runs are to
//! satisfy, Moped says the opposite, and so it is here: `YES.` if they do.
//!
//! What is not known is `UNDECIDED.`, a word in which nobody finds the other two.

use super::{Ending, FileReport};
use crate::outcome::{Overall, Verdict};
use crate::report::trace::{can_be_unfolded, moped};
use std::io::{self, Write};

/// Writes the answer, and, if the trace is wanted and can be unfolded, that of the first property found violated. If there is no answer because of an error,
/// nothing is written.
///
/// # Errors
/// Those of `out`.
pub fn write(report: &FileReport, unfold: bool, out: &mut dyn Write) -> io::Result<()> {
    let asks_of_runs = matches!(&report.ending, Ending::Decided(loaded, _) if loaded.asks_of_runs());
    match report.overall() {
        Some(Overall::Unsafe) => writeln!(out, "{}", if asks_of_runs { "NO." } else { "YES." })?,
        Some(Overall::Safe) => writeln!(out, "{}", if asks_of_runs { "YES." } else { "NO." })?,
        Some(Overall::Unknown(_)) => writeln!(out, "UNDECIDED.")?,
        None => {}
    }
    let Ending::Decided(loaded, decided) = &report.ending else { return Ok(()) };
    let mut traces = decided.outcome.decisions.iter().filter_map(|decision| match &decision.verdict {
        Verdict::Unsafe(replayed) => Some(replayed),
        _ => None,
    });
    match traces.next().filter(|replayed| unfold && can_be_unfolded(replayed)) {
        Some(replayed) => {
            writeln!(out, "\n--- START ---")?;
            moped::write(out, &loaded.program, replayed.trace())
        }
        None => Ok(()),
    }
}

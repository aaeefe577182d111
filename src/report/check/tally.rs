//! How many inputs had which answer, in one line.

use super::FileReport;
use crate::outcome::Overall;
use std::fmt;

/// Counts answers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    safe: usize,
    violated: usize,
    unknown: usize,
    errors: usize,
}

impl Tally {
    /// Counts one more.
    pub fn add(&mut self, report: &FileReport) {
        let count = match report.overall() {
            Some(Overall::Safe) => &mut self.safe,
            Some(Overall::Unsafe) => &mut self.violated,
            Some(Overall::Unknown(_)) => &mut self.unknown,
            None => &mut self.errors,
        };
        *count += 1;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { safe, violated, unknown, errors } = *self;
        let files = safe + violated + unknown + errors;
        let plural = |n| if n == 1 { "" } else { "s" };
        let counts = [(safe, "SAFE"), (violated, "UNSAFE"), (unknown, "UNKNOWN")];
        let counts = counts.into_iter().filter(|&(count, _)| count > 0).map(|(count, word)| format!("{count} {word}"));
        let errors = (errors > 0).then(|| format!("{errors} error{}", plural(errors)));
        let counts: Vec<String> = counts.chain(errors).collect();
        write!(f, "{files} file{}: {}", plural(files), counts.join(", "))
    }
}

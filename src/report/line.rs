//! One line that is written over again and again, for a terminal.

use super::visible::visible;
use crate::budget::Probe;
use std::io::Write;
use std::time::Duration;

/// How often the line is renewed.
const PAUSE: Duration = Duration::from_millis(200);

/// To the first column, and erase to the end of the line.
const ERASE: &str = "\r\x1b[K";

/// The line. Failures to write are ignored: it is for looking at only.
pub struct Line<'a> {
    out: &'a mut dyn Write,
    clock: Probe<Duration>,
    /// When it may be renewed.
    due: Duration,
    shown: bool,
}

impl<'a> Line<'a> {
    /// No line yet. `clock` tells the time since the start; in the first moments nothing is shown.
    pub fn new(out: &'a mut dyn Write, clock: Probe<Duration>) -> Line<'a> {
        let due = clock() + PAUSE;
        Line { out, clock, due, shown: false }
    }

    /// The time, if the line is to be renewed now.
    pub fn is_due(&self) -> Option<Duration> {
        Some((self.clock)()).filter(|&now| now >= self.due)
    }

    /// Shows this text at a time that [`Line::is_due`] told.
    pub fn show(&mut self, now: Duration, text: &str) {
        self.due = now.saturating_add(PAUSE);
        // A line that wraps cannot be erased.
        let text: String = visible(text.as_bytes()).chars().take(79).collect();
        let _ = write!(self.out, "{ERASE}{text}").and_then(|()| self.out.flush());
        self.shown = true;
    }

    /// Erases the line. To be called before anything else is written.
    pub fn erase(&mut self) {
        if self.shown {
            let _ = write!(self.out, "{ERASE}").and_then(|()| self.out.flush());
            self.shown = false;
        }
    }
}

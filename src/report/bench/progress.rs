//! What is being measured.

use crate::budget::Probe;
use crate::report::line::Line;
use std::io::Write;
use std::time::Duration;

/// Tells it on one line of a terminal.
pub struct Progress<'a> {
    line: Line<'a>,
    clock: Probe<Duration>,
}

impl<'a> Progress<'a> {
    /// Nothing yet. `clock` tells the time since the start.
    pub fn new(terminal: &'a mut dyn Write, clock: Probe<Duration>) -> Progress<'a> {
        Progress { line: Line::new(terminal, clock.clone()), clock }
    }

    /// A check begins. It is shown at once: it may take as long as it is allowed to.
    pub fn began(&mut self, table: &str, command: &str, engine: &str) {
        self.line.show((self.clock)(), &format!("{table}: {command} by {engine}"));
    }

    /// Erases the line. To be called before anything else is written.
    pub fn erase(&mut self) {
        self.line.erase();
    }
}

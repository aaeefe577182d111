//! How far an engine is.

use super::line::Line;
use crate::budget::Probe;
use crate::engine::{Event, Observer};
use std::io::Write;
use std::time::Duration;

/// Writes a line of progress. Failures to write are ignored: it is for looking at only.
pub struct Progress<'a> {
    line: Line<'a>,
    name: &'a str,
    properties: usize,
    reached: usize,
}

impl<'a> Progress<'a> {
    /// Progress of checking `properties` properties of the input `name`. `clock` tells the time since the start; in the
    /// first moments nothing is shown.
    pub fn new(out: &'a mut dyn Write, clock: Probe<Duration>, name: &'a str, properties: usize) -> Progress<'a> {
        let line = Line::new(out, clock);
        Progress { line, name, properties, reached: 0 }
    }

    /// Erases the line. To be called before anything else is written.
    pub fn erase(&mut self) {
        self.line.erase();
    }
}

impl Observer for Progress<'_> {
    fn event(&mut self, event: &Event<'_>) {
        let what = match event {
            Event::Reached { .. } => {
                self.reached += 1;
                return;
            }
            Event::Progress(what) => what,
            _ => return,
        };
        let Some(now) = self.line.is_due() else { return };
        let (name, seconds) = (self.name, now.as_secs_f64());
        let Progress { properties, reached, .. } = *self;
        self.line.show(now, &format!("{name}: {seconds:.1} s, {what}; {reached} of {properties} violated"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn the_line_is_renewed_now_and_then_and_erased() {
        let now = Arc::new(AtomicU64::new(0));
        let clock: Probe<Duration> = {
            let now = Arc::clone(&now);
            Arc::new(move || Duration::from_millis(now.load(Ordering::Relaxed)))
        };
        let mut out = Vec::new();
        let mut progress = Progress::new(&mut out, clock, "x.bp", 2);
        progress.event(&Event::Progress(&"1 path edge"));
        progress.event(&Event::Reached { target: 1 });
        now.store(1000, Ordering::Relaxed);
        progress.event(&Event::Progress(&"5 path edges"));
        progress.event(&Event::Progress(&"6 path edges"));
        now.store(2000, Ordering::Relaxed);
        progress.event(&Event::Progress(&"7 transitions"));
        progress.erase();
        progress.erase();
        let expected = "\r\x1b[Kx.bp: 1.0 s, 5 path edges; 1 of 2 violated\
                        \r\x1b[Kx.bp: 2.0 s, 7 transitions; 1 of 2 violated\r\x1b[K";
        assert_eq!(String::from_utf8_lossy(&out), expected);
    }
}

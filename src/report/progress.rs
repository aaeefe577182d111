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
    /// Of the summary engine.
    refinements: u64,
    labels: u64,
}

impl<'a> Progress<'a> {
    /// Progress of checking `properties` properties of the input `name`. `clock` tells the time since the start; in the
    /// first moments nothing is shown.
    pub fn new(out: &'a mut dyn Write, clock: Probe<Duration>, name: &'a str, properties: usize) -> Progress<'a> {
        let line = Line::new(out, clock);
        Progress { line, name, properties, reached: 0, refinements: 0, labels: 0 }
    }

    /// Erases the line. To be called before anything else is written.
    pub fn erase(&mut self) {
        self.line.erase();
    }
}

impl Observer for Progress<'_> {
    fn event(&mut self, event: &Event) {
        match event {
            Event::Reached { .. } => self.reached += 1,
            Event::Settled { .. } => self.labels += 1,
            Event::Refined { .. } | Event::Unrolled { .. } | Event::Nested { .. } => self.refinements += 1,
            _ => {}
        }
        let Some(now) = self.line.is_due() else { return };
        let what = match event {
            Event::Reached { .. } => return,
            Event::Explored { path_edges, summaries } => format!("{path_edges} path edges, {summaries} summaries"),
            Event::Saturated { transitions, nodes } => format!("{transitions} transitions, {nodes} nodes"),
            Event::Saturating { .. } | Event::Processed { .. } | Event::Grew { .. } => return,
            Event::Asked { .. } | Event::Summarised { .. } | Event::Forgotten { .. } | Event::Spurious { .. } => return,
            Event::Turn { .. }
            | Event::Refined { .. }
            | Event::Replaced { .. }
            | Event::Unrolled { .. }
            | Event::Closed { .. }
            | Event::Nested { .. }
            | Event::Completed { .. }
            | Event::Settled { .. } => format!("{} refinements, {} labels", self.refinements, self.labels),
        };
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
        progress.event(&Event::Explored { path_edges: 1, summaries: 0 });
        progress.event(&Event::Reached { target: 1 });
        now.store(1000, Ordering::Relaxed);
        progress.event(&Event::Explored { path_edges: 5, summaries: 3 });
        progress.event(&Event::Explored { path_edges: 6, summaries: 3 });
        now.store(2000, Ordering::Relaxed);
        progress.event(&Event::Saturated { transitions: 7, nodes: 80 });
        progress.erase();
        progress.erase();
        let expected = "\r\x1b[Kx.bp: 1.0 s, 5 path edges, 3 summaries; 1 of 2 violated\
                        \r\x1b[Kx.bp: 2.0 s, 7 transitions, 80 nodes; 1 of 2 violated\r\x1b[K";
        assert_eq!(String::from_utf8_lossy(&out), expected);
    }
}

//! How far a campaign is.

use crate::budget::Probe;
use crate::campaign::record::{Answer, Record};
use crate::report::line::Line;
use std::io::Write;
use std::time::Duration;

/// How often there is a line where there is no terminal.
const PAUSE: Duration = Duration::from_secs(30);

/// Tells it on one line of a terminal, or in plain lines now and then.
pub struct Progress<'a> {
    voice: Voice<'a>,
    clock: Probe<Duration>,
    all: usize,
    /// Made earlier.
    before: usize,
    done: usize,
    running: usize,
    decided: usize,
    errors: usize,
}

enum Voice<'a> {
    Line(Line<'a>),
    Lines { out: &'a mut dyn Write, due: Duration, told: String },
}

impl<'a> Progress<'a> {
    /// Progress of `all` runs, of which these were made `before`: they count, but not for the time that is left. `clock` tells the time since the start.
    pub fn new(
        out: &'a mut dyn Write,
        lives: bool,
        clock: Probe<Duration>,
        all: usize,
        before: &[Record],
    ) -> Progress<'a> {
        let voice = if lives {
            Voice::Line(Line::new(out, clock.clone()))
        } else {
            Voice::Lines { out, due: PAUSE, told: String::new() }
        };
        let mut progress =
            Progress { voice, clock, all, before: before.len(), done: 0, running: 0, decided: 0, errors: 0 };
        before.iter().for_each(|record| progress.count(record));
        progress
    }

    fn count(&mut self, record: &Record) {
        self.decided += usize::from(matches!(record.verdict, Some(Answer::Safe | Answer::Unsafe)));
        self.errors += usize::from(record.error.is_some());
    }

    /// A run begins.
    pub fn began(&mut self) {
        self.running += 1;
        self.tell(false);
    }

    /// A run has ended.
    pub fn ended(&mut self, record: &Record) {
        self.running -= 1;
        self.done += 1;
        self.count(record);
        self.tell(false);
    }

    /// A run could not be made.
    pub fn failed(&mut self) {
        self.running -= 1;
    }

    /// Erases the line. To be called before anything else is written.
    pub fn erase(&mut self) {
        if let Voice::Line(line) = &mut self.voice {
            line.erase();
        }
    }

    /// Nothing more will happen.
    pub fn end(&mut self) {
        self.erase();
        self.tell(true);
    }

    fn tell(&mut self, last: bool) {
        let now = (self.clock)();
        let text = self.text(now);
        match &mut self.voice {
            Voice::Line(line) if !last => {
                if let Some(now) = line.is_due() {
                    line.show(now, &text);
                }
            }
            Voice::Line(_) => {}
            Voice::Lines { out, due, told } => {
                if (last || now >= *due) && *told != text {
                    *due = now.saturating_add(PAUSE);
                    // It is for looking at only.
                    let _ = writeln!(out, "{text}");
                    *told = text;
                }
            }
        }
    }

    fn text(&self, now: Duration) -> String {
        let Progress { all, before, done, running, decided, errors, .. } = *self;
        let mut text =
            format!("{} of {all} runs, {running} running, {decided} decided, {errors} errors", before + done);
        let left = all.saturating_sub(before + done);
        if done > 0 && left > 0 {
            text.push_str(&format!(", {} left", rough(now.as_secs_f64() / done as f64 * left as f64)));
        }
        text
    }
}

/// A time that is not known exactly.
fn rough(seconds: f64) -> String {
    match seconds {
        ..60.0 => format!("{seconds:.0} s"),
        60.0..3600.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn plain_lines_come_now_and_then_and_at_the_end() {
        let now = Arc::new(AtomicU64::new(0));
        let clock: Probe<Duration> = {
            let now = Arc::clone(&now);
            Arc::new(move || Duration::from_secs(now.load(Ordering::Relaxed)))
        };
        let mut out = Vec::new();
        let mut progress = Progress::new(&mut out, false, clock, 5, &[]);
        for second in [0, 10, 31, 40] {
            now.store(second, Ordering::Relaxed);
            progress.began();
            progress.failed();
        }
        now.store(70, Ordering::Relaxed);
        progress.began();
        progress.end();
        let text = String::from_utf8(out).expect("UTF-8");
        assert_eq!(text, "0 of 5 runs, 1 running, 0 decided, 0 errors\n");
    }

    #[test]
    fn what_is_left_is_told_roughly() {
        assert_eq!([5.0, 90.0, 5400.0].map(rough), ["5 s", "2 min", "1.5 h"]);
    }
}

//! Where the time of a check goes.

use crate::budget::Probe;
use std::fmt;
use std::mem;
use std::ops::AddAssign;
use std::time::Duration;

/// A clock that shows how long the parts of a check take: the time since some start. The default stands still.
#[derive(Clone, Default)]
pub struct Stopwatch {
    clock: Option<Probe<Duration>>,
}

impl Stopwatch {
    /// A clock of the caller's.
    pub fn new(clock: Probe<Duration>) -> Stopwatch {
        Stopwatch { clock: Some(clock) }
    }

    /// Whether it shows anything.
    pub(super) fn runs(&self) -> bool {
        self.clock.is_some()
    }

    /// What it shows.
    pub(super) fn now(&self) -> Duration {
        self.clock.as_ref().map_or(Duration::ZERO, |clock| clock())
    }

    /// The time since `start`, which begins anew.
    pub(super) fn lap(&self, start: &mut Duration) -> Duration {
        let now = self.now();
        now.saturating_sub(mem::replace(start, now))
    }
}

impl fmt::Debug for Stopwatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stopwatch").field("stands_still", &self.clock.is_none()).finish()
    }
}

/// How long each part of an engine's road took, by the [`Stopwatch`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Phases {
    /// Program to what the engine works on.
    pub prepare: Duration,
    /// The engine's search.
    pub search: Duration,
    /// Certificates of what is SAFE: made and checked.
    pub certify: Duration,
    /// Traces of what is UNSAFE: made and replayed.
    pub replay: Duration,
}

impl AddAssign for Phases {
    fn add_assign(&mut self, more: Phases) {
        self.prepare += more.prepare;
        self.search += more.search;
        self.certify += more.certify;
        self.replay += more.replay;
    }
}

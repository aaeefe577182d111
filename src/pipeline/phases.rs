//! Where the time of a check goes.

use std::ops::AddAssign;
use std::time::Duration;

/// How long each part of an engine's road took, by the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

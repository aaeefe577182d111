//! Who joins when.

use super::turns::Turns;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

/// Calls for those that join, each once.
pub struct Starts {
    turns: Arc<Turns>,
    called: Vec<Option<AtomicBool>>,
    calls: Sender<Option<usize>>,
}

impl Starts {
    /// Nobody is called yet of those for which it is said that they join.
    pub fn new(turns: Arc<Turns>, joins: impl Iterator<Item = bool>, calls: Sender<Option<usize>>) -> Starts {
        Starts { turns, called: joins.map(|joins| joins.then(AtomicBool::default)).collect(), calls }
    }

    /// Calls one: it waits for its turn.
    pub fn one(&self, who: usize) {
        if self.called[who].as_ref().is_some_and(|called| !called.swap(true, Ordering::Relaxed)) {
            self.turns.admit(who);
            // If nobody listens, there are no threads for more.
            if self.calls.send(Some(who)).is_err() {
                self.turns.leave(who);
            }
        }
    }

    /// Calls all that were not called yet.
    pub fn all(&self) {
        (0..self.called.len()).for_each(|who| self.one(who));
    }

    /// Nobody else will be called.
    pub fn close(&self) {
        // If nobody listens, that is known.
        let _ = self.calls.send(None);
    }
}

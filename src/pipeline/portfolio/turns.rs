//! Who works, and who waits: more engines than may work at a time take turns.
//!
//! One whose turn is over makes room for the one that waits longest, if any does. When a turn is over, whoever works says.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The turns of some engines, by their numbers.
pub struct Turns {
    most: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    at_work: Vec<usize>,
    waiting: VecDeque<usize>,
    /// Nobody waits any more.
    over: bool,
}

impl Turns {
    /// So many may work at a time; nobody does yet.
    pub fn new(most: usize) -> Turns {
        Turns { most, state: Mutex::default(), changed: Condvar::new() }
    }

    /// One more waits for its turn, or has it.
    pub fn admit(&self, who: usize) {
        let mut state = self.state();
        state.waiting.push_back(who);
        self.call(&mut state);
    }

    /// Waits until it is the turn of one that was admitted.
    pub fn wait(&self, who: usize) {
        let state = self.state();
        let waits = |state: &mut State| !state.over && !state.at_work.contains(&who);
        drop(self.changed.wait_while(state, waits).unwrap_or_else(PoisonError::into_inner));
    }

    /// The turn of one that works is over. It goes on at once, if nobody waits.
    pub fn pause(&self, who: usize) {
        let mut state = self.state();
        if state.over || state.waiting.is_empty() {
            return;
        }
        state.at_work.retain(|&other| other != who);
        state.waiting.push_back(who);
        self.call(&mut state);
        drop(state);
        self.wait(who);
    }

    /// One has ended, or never began.
    pub fn leave(&self, who: usize) {
        let mut state = self.state();
        state.at_work.retain(|&other| other != who);
        state.waiting.retain(|&other| other != who);
        self.call(&mut state);
    }

    /// All go on, since all have been stopped, and have to see that.
    pub fn end(&self) {
        self.state().over = true;
        self.changed.notify_all();
    }

    fn call(&self, state: &mut State) {
        while state.at_work.len() < self.most
            && let Some(next) = state.waiting.pop_front()
        {
            state.at_work.push(next);
        }
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::scope;

    /// One at a time, three take turns in the order in which they came, and whoever has left is not called.
    #[test]
    fn turns_are_taken_in_order() {
        let (turns, log) = (Turns::new(1), Mutex::new(Vec::new()));
        (0..3).for_each(|who| turns.admit(who));
        scope(|threads| {
            for who in 0..3 {
                let (turns, log) = (&turns, &log);
                threads.spawn(move || {
                    turns.wait(who);
                    for _ in 0..=who {
                        log.lock().expect("no panic").push(who);
                        turns.pause(who);
                    }
                    turns.leave(who);
                });
            }
        });
        assert_eq!(*log.lock().expect("no panic"), [0, 1, 2, 1, 2, 2]);
    }

    #[test]
    fn nobody_waits_at_the_end() {
        let turns = Turns::new(1);
        (0..2).for_each(|who| turns.admit(who));
        scope(|threads| {
            threads.spawn(|| turns.wait(1));
            turns.wait(0);
            turns.end();
        });
        turns.pause(0);
    }
}

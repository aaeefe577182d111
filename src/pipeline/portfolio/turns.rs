//! Who works, and who waits: more engines than may work at a time take turns.
//!
//! Each has a *share*, and whoever has worked least for its share is next (C. Waldspurger and W. Weihl, "Stride scheduling", 1995). So one that joins late soon has what is
//! due to it. Where several work at a time, one that waits is next only if it is behind even after a turn of its own, so those that join have their first turns beside whoever leads, and not in its place. One that is nearly done may be *favoured*: its share grows, from then on, for as long as it has worked up to then. One that has too much before it may be *neglected*: its share is small, until it is known to have less. A turn takes some milliseconds at least, and longer the longer one has worked, since what it left in the caches is gone when it comes back.

use std::cmp::Ordering;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A turn takes so long at least.
const SHORTEST: Duration = Duration::from_millis(10);
/// And so many parts of what was worked before.
const PART: u32 = 10;

/// One that is neglected has so many times less than is due to it at first, but something.
const LESS: u32 = 8;

/// The turns of some engines, by their numbers.
pub struct Turns {
    most: usize,
    /// For each, how much of the time is due to it at first: something.
    shares: Vec<u32>,
    state: Mutex<State>,
    /// For each: it is called. With one for all, whoever waits would wake up at each change, on a processor that is at work.
    called: Vec<Condvar>,
}

#[derive(Default)]
struct State {
    /// Who works, and for how long it had worked when its turn began.
    at_work: Vec<(usize, Duration)>,
    /// Who waits, whoever came first before the others.
    waiting: Vec<usize>,
    /// For each, for how long it has worked.
    worked: Vec<Duration>,
    /// For each, how much of the time is due to it now.
    shares: Vec<u32>,
    /// For each, how much of the time is due to it while it is not favoured.
    usual: Vec<u32>,
    /// For each, for how long it would have worked if its share had always been what it is now.
    charged: Vec<Duration>,
    /// For each that is favoured, when it has worked so long that it is no longer.
    favoured: Vec<Option<Duration>>,
    /// Nobody waits any more.
    is_over: bool,
}

impl Turns {
    /// So many may work at a time; nobody does yet. Each has its share of the time.
    pub fn new(most: usize, shares: Vec<u32>) -> Turns {
        let called = shares.iter().map(|_| Condvar::new()).collect();
        let none = vec![Duration::ZERO; shares.len()];
        let shares: Vec<u32> = shares.into_iter().map(|share| share.max(1)).collect();
        let favoured = vec![None; shares.len()];
        let (worked, charged) = (none.clone(), none);
        let state =
            State { worked, charged, favoured, shares: shares.clone(), usual: shares.clone(), ..State::default() };
        Turns { most, shares, state: Mutex::new(state), called }
    }

    /// One more waits for its turn, or has it.
    pub fn admit(&self, who: usize) {
        let mut state = self.state();
        state.waiting.push(who);
        self.call(&mut state);
    }

    /// Waits until it is the turn of one that was admitted. If it has left meanwhile, there is nothing to wait for.
    pub fn wait(&self, who: usize) {
        let state = self.state();
        let waits = |state: &mut State| !state.is_over && state.waiting.contains(&who);
        drop(self.called[who].wait_while(state, waits).unwrap_or_else(PoisonError::into_inner));
    }

    /// One has worked for so long since it was asked last. It goes on, unless it had its turn and somebody waits to whom more is due.
    pub fn pause(&self, who: usize, took: Duration) {
        let mut state = self.state();
        state.worked[who] += took;
        state.charged[who] += took;
        let worked = state.worked[who];
        if state.favoured[who].take_if(|until| *until <= worked).is_some() {
            let usual = state.usual[who];
            state.give(who, usual);
        }
        // One that has left may have a solver that does not know it yet.
        let Some(&(_, began)) = state.at_work.iter().find(|&&(other, _)| other == who) else { return };
        let had_its_turn = worked - began >= SHORTEST.max(worked / PART);
        if state.is_over || !had_its_turn || !self.makes_room(&state, who) {
            return;
        }
        state.at_work.retain(|&(other, _)| other != who);
        state.waiting.push(who);
        self.call(&mut state);
        drop(state);
        self.wait(who);
    }

    /// Whether somebody waits to whom more is due than to one at work, and it is the one that makes room.
    fn makes_room(&self, state: &State, who: usize) -> bool {
        // Where others can work beside it, whoever is favoured goes on: mostly it is done before a turn of theirs would be.
        let stays = |who: usize| self.most > 1 && state.favoured[who].is_some();
        // There, whoever waits has to be behind even after a turn of its own: one that has just joined has its first turn when another place is free.
        let turn = if self.most > 1 { SHORTEST } else { Duration::ZERO };
        let is_next = |&other: &usize| Self::compared_after(state, turn, other, who).is_lt();
        // Of the others at work, whoever has worked most for its share makes room.
        let is_last = |&(other, _): &(usize, Duration)| stays(other) || Self::compared(state, other, who).is_le();
        !stays(who) && state.waiting.iter().any(is_next) && state.at_work.iter().all(is_last)
    }

    /// As much is due to one as to all others together while nobody is favoured, if it has less: where two may work at a time, it is one of them. That
    /// ends when it has worked as long again: it may never be done, and another would be.
    pub fn favour(&self, who: usize) {
        let mut state = self.state();
        // Who has all answers has nothing before it that it would have to try.
        state.usual[who] = self.shares[who];
        let all = state.usual.iter().fold(0, |all: u32, &share| all.saturating_add(share));
        let (own, worked) = (state.usual[who], state.worked[who]);
        // One that answers in its first turn has not been asked yet how long it has worked.
        state.favoured[who] = Some(worked + worked.max(SHORTEST));
        state.give(who, own.max(all - own));
    }

    /// Whether one is favoured, as far as it has been asked.
    pub fn is_favoured(&self, who: usize) -> bool {
        self.state().favoured[who].is_some()
    }

    /// One has too much before it, or no longer: less is due to it, or as much as at first. While it is favoured, that can wait.
    pub fn neglect(&self, who: usize, is_endless: bool) {
        let mut state = self.state();
        let share = self.shares[who];
        let usual = if is_endless { (share / LESS).max(1) } else { share };
        state.usual[who] = usual;
        if state.favoured[who].is_none() {
            state.give(who, usual);
        }
    }

    /// One has ended, or never began.
    pub fn leave(&self, who: usize) {
        let mut state = self.state();
        state.at_work.retain(|&(other, _)| other != who);
        state.waiting.retain(|&other| other != who);
        // Its solver may wait in a thread of its own.
        self.called[who].notify_all();
        self.call(&mut state);
    }

    /// All go on: most have been stopped, and have to see that, and others are nearly done.
    pub fn end(&self) {
        self.state().is_over = true;
        self.called.iter().for_each(Condvar::notify_all);
    }

    fn call(&self, state: &mut State) {
        while state.at_work.len() < self.most {
            let places = 0..state.waiting.len();
            let Some(next) = places.min_by(|&a, &b| Self::compared(state, state.waiting[a], state.waiting[b])) else {
                break;
            };
            let who = state.waiting.remove(next);
            state.at_work.push((who, state.worked[who]));
            self.called[who].notify_all();
        }
    }

    /// Less is the one that has worked less for its share.
    fn compared(state: &State, one: usize, other: usize) -> Ordering {
        Self::compared_after(state, Duration::ZERO, one, other)
    }

    /// The same, when the first has worked for so much longer.
    fn compared_after(state: &State, more: Duration, one: usize, other: usize) -> Ordering {
        let charged = |worked: Duration, share: usize| worked.as_nanos() * u128::from(state.shares[share]);
        charged(state.charged[one] + more, other).cmp(&charged(state.charged[other], one))
    }

    /// How much of the time is due to one.
    #[cfg(test)]
    pub fn share(&self, who: usize) -> u32 {
        self.state().shares[who]
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// From now on so much is due to one; what it has had is neither made up for nor held against it.
    fn give(&mut self, who: usize, share: u32) {
        self.charged[who] = self.charged[who] * share / self.shares[who];
        self.shares[who] = share;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::thread::{scope, sleep};

    /// Who works in turns of ten milliseconds each, one at a time, until all have had so many.
    fn order(shares: &[u32], turns: &[usize]) -> Vec<usize> {
        let all = Turns::new(1, shares.to_vec());
        let log = Mutex::new(Vec::new());
        (0..turns.len()).for_each(|who| all.admit(who));
        scope(|threads| {
            for (who, &count) in turns.iter().enumerate() {
                let (turns, log) = (&all, &log);
                threads.spawn(move || {
                    turns.wait(who);
                    for _ in 0..count {
                        log.lock().expect("no panic").push(who);
                        turns.pause(who, SHORTEST);
                    }
                    turns.leave(who);
                });
            }
        });
        log.into_inner().expect("no panic")
    }

    /// One has worked for so long since it was asked last, and is not asked now whether others are to go on.
    fn has_worked(turns: &Turns, who: usize, time: Duration) {
        let mut state = turns.state();
        state.worked[who] += time;
        state.charged[who] += time;
    }

    /// Equal shares are taken in the order in which they came, whoever has worked no more than the others goes on, and whoever has left is not called.
    #[test]
    fn turns_are_taken_in_order() {
        assert_eq!(order(&[1, 1, 1], &[1, 2, 3]), [0, 1, 2, 2, 1, 2]);
    }

    /// One that has three times as much of the time has three turns for one.
    #[test]
    fn shares_are_what_is_due() {
        assert_eq!(order(&[1, 3], &[3, 9]), [0, 1, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1]);
    }

    /// One that has a seventh of the time is due half of it once it is favoured, and a seventh again when it has worked as long as before.
    #[test]
    fn one_is_favoured_for_a_while() {
        let turns = Turns::new(3, vec![3, 1, 3]);
        (0..3).for_each(|who| turns.admit(who));
        let shares = || [0, 1, 2].map(|who| turns.share(who));
        turns.pause(1, SHORTEST * 4);
        turns.favour(1);
        assert_eq!(shares(), [3, 6, 3]);
        assert_eq!([0, 1, 2].map(|who| turns.is_favoured(who)), [false, true, false]);
        turns.pause(1, SHORTEST * 3);
        turns.pause(0, SHORTEST * 9);
        assert_eq!(shares(), [3, 6, 3]);
        turns.pause(1, SHORTEST);
        assert_eq!(shares(), [3, 1, 3]);
        assert!(!turns.is_favoured(1));
    }

    /// One that is neglected has an eighth of its share, until that is over or it has all answers. Who is favoured meanwhile has no more than all others together have then.
    #[test]
    fn one_is_neglected_for_a_while() {
        let turns = Turns::new(3, vec![16, 4, 4]);
        (0..3).for_each(|who| turns.admit(who));
        let shares = || [0, 1, 2].map(|who| turns.share(who));
        turns.neglect(0, true);
        turns.neglect(2, true);
        assert_eq!(shares(), [2, 4, 1]);
        turns.favour(1);
        assert_eq!(shares(), [2, 4, 1], "not 20");
        turns.neglect(1, true);
        assert_eq!(shares(), [2, 4, 1], "not while it is favoured");
        turns.pause(1, SHORTEST);
        assert_eq!(shares(), [2, 1, 1]);
        turns.neglect(2, false);
        turns.favour(0);
        assert_eq!(shares(), [16, 1, 4]);
        turns.pause(0, SHORTEST);
        assert_eq!(shares(), [16, 1, 4]);
    }

    /// One that has not been asked yet how long it has worked is favoured for a turn.
    #[test]
    fn one_is_favoured_in_its_first_turn() {
        let turns = Turns::new(2, vec![3, 1]);
        (0..2).for_each(|who| turns.admit(who));
        turns.favour(1);
        turns.pause(1, SHORTEST / 2);
        assert_eq!(turns.share(1), 3);
        turns.pause(1, SHORTEST / 2);
        assert_eq!(turns.share(1), 1);
    }

    /// Where two can work at a time, whoever is favoured makes no room, and the other does in its place.
    #[test]
    fn one_that_is_favoured_is_not_held_up() {
        for (most, expected) in [(2, [false, true]), (1, [true, false])] {
            let turns = Turns::new(most, vec![3, 1, 1]);
            (0..3).for_each(|who| turns.admit(who));
            has_worked(&turns, 0, SHORTEST * 4);
            assert!(turns.makes_room(&turns.state(), 0));
            turns.favour(0);
            has_worked(&turns, 1, SHORTEST * 5 / 4);
            let rooms = [0, 1].map(|who| turns.makes_room(&turns.state(), who));
            assert_eq!(rooms, expected, "with {most} at a time");
        }
    }

    /// Where two can work at a time, one with little of the time does not hold up one that has had no more than a part of what is due to it.
    #[test]
    fn who_has_little_of_the_time_waits_for_it() {
        for (most, expected) in [(2, [false, false, true]), (1, [true; 3])] {
            let turns = Turns::new(most, vec![32, 32, 2]);
            (0..3).for_each(|who| turns.admit(who));
            let rooms = [1, 15, 1].map(|worked| {
                has_worked(&turns, 0, SHORTEST * worked);
                turns.makes_room(&turns.state(), 0)
            });
            assert_eq!(rooms, expected, "with {most} at a time");
        }
    }

    /// What one has had before it was favoured is neither made up for nor held against it.
    #[test]
    fn one_is_favoured_from_now_on() {
        let turns = Turns::new(2, vec![3, 1]);
        (0..2).for_each(|who| turns.admit(who));
        turns.pause(0, SHORTEST * 9);
        turns.pause(1, SHORTEST * 3);
        let compared = || Turns::compared(&turns.state(), 0, 1);
        assert_eq!(compared(), Ordering::Equal);
        turns.favour(1);
        assert_eq!(compared(), Ordering::Equal);
        turns.pause(0, SHORTEST);
        turns.pause(1, SHORTEST);
        assert_eq!(compared(), Ordering::Equal);
        turns.pause(0, SHORTEST * 2);
        turns.pause(1, SHORTEST * 2);
        assert_eq!((compared(), turns.share(1)), (Ordering::Equal, 1), "it is over");
        // Who has more than half of the time keeps it.
        turns.favour(0);
        assert_eq!((turns.share(0), turns.share(1)), (3, 1));
    }

    /// A solver in a thread of its own may not know yet that its engine has left: it would be called, and nobody would leave for it.
    #[test]
    fn whoever_has_left_is_not_called() {
        let turns = Turns::new(1, vec![1; 3]);
        turns.admit(0);
        turns.leave(0);
        (1..3).for_each(|who| turns.admit(who));
        turns.pause(0, SHORTEST);
        turns.leave(1);
        turns.wait(2);
    }

    /// A solver in a thread of its own waits for the turn of its engine, which a limit has ended meanwhile.
    #[test]
    fn nobody_waits_for_one_that_has_left() {
        let turns = Turns::new(1, vec![1; 2]);
        (0..2).for_each(|who| turns.admit(who));
        let (begins, begun) = channel();
        scope(|threads| {
            threads.spawn(|| {
                begins.send(()).expect("somebody listens");
                turns.wait(1);
            });
            begun.recv().expect("it begins");
            // Mostly it waits by now; if not, it finds out by itself.
            sleep(SHORTEST);
            turns.leave(1);
        });
    }

    #[test]
    fn nobody_waits_at_the_end() {
        let turns = Turns::new(1, vec![1, 1]);
        (0..2).for_each(|who| turns.admit(who));
        scope(|threads| {
            threads.spawn(|| turns.wait(1));
            turns.wait(0);
            turns.end();
        });
        turns.pause(0, SHORTEST);
    }
}

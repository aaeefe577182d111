//! Who is first.
//!
//! The one that scouts and the one that leads have their first turns one after the other, before anybody else works: this is the *opening*. How long these turns are is said in work, not in time, so what is
//! found in it is the same each time, and on every machine, but for a near tie where several threads check evidence. From then on the first is who has all answers first.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Who is first of those that take part, by their numbers.
pub struct First {
    leader: usize,
    state: Mutex<State>,
}

struct State {
    is_opening: bool,
    /// Who had all answers first, or a violation.
    winner: Option<usize>,
}

/// What an engine has at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Not all answers.
    Open,
    /// A violation, of which it is not known whether it is the first.
    Settled,
    /// All answers.
    All,
}

impl First {
    /// Nobody has begun. The one that leads.
    pub fn new(leader: usize) -> First {
        First { leader, state: Mutex::new(State { is_opening: true, winner: None }) }
    }

    /// The opening is over: the one that leads has had its first turn. Whether it may go on: not if a violation was found before it began.
    pub fn open(&self) -> bool {
        let mut state = self.state();
        state.is_opening = false;
        state.winner.is_none_or(|winner| winner == self.leader)
    }

    /// One has ended. Who of all others may still be first: in the opening the one that leads, if it was only a violation that was found.
    pub fn ended(&self, who: usize, end: End) -> Option<usize> {
        let mut state = self.state();
        match end {
            End::Open => {}
            End::All if who == self.leader && state.is_opening => state.winner = Some(who),
            End::All | End::Settled => _ = state.winner.get_or_insert(who),
        }
        (end == End::Settled && state.is_opening && who != self.leader).then_some(self.leader)
    }

    /// Whose answers count, if anybody has all of them.
    pub fn winner(&self) -> Option<usize> {
        self.state().winner
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEADER: usize = 0;
    const SCOUT: usize = 1;

    #[test]
    fn after_the_opening_the_first_is_the_first() {
        let first = First::new(LEADER);
        assert_eq!((first.open(), first.winner()), (true, None));
        assert_eq!((first.ended(2, End::Open), first.ended(SCOUT, End::All)), (None, None));
        assert_eq!((first.ended(LEADER, End::All), first.winner()), (None, Some(SCOUT)));
    }

    #[test]
    fn in_the_opening_the_leader_may_have_more_than_a_violation() {
        let first = First::new(LEADER);
        assert_eq!((first.ended(SCOUT, End::Settled), first.winner()), (Some(LEADER), Some(SCOUT)));
        assert_eq!((first.ended(LEADER, End::All), first.winner()), (None, Some(LEADER)));
    }

    #[test]
    fn a_violation_counts_if_the_opening_has_nothing_better() {
        let first = First::new(LEADER);
        assert_eq!(first.ended(SCOUT, End::Settled), Some(LEADER));
        assert!(!first.open(), "the one that leads has had its turn");
        assert_eq!((first.ended(LEADER, End::Open), first.winner()), (None, Some(SCOUT)));
    }
}

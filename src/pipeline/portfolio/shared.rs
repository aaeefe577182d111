//! What all engines have to know of each other: who of the two that begin is ahead, and who was first.
//!
//! The one that leads and the one that scouts begin at the same time. Which of them is first their work says, not the clock, so that it is the same each time, but for a near tie where several threads
//! check evidence: it is the one that has all answers after fewer *stretches*, each the work of a millisecond, roughly. Whoever has them waits until the other has gone as far. Once the one that scouts has gone
//! [`SCOUTED`] stretches there are too many states, and from then on the first is who has all answers first.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// So many stretches are scouted.
pub const SCOUTED: u64 = 20;

/// What is known to all.
pub struct Shared {
    leader: usize,
    scout: Option<usize>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    scouted: Scouted,
    /// Of the one that leads, and of the one that scouts.
    leads: Run,
    scouts: Run,
    /// Who had all answers first.
    winner: Option<usize>,
}

/// What has become of scouting.
#[derive(Clone, Copy, Default)]
enum Scouted {
    /// It goes on.
    #[default]
    Open,
    /// There are too many states, or somebody else was first, or nobody scouts: what others find counts.
    Many,
    /// There are few states, and all answers are there.
    Few,
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

/// How far one has gone.
#[derive(Clone, Copy, Default)]
struct Run {
    stretches: u64,
    /// It has ended, and whether it had all answers then.
    ended: Option<bool>,
}

impl Run {
    /// After how many stretches it had all answers.
    fn answered(self) -> Option<u64> {
        (self.ended == Some(true)).then_some(self.stretches)
    }

    /// Whether it has none within so many.
    fn has_none_within(self, stretches: u64) -> bool {
        self.ended == Some(false) || self.stretches > stretches
    }
}

impl Shared {
    /// Nobody has begun. The one that leads, and the one that scouts, if there is one.
    pub fn new(leader: usize, scout: Option<usize>) -> Shared {
        let scouted = if scout.is_some() { Scouted::Open } else { Scouted::Many };
        Shared { leader, scout, state: Mutex::new(State { scouted, ..State::default() }) }
    }

    /// One of the two has gone another stretch. `None`, if it does not matter any more; otherwise whether it may go on: not if it has lost.
    pub fn goes_on(&self, who: usize) -> Option<bool> {
        let mut state = self.state();
        state.run(who == self.leader).stretches += 1;
        self.settle(&mut state);
        match (state.scouted, state.winner) {
            (Scouted::Open, _) => Some(true),
            (_, winner) => winner.map(|winner| winner == who),
        }
    }

    /// One has ended. Who, of all others, may still be first: while scouting is open that is the two that begin, whoever of those that joined has all answers.
    pub fn ended(&self, who: usize, end: End) -> Vec<usize> {
        let mut state = self.state();
        let is_scout = Some(who) == self.scout;
        if is_scout || who == self.leader {
            state.run(who == self.leader).ended = Some(end == End::All);
        }
        if who == self.leader && end == End::All && matches!(state.scouted, Scouted::Open) {
            state.winner = Some(who);
        }
        self.settle(&mut state);
        let is_open = matches!(state.scouted, Scouted::Open);
        if end == End::Settled || end == End::All && !(is_scout && is_open) {
            state.winner.get_or_insert(who);
        }
        let begin = [Some(self.leader), self.scout].into_iter().flatten();
        begin.filter(|&other| is_open && other != who).collect()
    }

    /// Ends scouting, if it is known who is first.
    fn settle(&self, state: &mut State) {
        let State { scouted: Scouted::Open, leads, scouts, .. } = *state else { return };
        let scout_is_first = scouts.answered().is_some_and(|end| match leads.answered() {
            Some(other) => end <= other,
            None => end == 0 || leads.has_none_within(end - 1),
        });
        if scout_is_first {
            (state.scouted, state.winner) = (Scouted::Few, self.scout);
        } else if scouts.ended == Some(false)
            || scouts.stretches >= SCOUTED
            || leads.answered().is_some_and(|end| scouts.answered().is_some() || scouts.has_none_within(end))
        {
            state.scouted = Scouted::Many;
        }
    }

    /// Whether what others find counts, if that is known.
    pub fn others_count(&self) -> Option<bool> {
        match self.state().scouted {
            Scouted::Open => None,
            Scouted::Many => Some(true),
            Scouted::Few => Some(false),
        }
    }

    /// Whose answers count, if anybody has all of them.
    pub fn winner(&self) -> Option<usize> {
        self.state().winner
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn run(&mut self, leads: bool) -> &mut Run {
        if leads { &mut self.leads } else { &mut self.scouts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEADER: usize = 0;
    const SCOUT: usize = 1;

    /// Who is first if the two go so many stretches each and have all answers then, and take turns as the bits say.
    fn first(stretches: [u64; 2], turns: u32) -> Option<usize> {
        let shared = Shared::new(LEADER, Some(SCOUT));
        let (mut left, mut at_work) = (stretches, [true; 2]);
        for turn in 0.. {
            let next = (turns >> (turn % 32) & 1) as usize;
            let who = if at_work[next] { next } else { 1 - next };
            if !at_work[who] {
                break;
            }
            if left[who] == 0 {
                shared.ended(who, End::All);
                at_work[who] = false;
            } else {
                left[who] -= 1;
                if shared.goes_on(who) == Some(false) {
                    shared.ended(who, End::Open);
                    at_work[who] = false;
                }
            }
        }
        shared.winner()
    }

    /// However fast the threads are.
    #[test]
    fn fewer_stretches_are_first() {
        for (leads, scouts) in (0..6).flat_map(|leads| (0..6).map(move |scouts| (leads, scouts))) {
            for turns in 0..1 << 12 {
                let expected = if scouts <= leads { SCOUT } else { LEADER };
                assert_eq!(first([leads, scouts], turns), Some(expected), "{leads} and {scouts}, {turns:b}");
            }
        }
    }

    #[test]
    fn whoever_scouts_for_long_is_one_of_many() {
        let shared = Shared::new(LEADER, Some(SCOUT));
        assert_eq!((0..SCOUTED - 1).find(|_| shared.goes_on(SCOUT) != Some(true)), None);
        assert_eq!(
            (shared.ended(2, End::All), shared.winner(), shared.others_count()),
            (vec![LEADER, SCOUT], Some(2), None)
        );
        assert_eq!((shared.goes_on(LEADER), shared.goes_on(SCOUT)), (Some(true), Some(false)));
        assert_eq!((shared.goes_on(LEADER), shared.others_count()), (Some(false), Some(true)));
    }

    #[test]
    fn a_violation_that_is_not_the_first_counts_if_there_is_nothing_better() {
        let shared = Shared::new(LEADER, Some(SCOUT));
        assert_eq!((shared.ended(LEADER, End::Settled), shared.winner()), (vec![SCOUT], Some(LEADER)));
        assert_eq!((shared.ended(SCOUT, End::All), shared.winner()), (vec![], Some(SCOUT)));
    }

    /// One that joins may be quick on some machines.
    #[test]
    fn whoever_joins_is_behind_the_two_that_begin() {
        let shared = Shared::new(LEADER, Some(SCOUT));
        assert_eq!((shared.goes_on(SCOUT), shared.ended(2, End::All)), (Some(true), vec![LEADER, SCOUT]));
        assert_eq!((shared.ended(LEADER, End::All), shared.winner()), (vec![], Some(LEADER)));
    }
}

//! What all engines have to know of each other: whether scouting has led to anything, and who was first.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is known to all.
#[derive(Default)]
pub struct Shared {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    scouted: Scouted,
    /// Who had all answers first.
    winner: Option<usize>,
}

/// What has become of scouting.
#[derive(Clone, Copy, Default)]
enum Scouted {
    /// It goes on.
    #[default]
    Open,
    /// There are too many states, or nobody scouts: the first answers count.
    Many,
    /// There are few states, and all answers are there.
    Few,
}

impl Shared {
    /// Scouting has led to nothing. Whether somebody else has all answers already.
    pub fn too_many(&self) -> bool {
        let mut state = self.state();
        if matches!(state.scouted, Scouted::Open) {
            state.scouted = Scouted::Many;
        }
        state.winner.is_some()
    }

    /// The one that scouts has all answers. Whether they came soon enough to count whatever others have found.
    pub fn scouted(&self, scout: usize) -> bool {
        let mut state = self.state();
        let is_open = matches!(state.scouted, Scouted::Open);
        if is_open {
            *state = State { scouted: Scouted::Few, winner: Some(scout) };
        }
        is_open
    }

    /// One has all answers. Whether scouting is over, too.
    pub fn finished(&self, who: usize) -> bool {
        let mut state = self.state();
        state.winner.get_or_insert(who);
        !matches!(state.scouted, Scouted::Open)
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

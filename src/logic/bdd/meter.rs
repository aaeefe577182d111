//! What an operation may cost, watched from inside.
//!
//! An operation counts the pairs of nodes that it looks at, and looks at the budget every so many. Once the meter says
//! stop, it ends at once; its result means nothing and is thrown away.

use crate::budget::{Budget, StopReason};
use std::cell::{Cell, RefCell};

/// Why an operation was given up. The manager is as it was before, and can be used on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub(crate) enum Stop {
    /// More nodes than [`Limits::nodes`]. Another order of columns may need fewer.
    #[error("nodes")]
    Nodes,
    /// The budget is spent, or somebody asked to stop.
    #[error("{0}")]
    Budget(StopReason),
}

impl From<StopReason> for Stop {
    fn from(reason: StopReason) -> Stop {
        Stop::Budget(reason)
    }
}

impl From<Stop> for StopReason {
    fn from(stop: Stop) -> StopReason {
        match stop {
            Stop::Nodes => StopReason::Nodes,
            Stop::Budget(reason) => reason,
        }
    }
}

/// What a manager may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time, memory, and whether to go on.
    pub budget: Budget,
    /// Nodes that may be stored, and be worked on, at a time: a stored node has 12 bytes, and for each pair of
    /// nodes that an operation has to look at, it is charged one node as long as it runs (about 60 bytes).
    pub nodes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { budget: Budget::unlimited(), nodes: MOST_NODES }
    }
}

/// Nodes have numbers of 32 bits; a result never has more nodes than were charged for it.
const MOST_NODES: usize = 1 << 30;

/// Between two looks at the budget there are so many steps.
const POLL_EVERY: u64 = 256;
/// What an operation is charged before its first step, so that many small ones are seen as well.
const STEPS_OF_OPERATION: u64 = 16;

/// The count of steps over all operations of a manager, and at which count the budget is looked at next.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    steps: u64,
    poll: u64,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { steps: 0, poll: POLL_EVERY }
    }
}

/// Counts the steps of one operation.
pub(super) struct Meter<'a> {
    budget: &'a Budget,
    steps: Cell<u64>,
    poll: Cell<u64>,
    /// The last count that the limit of nodes allows.
    last: u64,
    /// The count at which something is to be looked at; 0 once it has stopped.
    look: Cell<u64>,
    stop: RefCell<Option<Stop>>,
}

impl Meter<'_> {
    /// An operation begins while so many nodes are stored.
    pub(crate) fn begin(limits: &Limits, pace: Pace, stored: usize) -> Meter<'_> {
        let steps = pace.steps + STEPS_OF_OPERATION;
        let last = steps + limits.nodes.min(MOST_NODES).saturating_sub(stored) as u64;
        Meter {
            budget: &limits.budget,
            steps: Cell::new(steps),
            poll: Cell::new(pace.poll),
            last,
            look: Cell::new(pace.poll.min(last)),
            stop: RefCell::new(None),
        }
    }

    /// Counts one step, a pair of nodes mostly; whether the operation is to go on.
    pub(crate) fn go_on(&self) -> bool {
        let steps = self.steps.get() + 1;
        self.steps.set(steps);
        steps < self.look.get() || self.look_up(steps)
    }

    /// The operation has ended; why it was stopped, if it was.
    pub(crate) fn end(self) -> (Pace, Option<Stop>) {
        (Pace { steps: self.steps.get(), poll: self.poll.get() }, self.stop.into_inner())
    }

    #[cold]
    fn look_up(&self, steps: u64) -> bool {
        let mut stop = self.stop.borrow_mut();
        if stop.is_none() {
            if steps >= self.poll.get() {
                self.poll.set(steps + POLL_EVERY);
                *stop = self.budget.poll().err().map(Stop::Budget);
            }
            if stop.is_none() && steps >= self.last {
                *stop = Some(Stop::Nodes);
            }
            self.look.set(if stop.is_some() { 0 } else { self.poll.get().min(self.last) });
        }
        stop.is_none()
    }
}

//! What is still to be tried.

use super::counter::Counter;
use crate::pds::RuleId;
use std::collections::VecDeque;

/// Something to try with all values of its choices, from the current one on.
pub(super) enum Task {
    /// Begins the run: arbitrary globals and parameters of the entry procedure.
    Begin(Counter),
    /// Begins an activation: arbitrary locals.
    Activate(usize, Counter),
    /// Applies a rule to a path edge.
    Apply(usize, RuleId, Counter),
}

/// The work list, in two parts: one goes through everything in the order in which it was found, the other dives, so that what one task has led to is next. A
/// violation with a short run is found by the first, one behind many choices and calls by the second.
#[derive(Default)]
pub(super) struct WorkList {
    wide: VecDeque<Task>,
    deep: VecDeque<Task>,
}

impl WorkList {
    /// The next task of a part, or, if there is none, one of the other.
    pub(super) fn next(&mut self, dives: bool) -> Option<Task> {
        match dives {
            true => self.deep.pop_back().or_else(|| self.wide.pop_back()),
            false => self.wide.pop_front().or_else(|| self.deep.pop_front()),
        }
    }

    /// All tasks.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Task> {
        self.wide.iter().chain(&self.deep)
    }

    /// Adds tasks to a part; in the deep one the last is next.
    pub(super) fn add(&mut self, dives: bool, tasks: impl Iterator<Item = Task>) {
        if dives { &mut self.deep } else { &mut self.wide }.extend(tasks);
    }
}

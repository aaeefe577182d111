//! The states of runs, as a trace tells them by what changes.

use crate::lang::program::semantics::State;
use crate::verdict::trace::{RunId, Step, Trace};

/// How many states are remembered; of deeper calls they are made anew.
const CURSORS: usize = 64;

/// The state before a step of a run. Steps are looked at in order, mostly.
struct Cursor {
    run: RunId,
    step: usize,
    state: State,
}

/// The states before and behind steps.
pub(super) struct States<'a> {
    trace: &'a Trace,
    /// Those of calls behind those of their callers.
    cursors: Vec<Cursor>,
}

impl<'a> States<'a> {
    pub(super) fn of(trace: &'a Trace) -> States<'a> {
        States { trace, cursors: Vec::new() }
    }

    /// The state before a step; behind the last one, for the end of the run.
    pub(super) fn before(&mut self, id: RunId, index: usize) -> &State {
        let run = self.trace.run(id);
        let known = self.cursors.iter().rposition(|cursor| cursor.run == id && cursor.step <= index);
        self.cursors.truncate(known.map_or(self.cursors.len(), |known| known + 1));
        if known.is_none() {
            if self.cursors.len() == CURSORS {
                self.cursors.remove(0);
            }
            self.cursors.push(Cursor { run: id, step: 0, state: run.entry.clone() });
        }
        let last = self.cursors.len() - 1;
        let cursor = &mut self.cursors[last];
        apply(&mut cursor.state, &run.steps[cursor.step..index]);
        cursor.step = index;
        &cursor.state
    }

    /// The state behind a step.
    pub(super) fn after(&mut self, id: RunId, index: usize) -> State {
        let step = &self.trace.run(id).steps[index..=index];
        let mut state = self.before(id, index).clone();
        apply(&mut state, step);
        state
    }
}

fn apply(state: &mut State, steps: &[Step]) {
    steps.iter().flat_map(|step| &step.changes).for_each(|&(var, value)| state.set(var, value));
}

//! What of a trace is shown if there is room for so many rows.
//!
//! 1. The activations of the final stack are shown; of a high stack those at the beginning and, above all, those at
//!    the end. A trace that goes on for ever has two stacks in this sense: that of its stem, and the loop's upon it.
//! 2. Each of them gets the rows that it wants, as long as there are enough for all; else the room is shared fairly,
//!    and the middle of long ones is left out, more of it towards the beginning.
//! 3. If room is left, calls that changed something (or that matter, where it is shown why) are opened, those near the end first, those of the stack before
//!    those in them. A call that does not fit stays closed.
//!
//! So at most as many runs are looked at as there are rows, whatever the length of the trace.

use super::ends_of;
use super::parts::Stretch;
use super::rounds::Folder;
use super::rows::Rows;
use crate::verdict::trace::RunId;
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

/// What a row is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A step.
    Step(usize),
    /// Several rounds of a loop that go the way of the one before them.
    Rounds {
        /// Their steps.
        steps: Range<usize>,
        /// How many rounds they are.
        count: usize,
    },
}

impl Item {
    /// The steps that the row stands for.
    pub(super) fn steps(&self) -> Range<usize> {
        match self {
            Item::Step(index) => *index..*index + 1,
            Item::Rounds { steps, .. } => steps.clone(),
        }
    }
}

/// A run as it is shown.
#[derive(Debug)]
pub(super) struct Shown {
    /// The run.
    pub(super) run: RunId,
    /// Whether the row of its end is shown, if it is one of the final stack.
    pub(super) has_end: bool,
    /// The rows it would have if all were shown; one more is that of its end.
    pub(super) items: Vec<Item>,
    /// How many of them are shown at the beginning, and how many at the end. Between them is one row for all others.
    pub(super) ends: (usize, usize),
    /// The calls that are opened: by the index of the item, the index of what is shown.
    pub(super) opened: BTreeMap<usize, usize>,
}

/// A part of the trace as it is shown.
#[derive(Debug)]
pub(super) struct Leg {
    /// What belongs to it.
    pub(super) stretch: Stretch,
    /// How many of its activations are shown at its beginning, and how many at its end.
    pub(super) ends: (usize, usize),
}

/// What is shown.
#[derive(Debug)]
pub(super) struct Plan {
    /// First the activations of the final stack, leg by leg, then the calls that are opened.
    pub(super) shown: Vec<Shown>,
    /// The parts of the trace.
    pub(super) legs: Vec<Leg>,
}

/// How many activations of a high stack are shown at its beginning and at its end.
const STACK: (usize, usize) = (4, 12);

impl Plan {
    /// The plan for this many rows.
    pub(super) fn new(rows: &Rows<'_>, room: usize) -> Plan {
        let mut plan = Plan { shown: Vec::new(), legs: Vec::new() };
        for stretch in Stretch::all(rows.trace) {
            let ends = ends_of(stretch.levels.len(), STACK.0, STACK.1);
            let leg = Leg { stretch, ends };
            plan.shown.extend(leg.levels().map(|level| {
                let (id, steps) = leg.stretch.steps(rows.trace, level);
                Shown { has_end: leg.stretch.has_end(level), ..Shown::new(rows, id, steps) }
            }));
            plan.legs.push(leg);
        }
        let between = plan.legs.iter().filter(|leg| leg.ends.1 > 0).count();
        let headings = plan.legs.iter().filter(|leg| leg.stretch.part.heading().is_some()).count();
        let spare = plan.share(room.saturating_sub(between + headings));
        plan.open(rows, spare);
        plan
    }

    /// Gives each activation its rows; what is left is returned.
    fn share(&mut self, mut room: usize) -> usize {
        let mut order: Vec<usize> = (0..self.shown.len()).collect();
        order.sort_by_key(|&index| self.shown[index].items.len());
        for (done, &index) in order.iter().enumerate() {
            let fair = room / (order.len() - done);
            room -= self.shown[index].cut(fair.max(3)).min(room);
        }
        room
    }

    fn open(&mut self, rows: &Rows<'_>, mut room: usize) {
        let mut waiting: VecDeque<(usize, usize, RunId)> = VecDeque::new();
        for shown in (0..self.shown.len()).rev() {
            let closed = self.shown[shown].closed(rows);
            waiting.extend(closed.into_iter().map(|(item, run)| (shown, item, run)));
        }
        while let Some((caller, item, run)) = waiting.pop_front() {
            // Only so much of a run is looked at as could be shown, or the work could be as long as the trace.
            if rows.run(run).steps.len() > 64 * (room + 1) {
                continue;
            }
            let shown = Shown::new(rows, run, 0..rows.run(run).steps.len());
            let height = shown.items.len() + 1;
            if height <= room {
                room -= height;
                let index = self.shown.len();
                self.shown[caller].opened.insert(item, index);
                waiting.extend(shown.closed(rows).into_iter().map(|(item, run)| (index, item, run)));
                self.shown.push(shown);
            }
        }
    }
}

impl Leg {
    /// The activations that are shown.
    pub(super) fn levels(&self) -> impl Iterator<Item = usize> + use<> {
        let (levels, (first, last)) = (self.stretch.levels.clone(), self.ends);
        (levels.start..levels.start + first).chain(levels.end - last..levels.end)
    }

    /// The activations that are left out.
    pub(super) fn left_out(&self) -> Range<usize> {
        self.stretch.levels.start + self.ends.0..self.stretch.levels.end - self.ends.1
    }
}

impl Shown {
    /// These steps of a run.
    fn new(rows: &Rows<'_>, run: RunId, steps: Range<usize>) -> Shown {
        let items = items(rows, run, steps);
        Shown { run, has_end: false, ends: (items.len(), 0), items, opened: BTreeMap::new() }
    }

    /// Leaves out what does not fit into `room` rows, at least 3; returns how many it needs.
    fn cut(&mut self, room: usize) -> usize {
        let wanted = self.items.len() + 1;
        if wanted > room {
            let shown = room - 2;
            self.ends = (shown / 3, shown - shown / 3);
        }
        wanted.min(room)
    }

    /// The calls in it that are shown and worth a look, the last first.
    fn closed<'r>(&'r self, rows: &Rows<'r>) -> Vec<(usize, RunId)> {
        let run = rows.run(self.run);
        let (first, last) = self.ends;
        let shown = (0..first).chain(self.items.len() - last..self.items.len());
        let call = |index: usize| match self.items[index] {
            Item::Step(step) if rows.is_worth_opening(&run.steps[step]) => Some((index, run.steps[step].call?)),
            _ => None,
        };
        shown.rev().filter_map(call).collect()
    }
}

/// The rows of steps of a run: one that tells its reader nothing has none, and rounds that go the same way have one.
fn items(rows: &Rows<'_>, id: RunId, steps: Range<usize>) -> Vec<Item> {
    let run = rows.run(id);
    let mut folder = Folder::new();
    for index in steps {
        if rows.is_told(id, index) {
            folder.push(index, rows.ways.turn(&run.steps[index]));
        }
    }
    folder.finish()
}

//! Calls that return: as *stubs* first, which may leave anything; then with their runs, equal ones with one run.
//!
//! A formula with stubs that has no model excludes the run whatever the callees do. Without them a run that doubles its calls would be written
//! out in full before anybody knows whether that is worth it.

use super::{Path, PathRun};
use crate::engine::bam::places::Place;
use crate::engine::bam::walk::{Return, Taken};
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::pds::Slot;
use rustc_hash::FxHashMap;

/// The index of a call in [`Path::calls`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallId(pub u32);

impl CallId {
    /// The index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What stands for a call.
pub enum Fate {
    /// Nothing: it may leave anything.
    Stub,
    /// A run.
    Run(PathRun),
    /// The run of another call, under an assumption: that both are entered with, and leave, the same.
    Shared(CallId, Formula),
}

/// A call that returns.
pub struct Call<S> {
    /// The block.
    pub callee: ProcId,
    /// How it returned.
    pub returned: Return<S>,
    entry: FxHashMap<Slot, Formula>,
    left: Vec<(Slot, Formula)>,
    /// What stands for it.
    pub fate: Fate,
    /// Whether it may not have the run of another call.
    pub is_alone: bool,
}

impl<S: Clone> Path<'_, '_, S> {
    /// A call as a stub, with what it leaves.
    pub(super) fn call(
        &mut self,
        callee: ProcId,
        returned: Return<S>,
        entry: FxHashMap<Slot, Formula>,
    ) -> (CallId, Vec<(Slot, Formula)>) {
        let slots: Vec<Slot> = self.precision.live_at(Place::Exit(callee)).collect();
        let left: Vec<(Slot, Formula)> = slots.into_iter().map(|slot| (slot, self.fresh())).collect();
        self.calls.push(Call { callee, returned, entry, left: left.clone(), fate: Fate::Stub, is_alone: false });
        (CallId(self.calls.len() as u32 - 1), left)
    }

    /// The calls that are stubs.
    pub fn stubs(&self) -> Vec<CallId> {
        let stubs = self.calls.iter().enumerate().filter(|(_, call)| matches!(call.fate, Fate::Stub));
        stubs.map(|(index, _)| CallId(index as u32)).collect()
    }

    /// A stub gets its run.
    pub fn unfold(&mut self, id: CallId, steps: &[Taken<S>]) {
        let Call { callee, entry, left, .. } = &self.calls[id.index()];
        let (callee, entry, left) = (*callee, entry.clone(), left.clone());
        let (run, _) = self.run(callee, steps, entry);
        for (slot, outside) in left {
            if let Some(&inside) = run.left.get(&slot) {
                self.tie(Formula::TRUE, outside, inside);
            }
        }
        self.calls[id.index()].fate = Fate::Run(run);
    }

    /// A stub has the run of another call from now on.
    pub fn share(&mut self, id: CallId, with: CallId) {
        let assumption = self.fresh();
        let sides = |path: &Path<'_, '_, S>, id: CallId| {
            let Call { entry, left, .. } = &path.calls[id.index()];
            let mut all: Vec<(Slot, Formula)> = entry.iter().map(|(&slot, &value)| (slot, value)).collect();
            all.sort_unstable_by_key(|&(slot, _)| slot.input());
            (all, left.clone())
        };
        let ((mine, left), (theirs, their_left)) = (sides(self, id), sides(self, with));
        let pairs = mine.into_iter().zip(theirs).chain(left.into_iter().zip(their_left));
        pairs.into_iter().for_each(|((_, a), (_, b))| self.tie(assumption, a, b));
        self.calls[id.index()].fate = Fate::Shared(with, assumption);
    }
}

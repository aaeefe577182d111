//! Calls that return: as *stubs* first, which may leave anything; then with the *bodies* of their callees, equal ones with one body.
//!
//! A formula with stubs that has no model excludes the run whatever the callees do. Without them a run that doubles its calls would be written
//! out in full before anybody knows whether that is worth it.

use super::{Path, PathRun};
use crate::budget::StopReason;
use crate::engine::bam::places::Place;
use crate::engine::bam::slice::Slice;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::pds::Slot;
use rustc_hash::FxHashMap;

/// The index of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallId(usize);

/// The index of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BodyId(pub(super) usize);

/// What stands for a call.
#[derive(Clone, Copy)]
pub(super) enum Fate {
    /// Nothing: it may leave anything.
    Stub,
    /// A body of its own.
    Own(BodyId),
    /// The body of another call, under an assumption: that both are entered with, and leave, the same.
    Shared(BodyId, Formula),
}

/// A call that returns.
pub(super) struct Call<K> {
    returned: K,
    is_taken: Formula,
    entry: FxHashMap<Slot, Formula>,
    left: Vec<(Slot, Formula)>,
    fate: Fate,
}

/// What is written out of a callee.
pub(super) struct Body {
    pub run: PathRun,
    is_wanted: Formula,
    left: Vec<(Slot, Formula)>,
}

impl<K: Clone> Path<'_, '_, K> {
    /// A call as a stub, with what it leaves.
    pub(super) fn call(
        &mut self,
        callee: ProcId,
        returned: K,
        entry: FxHashMap<Slot, Formula>,
        is_taken: Formula,
    ) -> (CallId, Vec<(Slot, Formula)>) {
        let slots: Vec<Slot> = self.precision.live_at(Place::Exit(callee)).collect();
        let left: Vec<(Slot, Formula)> = slots.into_iter().map(|slot| (slot, self.fresh())).collect();
        self.calls.push(Call { returned, is_taken, entry, left: left.clone(), fate: Fate::Stub });
        (CallId(self.calls.len() - 1), left)
    }

    /// How a call returned.
    pub fn returned(&self, id: CallId) -> &K {
        &self.calls[id.0].returned
    }

    /// The body that stands for a call, if one does.
    pub(super) fn body_of(&self, id: CallId) -> Option<BodyId> {
        match self.calls[id.0].fate {
            Fate::Stub => None,
            Fate::Own(body) | Fate::Shared(body, _) => Some(body),
        }
    }

    /// The assumptions under which calls have the bodies of others.
    pub fn shares(&self) -> Vec<(Formula, CallId)> {
        let calls = self.calls.iter().enumerate();
        calls
            .filter_map(|(index, call)| match call.fate {
                Fate::Shared(_, assumption) => Some((assumption, CallId(index))),
                _ => None,
            })
            .collect()
    }

    /// A call gets a body of its own.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn unfold(&mut self, id: CallId, slice: &Slice<K>) -> Result<BodyId, StopReason> {
        let Call { is_taken, entry, left, .. } = &self.calls[id.0];
        let (is_taken, entry, left) = (*is_taken, entry.clone(), left.clone());
        // What may not be on the run has a body that others can have while it is not.
        let (is_wanted, inner) = match is_taken {
            Formula::TRUE => (Formula::TRUE, entry.clone()),
            _ => (self.fresh(), entry.keys().map(|&slot| (slot, self.fresh())).collect()),
        };
        let (run, _) = self.run(slice, inner, is_wanted)?;
        let own = left.iter().filter_map(|&(slot, _)| Some((slot, *run.left.get(&slot)?))).collect();
        self.bodies.push(Body { run, is_wanted, left: own });
        let body = BodyId(self.bodies.len() - 1);
        self.calls[id.0].fate = Fate::Own(body);
        self.has_body(id, body, is_taken);
        Ok(body)
    }

    /// A stub has the body of another call from now on.
    pub fn share(&mut self, id: CallId, body: BodyId) {
        let assumption = self.fresh();
        self.calls[id.0].fate = Fate::Shared(body, assumption);
        let condition = self.formulas.and(assumption, self.calls[id.0].is_taken);
        self.has_body(id, body, condition);
    }

    /// Under a condition a call is entered with, and leaves, what a body does.
    fn has_body(&mut self, id: CallId, body: BodyId, condition: Formula) {
        let Call { entry, left, .. } = &self.calls[id.0];
        let Body { run, is_wanted, left: inner } = &self.bodies[body.0];
        let of =
            |slot: &Slot, left: &[(Slot, Formula)]| left.iter().find(|(own, _)| own == slot).map(|&(_, value)| value);
        let entries = run.entry.iter().filter_map(|(slot, inside)| Some((*entry.get(slot)?, *inside)));
        let lefts = left.iter().filter_map(|(slot, outside)| Some((*outside, of(slot, inner)?)));
        let pairs: Vec<(Formula, Formula)> = entries.chain(lefts).collect();
        self.require(condition, *is_wanted);
        pairs.into_iter().for_each(|(outside, inside)| self.tie(condition, outside, inside));
    }
}

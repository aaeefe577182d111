//! Sets of heads, frame by frame.

use super::Chains;
use crate::budget::{Budget, StopReason};
use crate::engine::heads::{Frame, HeadSet, HeadSets};
use crate::lang::program::ProcId;
use std::collections::BTreeMap;

/// Some heads of each frame; of a frame that is left out none.
pub(super) type Heads = BTreeMap<Frame, HeadSet>;

/// The heads that are looked at.
pub(super) struct Sets<'a> {
    pub graph: &'a mut dyn HeadSets,
    pub chains: &'a Chains<'a>,
    budget: &'a Budget,
    entry: ProcId,
    /// The calls within, by caller.
    from: BTreeMap<Frame, Vec<usize>>,
    /// The calls within, by callee.
    to: BTreeMap<Frame, Vec<usize>>,
}

impl<'a> Sets<'a> {
    pub fn new(graph: &'a mut dyn HeadSets, entry: ProcId, chains: &'a Chains<'a>, budget: &'a Budget) -> Sets<'a> {
        let mut sets = Sets { graph, chains, budget, entry, from: BTreeMap::new(), to: BTreeMap::new() };
        for (index, call) in sets.graph.calls().to_vec().into_iter().enumerate() {
            if chains.are_within(sets.procedure(call.caller)) && chains.are_within(call.callee) {
                sets.from.entry(call.caller).or_default().push(index);
                sets.to.entry(Frame::Called(call.callee)).or_default().push(index);
            }
        }
        sets
    }

    /// Whose frame it is.
    pub fn procedure(&self, frame: Frame) -> ProcId {
        match frame {
            Frame::First => self.entry,
            Frame::Called(procedure) => procedure,
        }
    }

    /// What an activation of the frame weighs.
    pub fn weighs(&self, frame: Frame) -> u64 {
        self.chains.weighs(self.procedure(frame))
    }

    /// The calls of a frame within.
    pub fn calls_from(&self, frame: Frame) -> Vec<usize> {
        self.from.get(&frame).cloned().unwrap_or_default()
    }

    /// The calls within that enter a frame.
    pub fn calls_to(&self, frame: Frame) -> Vec<usize> {
        self.to.get(&frame).cloned().unwrap_or_default()
    }

    /// The heads of all chains.
    pub fn all(&mut self) -> Result<Heads, StopReason> {
        let mut all = Heads::new();
        let calls = self.graph.calls().to_vec();
        let Some(from) = self.chains.from else {
            let frames = calls.iter().map(|call| Frame::Called(call.callee)).chain([Frame::First]);
            for frame in frames.filter(|&frame| self.chains.are_within(self.procedure(frame))).collect::<Vec<_>>() {
                all.insert(frame, self.graph.reached(frame));
            }
            return Ok(all);
        };
        let mut news = Heads::new();
        for (index, call) in calls.iter().enumerate() {
            if call.site == from && self.chains.are_within(call.callee) {
                let callers = self.graph.reached(call.caller);
                let called = self.graph.image(index, callers)?;
                self.add(&mut news, Frame::Called(call.callee), called)?;
            }
        }
        while !news.is_empty() {
            for (&frame, &heads) in &news {
                self.add(&mut all, frame, heads)?;
            }
            news = self.called(&news)?;
            self.drop(&mut news, &all)?;
        }
        Ok(all)
    }

    /// Whom a frame calls.
    pub fn callees(&self, frame: Frame) -> Vec<Frame> {
        let calls = self.from.get(&frame).into_iter().flatten();
        calls.map(|&call| Frame::Called(self.graph.calls()[call].callee)).collect()
    }

    /// Those of these heads of a frame that some of `callers` call. Calls whose callers have no heads any more are forgotten: heads only become fewer.
    pub fn still_called(&mut self, frame: Frame, heads: HeadSet, callers: &Heads) -> Result<HeadSet, StopReason> {
        let mut calls = self.to.remove(&frame).unwrap_or_default();
        calls.retain(|&call| callers.contains_key(&self.graph.calls()[call].caller));
        let mut called = HeadSet::NONE;
        for &call in &calls {
            self.budget.poll()?;
            let image = self.graph.image(call, callers[&self.graph.calls()[call].caller])?;
            let image = self.graph.both(image, heads)?;
            called = self.graph.union(called, image)?;
            if called == heads {
                break;
            }
        }
        self.to.insert(frame, calls);
        Ok(called)
    }

    /// What these call.
    pub fn called(&mut self, callers: &Heads) -> Result<Heads, StopReason> {
        let mut called = Heads::new();
        for (&frame, &heads) in callers {
            for call in self.calls_from(frame) {
                self.budget.poll()?;
                let image = self.graph.image(call, heads)?;
                let callee = self.graph.calls()[call].callee;
                self.add(&mut called, Frame::Called(callee), image)?;
            }
        }
        Ok(called)
    }

    /// Who calls these.
    pub fn callers(&mut self, callees: &Heads) -> Result<Heads, StopReason> {
        let mut callers = Heads::new();
        for (&frame, &heads) in callees {
            for call in self.calls_to(frame) {
                self.budget.poll()?;
                let preimage = self.graph.preimage(call, heads)?;
                let caller = self.graph.calls()[call].caller;
                self.add(&mut callers, caller, preimage)?;
            }
        }
        Ok(callers)
    }

    /// The heads that weigh something which are one step from these, perhaps by way of some that weigh nothing.
    pub fn by_way(
        &mut self,
        step: impl Fn(&mut Self, &Heads) -> Result<Heads, StopReason>,
        from: Heads,
        all: &Heads,
    ) -> Result<Heads, StopReason> {
        let (mut found, mut passed, mut news) = (Heads::new(), Heads::new(), from);
        while !news.is_empty() {
            let next = step(self, &news)?;
            let next = self.both(&next, all)?;
            let (counted, mut others) = self.split(next);
            for (frame, heads) in counted {
                self.add(&mut found, frame, heads)?;
            }
            self.drop(&mut others, &passed)?;
            for (&frame, &heads) in &others {
                self.add(&mut passed, frame, heads)?;
            }
            news = others;
        }
        Ok(found)
    }

    /// Some more heads of a frame.
    pub fn add(&mut self, to: &mut Heads, frame: Frame, heads: HeadSet) -> Result<(), StopReason> {
        if !heads.is_empty() {
            let known = to.get(&frame).copied().unwrap_or(HeadSet::NONE);
            to.insert(frame, self.graph.union(known, heads)?);
        }
        Ok(())
    }

    /// Takes what is known away.
    pub fn drop(&mut self, from: &mut Heads, known: &Heads) -> Result<(), StopReason> {
        for (frame, &known) in known {
            if let Some(heads) = from.get_mut(frame) {
                *heads = self.graph.without(*heads, known)?;
            }
        }
        from.retain(|_, heads| !heads.is_empty());
        Ok(())
    }

    /// What is in both.
    pub fn both(&mut self, a: &Heads, b: &Heads) -> Result<Heads, StopReason> {
        let mut both = Heads::new();
        for (&frame, &heads) in a {
            if let Some(&others) = b.get(&frame) {
                let heads = self.graph.both(heads, others)?;
                self.add(&mut both, frame, heads)?;
            }
        }
        Ok(both)
    }

    /// The heads of frames that weigh something, and the others.
    pub fn split(&self, heads: Heads) -> (Heads, Heads) {
        heads.into_iter().partition(|&(frame, _)| self.weighs(frame) > 0)
    }
}

//! The heads that are reached, as sets: after post* the transition of a caller that waits relates what it was entered with to what its callee
//! begins with. With its locals forgotten that is who calls whom.

use super::automaton::{Automaton, Edge};
use super::relations::Relations;
use super::search::{Directed, Post};
use super::{BOTTOM, CONTROL, whole};
use crate::budget::{Budget, StopReason};
use crate::engine::heads::{Call, Frame, HeadSet, HeadSets, Heads, Values};
use crate::lang::cfg::LocId;
use crate::lang::program::{Place, ProcId};
use crate::logic::bdd::BddId;
use crate::pds::passes::Prepared;
use crate::pds::{RuleKind, SymbolicPds};
use rustc_hash::FxHashMap;

/// All heads, and all calls among them.
///
/// # Errors
/// The limit that was hit.
pub(super) fn heads<'p>(system: &'p Prepared, budget: &Budget) -> Result<Heads<'p>, StopReason> {
    whole::asked(system, budget, |relations| {
        Ok(Heads::Sets(Box::new(Called::new(&system.pds, relations, budget)?) as Box<dyn HeadSets + 'p>))
    })
}

/// Who calls whom.
struct Called<'p> {
    relations: Relations<'p>,
    calls: Vec<Call>,
    /// For each call, in columns entered and next: with what the caller was entered, and with what the callee is.
    called: Vec<BddId>,
    /// The heads of procedures, in columns entered.
    reached: FxHashMap<ProcId, BddId>,
}

impl<'p> Called<'p> {
    fn new(pds: &SymbolicPds, mut relations: Relations<'p>, budget: &Budget) -> Result<Called<'p>, StopReason> {
        let automaton = saturated(&mut relations)?;
        let sites = sites(pds);
        let mut frames = FxHashMap::from_iter([(BOTTOM, Frame::First)]);
        let mut waiting = Vec::new();
        for transition in automaton.transitions() {
            let Edge { from, symbol: Some(symbol), to } = transition.edge else { continue };
            if from == CONTROL {
                let procedure = pds.procedure_of(LocId::from_index(symbol as usize));
                frames.entry(to).or_insert(Frame::Called(procedure));
            } else {
                waiting.push((symbol, to, transition.weight));
            }
        }
        let (mut calls, mut called, mut reached) = (Vec::new(), Vec::new(), FxHashMap::default());
        for (symbol, to, weight) in waiting {
            budget.poll()?;
            let (site, callee) = sites[&symbol];
            calls.push(Call { caller: frames[&to], site, callee });
            called.push(relations.without_now(weight)?);
            let entered = relations.entries_of(weight)?;
            let entered = relations.next_to_entered(entered)?;
            let all = reached.entry(callee).or_insert(BddId::FALSE);
            *all = relations.bdds.or(*all, entered)?;
        }
        Ok(Called { relations, calls, called, reached })
    }
}

/// post* to its end.
fn saturated(relations: &mut Relations<'_>) -> Result<Automaton<BddId>, StopReason> {
    let mut post = Post::new(relations.pds, &[]);
    post.begin(relations)?;
    while post.advance(relations)?.is_some() {
        if relations.garbage_due() {
            relations.keep(post.weights());
        }
    }
    Ok(post.into_automaton())
}

/// For each location that waits for a call: where that is, and who is called.
fn sites(pds: &SymbolicPds) -> FxHashMap<u32, (Place, ProcId)> {
    let sites = pds.rules().iter().filter_map(|rule| match rule.kind {
        RuleKind::Expansion { callee, to } => Some((to.index() as u32, (rule.origin.0, callee))),
        _ => None,
    });
    sites.collect()
}

impl HeadSets for Called<'_> {
    fn calls(&self) -> &[Call] {
        &self.calls
    }

    fn reached(&self, frame: Frame) -> HeadSet {
        HeadSet(match frame {
            Frame::First => BddId::TRUE,
            Frame::Called(procedure) => self.reached.get(&procedure).copied().unwrap_or(BddId::FALSE),
        })
    }

    fn image(&mut self, call: usize, callers: HeadSet) -> Result<HeadSet, StopReason> {
        let Relations { bdds, entered, .. } = &mut self.relations;
        let callees = bdds.and_exists(self.called[call], callers.0, *entered)?;
        Ok(HeadSet(self.relations.next_to_entered(callees)?))
    }

    fn preimage(&mut self, call: usize, callees: HeadSet) -> Result<HeadSet, StopReason> {
        let Relations { bdds, to_next, next, .. } = &mut self.relations;
        let callees = bdds.rename(callees.0, *to_next)?;
        Ok(HeadSet(bdds.and_exists(self.called[call], callees, *next)?))
    }

    fn union(&mut self, a: HeadSet, b: HeadSet) -> Result<HeadSet, StopReason> {
        Ok(HeadSet(self.relations.bdds.or(a.0, b.0)?))
    }

    fn both(&mut self, a: HeadSet, b: HeadSet) -> Result<HeadSet, StopReason> {
        Ok(HeadSet(self.relations.bdds.and(a.0, b.0)?))
    }

    fn without(&mut self, a: HeadSet, b: HeadSet) -> Result<HeadSet, StopReason> {
        Ok(HeadSet(self.relations.bdds.diff(a.0, b.0)?))
    }

    fn pick(&mut self, frame: Frame, heads: HeadSet) -> Option<(Values, HeadSet)> {
        let (values, id) = self.relations.one_entered(frame, heads.0)?;
        Some((values, HeadSet(id)))
    }
}

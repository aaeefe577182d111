//! From heads to the next ones.

use super::Search;
use super::heads::{Heads, add};
use super::region::Region;
use crate::budget::StopReason;
use crate::lang::cfg::LocId;
use crate::logic::bdd::BddId;
use crate::pds::{RuleKind, SymbolicPds};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The successors of a set of heads.
#[derive(Default)]
pub(super) struct Successors {
    pub all: Heads,
    /// Those on the way to which something is done.
    pub done: Heads,
}

impl Search<'_, '_> {
    /// The heads of a component to which these lead next.
    pub fn successors(&mut self, region: &Region, heads: &Heads) -> Result<Successors, StopReason> {
        self.effort.successors += 1;
        let mut successors = Successors::default();
        // The states at locations that are still to be looked at, in the order of ranks.
        let mut waiting: FxHashMap<LocId, BddId> = FxHashMap::default();
        let mut queue = BinaryHeap::new();
        for (&station, &states) in heads {
            let at = self.stations.all[station].at;
            waiting.insert(at, states);
            queue.push(Reverse((self.ranks[at.index()], at)));
        }
        while let Some(Reverse((_, at))) = queue.pop() {
            self.budget.poll()?;
            let Some(states) = waiting.remove(&at) else { continue };
            for rule in self.flow.rules(at).to_vec() {
                for (to, states) in self.step(region, rule, states)? {
                    if let Some(&station) = self.station_at.get(&to) {
                        self.arrive(&mut successors, station, states)?;
                        continue;
                    }
                    let known = waiting.get(&to).copied();
                    if known.is_none() {
                        queue.push(Reverse((self.ranks[to.index()], to)));
                    }
                    waiting.insert(to, self.relations.bdds.or(known.unwrap_or(BddId::FALSE), states)?);
                }
            }
        }
        Ok(successors)
    }

    /// Where a rule leads from these states, as far as it stays within.
    fn step(&mut self, region: &Region, rule: u32, states: BddId) -> Result<Vec<(LocId, BddId)>, StopReason> {
        let pds: &SymbolicPds = self.relations.pds;
        let mut behind = Vec::new();
        match pds.rules()[rule as usize].kind {
            RuleKind::Neutration { to } if region.has(to) => behind.push((to, self.relations.apply(states, rule)?)),
            RuleKind::Expansion { callee, to } => {
                let first = pds.procedures[callee.index()].entry;
                let summary = self.summaries[callee.index()].filter(|_| region.has(to));
                if summary.is_none() && !region.is_entered(first) {
                    return Ok(behind);
                }
                let calling = self.relations.apply(states, rule)?;
                if region.is_entered(first) {
                    let entries = self.relations.entries_of(calling)?;
                    let begun = self.relations.begin(callee, entries)?;
                    behind.push((first, self.relations.bdds.exists(begun, self.relations.entered)?));
                }
                if let Some(summary) = summary {
                    behind.push((to, self.relations.resumed(calling, summary, to)?));
                }
            }
            RuleKind::Neutration { .. } | RuleKind::Contraction => {}
        }
        behind.retain(|(_, states)| !states.is_false());
        Ok(behind)
    }

    /// These states come to a station.
    fn arrive(&mut self, successors: &mut Successors, station: usize, states: BddId) -> Result<(), StopReason> {
        let procedure = self.relations.pds.procedure_of(self.stations.all[station].at);
        let done = self.stations.done.and_then(|slot| self.relations.frames.copies(procedure, slot));
        let done = match done {
            Some(copies) => {
                let is_done = self.relations.bdds.literal(copies.now, true);
                self.relations.bdds.and(states, is_done)?
            }
            None => states,
        };
        for (into, states) in [(&mut successors.all, states), (&mut successors.done, done)] {
            let states = self.relations.bdds.exists(states, self.beside[station])?;
            add(&mut self.relations, into, station, states)?;
        }
        Ok(())
    }
}

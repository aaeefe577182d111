//! Whether tables are closed: what is known leads only to what is known, but for what is still to be looked at.
//!
//! A search ends with such tables, and they are the proof. They have to be such again when a refinement has taken something out of them: whoever led to
//! what is gone is looked at again. What is forgotten there is missed for good.

use super::domain::Domain;
use super::places::Place;
use super::plan::Plan;
use super::table::{IncrementId, Spot, Table, Wait};
use crate::budget::StopReason;
use crate::lang::program::ProcId;
use crate::pds::RuleKind;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Looks for what is not closed.
pub struct Closed<'a, 'p, D: Domain> {
    /// What the search goes by.
    pub plan: &'a Plan<'p>,
    /// What is known of states.
    pub domain: &'a mut D,
    /// What is known of blocks.
    pub table: &'a Table<D>,
    /// The targets that are still to be decided.
    pub open: &'a BTreeSet<usize>,
}

impl<D: Domain> Closed<'_, '_, D> {
    /// What should be known, and is not; `None` if the tables are closed. With what runs begin is not asked: each search begins with it.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn gap(&mut self) -> Result<Option<Spot>, StopReason> {
        let unhit: FxHashSet<IncrementId> = self.table.unhit.iter().copied().collect();
        let pending: FxHashSet<IncrementId> = self.table.pending.values().flatten().copied().collect();
        for (number, increment) in self.table.increments.iter().enumerate() {
            let id = IncrementId(number as u32);
            let gap = match increment.spot {
                _ if increment.merged.is_some() || pending.contains(&id) => None,
                Spot::Hit(..) => None,
                Spot::At(Place::Exit(block)) => {
                    (!self.table.exits[block.index()].contains(&id)).then_some(increment.spot)
                }
                Spot::At(place) => self.behind(place, id, unhit.contains(&id))?,
            };
            if gap.is_some() {
                return Ok(gap);
            }
        }
        for block in 0..self.plan.pds.procedures.len() {
            if let Some(spot) = self.block(ProcId::from_index(block))? {
                return Ok(Some(spot));
            }
        }
        Ok(None)
    }

    /// What an increment at a location should have led to.
    fn behind(&mut self, place: Place, id: IncrementId, is_unhit: bool) -> Result<Option<Spot>, StopReason> {
        let Place::At(location) = place else { return Ok(None) };
        let (pds, set) = (self.plan.pds, self.table.increment(id).set.clone());
        for &target in self.plan.target_map.at(location) {
            let spot = Spot::Hit(place.procedure(pds), target);
            let hits = self.domain.hits(&set)?;
            if !is_unhit && self.open.contains(&target) && !self.is_known(spot, Some(hits))? {
                return Ok(Some(spot));
            }
        }
        for rule_id in pds.rules_from(location) {
            let (rule, number) = (pds.rule(rule_id), rule_id.index() as u32);
            let behind = Spot::At(Place::behind(rule, pds));
            let is_closed = match rule.kind {
                RuleKind::Expansion { callee, .. } => {
                    let waiting = self.domain.wait(number, &set)?;
                    waiting.map_or(Ok(true), |waiting| self.waits(callee, number, &waiting))?
                }
                _ => {
                    let after = self.domain.step(number, &set);
                    after.and_then(|after| self.is_known(behind, after))?
                }
            };
            if !is_closed {
                return Ok(Some(behind));
            }
        }
        Ok(None)
    }

    /// Whether callers wait for a block with all of this.
    fn waits(&mut self, callee: ProcId, rule: u32, waiting: &D::Set) -> Result<bool, StopReason> {
        let mut left = Some(waiting.clone());
        for wait in self.table.waits[callee.index()].iter().filter(|wait| wait.rule == rule) {
            let Some(missing) = left else { break };
            left = self.domain.news(&wait.waiting, &missing)?;
        }
        Ok(left.is_none())
    }

    /// What a block should have told to those that wait for it.
    fn block(&mut self, block: ProcId) -> Result<Option<Spot>, StopReason> {
        let pds = self.plan.pds;
        if let Some(entries) = self.table.entries[block.index()].clone() {
            let (begin, spot) = (self.domain.begin(block, &entries)?, Spot::At(Place::entry(block, pds)));
            if !self.is_known(spot, Some(begin))? {
                return Ok(Some(spot));
            }
        }
        for Wait { rule, waiting, .. } in &self.table.waits[block.index()] {
            let behind = Place::behind(&pds.rules()[*rule as usize], pds);
            let entries = self.domain.entries(*rule, waiting)?;
            if !self.is_within(self.table.entries[block.index()].as_ref(), &entries)? {
                return Ok(Some(Spot::At(Place::entry(block, pds))));
            }
            for &exit in &self.table.exits[block.index()] {
                let after = self.domain.resume(*rule, waiting, &self.table.increment(exit).set)?;
                if !self.is_known(Spot::At(behind), after)? {
                    return Ok(Some(Spot::At(behind)));
                }
            }
            for &target in self.open {
                let Some(hits) = self.table.known(Spot::Hit(block, target)) else { continue };
                let hits = self.domain.hits_within(*rule, waiting, hits)?;
                let spot = Spot::Hit(behind.procedure(pds), target);
                if !self.is_known(spot, hits)? {
                    return Ok(Some(spot));
                }
            }
        }
        Ok(None)
    }

    fn is_known(&mut self, spot: Spot, set: Option<D::Set>) -> Result<bool, StopReason> {
        set.map_or(Ok(true), |set| self.is_within(self.table.known(spot), &set))
    }

    fn is_within(&mut self, known: Option<&D::Set>, set: &D::Set) -> Result<bool, StopReason> {
        Ok(match known {
            Some(known) => self.domain.news(known, set)?.is_none(),
            None => false,
        })
    }
}

//! Relations between states as weights: saturation of symbolic pushdown systems.
//!
//! The weight of a transition says, of an activation, from which entry it can come to which state now; of a caller that waits,
//! with what its callee begins. A callee begins only with the entries that callers come with, so nothing is computed for entries
//! that do not occur (the identity on all states would be the textbook's weight), unless they are [too many](widening).

mod ask;
mod backward;
pub mod derive;
mod entered;
mod proof;
mod sample;
mod show;
pub mod unfold;
mod widening;

use super::weights::{Computed, Forward, Weights};
use crate::budget::StopReason;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::bdd::BddId;
use crate::pds::{RuleId, RuleKind};
use crate::relational;
use backward::Backwards;
pub use sample::Sample;
pub use widening::PATIENCE;
use widening::Widening;

/// The domain of relations, with what either direction needs besides.
pub type Relations<'p> = relational::Relations<'p, Own>;

/// What saturation keeps with relations.
#[derive(Clone, Debug, Default)]
pub struct Own {
    backwards: Backwards,
    widening: Option<Widening>,
}

impl Relations<'_> {
    /// Frees all diagrams but these weights and what rules need.
    pub fn keep(&mut self, weights: impl Iterator<Item = BddId>) {
        let backwards: Vec<BddId> = self.own.backwards.ids().collect();
        self.collect(weights.chain(backwards));
    }

    /// Whom a rule calls, if it does.
    fn called_by(&self, rule: u32) -> Option<ProcId> {
        match self.pds.rule(RuleId::from_index(rule as usize)).kind {
            RuleKind::Expansion { callee, .. } => Some(callee),
            RuleKind::Neutration { .. } | RuleKind::Contraction => None,
        }
    }
}

/// Nothing is no weight.
fn some(weight: BddId) -> Computed<BddId> {
    Ok((!weight.is_false()).then_some(weight))
}

impl Weights for Relations<'_> {
    type Weight = BddId;

    fn news(&mut self, old: &BddId, new: &BddId) -> Computed<BddId> {
        some(self.bdds.diff(*new, *old)?)
    }

    fn join(&mut self, a: &BddId, b: &BddId) -> Result<BddId, StopReason> {
        Ok(self.bdds.or(*a, *b)?)
    }
}

impl Forward for Relations<'_> {
    fn step(&mut self, weight: &BddId, rule: u32) -> Computed<BddId> {
        some(self.apply(*weight, rule)?)
    }

    fn enter(&mut self, weight: &BddId, rule: u32) -> Computed<BddId> {
        let Some(callee) = self.called_by(rule) else { return Ok(None) };
        let Some(waiting) = some(self.apply(*weight, rule)?)? else { return Ok(None) };
        let entries = self.entries_of(waiting)?;
        let entries = self.widened(callee, entries)?;
        some(self.begin(callee, entries)?)
    }

    fn entered(&mut self, rule: u32) {
        if let Some(callee) = self.called_by(rule) {
            self.count_entry(callee);
        }
    }

    fn wait(&mut self, weight: &BddId, rule: u32) -> Computed<BddId> {
        some(self.apply(*weight, rule)?)
    }

    fn resume(&mut self, waiting: &BddId, summary: &BddId, symbol: u32) -> Computed<BddId> {
        some(self.resumed(*waiting, *summary, LocId::from_index(symbol as usize))?)
    }
}

//! The fixpoint test: with nothing below depth d, depth d + 1 has no label that depth d does not have. Then the summaries of
//! depth d are the least fixpoint of the bodies *as they are*.

use crate::budget::StopReason;
use crate::engine::summary::checker::Checker;
use crate::engine::summary::units::Unit;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::summaries::summary::Relation;
use crate::symbolic::graph::Name;

impl Checker<'_> {
    /// Whether the summaries of a component are a fixpoint at a depth; nothing if they cannot be projected.
    ///
    /// # Errors
    /// The limit that was hit.
    pub(super) fn is_fixpoint(&mut self, members: &[ProcId], depth: u32) -> Result<Option<bool>, StopReason> {
        self.stats.fixpoint_tests += 1;
        for &procedure in members {
            let below = self.units.id(Unit { procedure, level: depth, is_closed: true });
            let above = self.units.id(Unit { procedure, level: depth + 1, is_closed: true });
            let Some(Relation { returns, hits }) = self.relation(below)? else { return Ok(None) };
            let exec = self.exec(above)?;
            let outs = self.view.interface_of(procedure).outs.clone();
            let exits: Vec<_> = outs.iter().map(|&slot| self.graph.input(Name::Exit(procedure, slot))).collect();
            let left = exits.into_iter().zip(exec.outs.iter().copied());
            let old_return = self.graph.replaced(returns, left);
            let new_return = self.graph.formulas.and(exec.returns, !old_return);
            let new_hit = self.graph.formulas.and(exec.hits, !hits);
            let new = self.graph.formulas.or(new_return, new_hit);
            if new != Formula::FALSE && self.ask(above, &[new])?.is_some() {
                return Ok(Some(false));
            }
        }
        Ok(Some(true))
    }
}

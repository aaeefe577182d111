//! When a recursive component need not be nested deeper (2007-basler, section 5; "Recursion" in the README): two tests, and
//! what has to be tested again when.

mod chain;
mod fixpoint;

pub(super) use chain::Chain;

use super::Bound;
use super::checker::{Checker, Recursion};
use crate::budget::StopReason;
use crate::engine::summary::event::Event;
use crate::lang::program::ProcId;

/// What is known of a recursive component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Completeness {
    /// Labels may be nested deeper.
    Open,
    /// The bodies as they are have no label that is nested deeper. Every change in or below them asks for a new test.
    Fixpoint,
    /// No label is nested deeper, whatever is refined.
    Bound,
}

impl Checker<'_> {
    /// Tests again, callees first, each component of which a fixpoint has become stale, and each that is still open, is nested,
    /// and has to do with the procedure that was refined. Whether what is known has changed.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn test_completeness(&mut self, refined: Option<ProcId>) -> Result<bool, StopReason> {
        let affected = refined.map(|procedure| self.calls.transitive_callers(procedure, |_| true)).unwrap_or_default();
        let mut has_changed = false;
        for component in 0..self.calls.components.len() {
            let members = self.calls.components[component].clone();
            let Recursion { depth, completeness: before } = self.recursion[component];
            let is_due = match before {
                Completeness::Fixpoint => self.stale.contains(&component),
                Completeness::Open => depth > 1 && members.iter().any(|member| affected.contains(member)),
                Completeness::Bound => false,
            };
            if !is_due {
                continue;
            }
            let completeness = self.completeness(component, &members)?;
            if completeness != before {
                self.recursion[component].completeness = completeness;
                let holds = completeness != Completeness::Open;
                self.emit(Event::Completed { procedure: members[0], holds });
                self.invalidate(members[0]);
                has_changed = true;
            }
            self.stale.remove(&component);
        }
        Ok(has_changed)
    }

    /// The fixpoint comes first, at the latest at the depth of the bound ("Recursion" in the README), so the chain is asked about
    /// only where summaries cannot be projected. There, too, linear nesting mostly ends without it, as equal labels are not
    /// nested within a copy (`Constraint::Nested`), and it is asked about when it would be twice as long. Without such
    /// constraints it is asked about each time, since copies of copies are dearer still.
    fn completeness(&mut self, component: usize, members: &[ProcId]) -> Result<Completeness, StopReason> {
        let depth = self.recursion[component].depth;
        let asks = match self.engine.bound {
            Bound::Chain => true,
            Bound::Fixpoint | Bound::Auto => match self.is_fixpoint(members, depth)? {
                Some(true) => return Ok(Completeness::Fixpoint),
                Some(false) => false,
                None => {
                    let is_due =
                        !self.calls.is_linear(members[0]) || 2 * self.chain_length(component) <= depth as usize;
                    self.engine.bound == Bound::Auto && is_due
                }
            },
        };
        if asks && self.is_chain_short(component, members, depth)? {
            return Ok(Completeness::Bound);
        }
        Ok(Completeness::Open)
    }
}

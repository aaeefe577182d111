//! Summaries made exact, callees first, before anything is asked about the target (2007-basler, section 3: BOOM).
//!
//! A summary is exact when what it says with over-approximations *open* it says *blocked* as well. As a relation it may still have
//! over-approximated runs, if each of them does what a real one does: then a label that only they have is decided, as if a caller
//! had asked for it. Where it is not projected, a run that does not end when over-approximations are blocked is refined until
//! there is none.

use super::checker::Checker;
use super::complete::Completeness;
use super::reachability::{Elimination, End, Label, LabelVerdict, Undecided};
use super::refine::Refinement;
use crate::budget::StopReason;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::logic::query::Assignment;
use crate::summaries::summary::Relation;
use crate::symbolic::graph::{Name, UnitId};
use crate::symbolic::view::Interface;
use std::collections::BTreeSet;

/// The work that may go into one procedure. What takes more stays as it is: the target need not ask for it.
const EFFORT: u64 = 20_000;

impl Checker<'_> {
    /// Makes the procedures that are called exact that are not yet.
    ///
    /// # Errors
    /// See [`Undecided`].
    pub fn make_exact(&mut self) -> Result<(), Undecided> {
        let whole = self.budget.clone();
        while let Some(&procedure) = self.calls.order.get(self.exact) {
            self.budget = whole.clone().with_effort(EFFORT);
            let made = self.make_one_exact(procedure);
            self.budget = whole.clone();
            match made {
                Err(Undecided::Stopped(StopReason::Effort)) if whole.effort() != Some(0) => {}
                made => made?,
            }
            self.exact += 1;
        }
        Ok(())
    }

    fn make_one_exact(&mut self, procedure: ProcId) -> Result<(), Undecided> {
        loop {
            self.retest_fixpoints()?;
            let id = self.body(procedure);
            let is_refined = match self.relation(id)? {
                Some(relation) => match self.open_label(id, relation)? {
                    None => return Ok(()),
                    Some(label) => {
                        let goal = |checker: &mut Self| Label { unit: checker.body(procedure), ..label.clone() };
                        !matches!(self.decide_label(goal)?, LabelVerdict::Exhausted)
                    }
                },
                None => match self.open_run(id)? {
                    None => return Ok(()),
                    Some(found) => self.refine_run(id, &found)?,
                },
            };
            if !is_refined {
                return Ok(());
            }
        }
    }

    /// A label that a summary has only if over-approximations are open.
    fn open_label(&mut self, id: UnitId, relation: Relation) -> Result<Option<Label>, StopReason> {
        let [returned, hit] = [relation.returns, relation.hits].map(|formula| self.only_open(formula));
        let doubtful = self.graph.formulas.or(returned, hit);
        let Some(found) = self.ask(id, &[doubtful])? else { return Ok(None) };
        let procedure = self.units.unit(id).procedure;
        let Interface { ins, outs, .. } = self.view.interface_of(procedure).clone();
        let mut value = |name| found.value(self.graph.number(name));
        let ins = ins.into_iter().map(|slot| Some(value(Name::Entry(procedure, slot)))).collect();
        let outs = outs.into_iter().map(|slot| value(Name::Exit(procedure, slot))).collect();
        let is_hit = found.values(&self.graph.formulas).of(hit);
        Ok(Some(Label { unit: id, ins, end: if is_hit { End::Hits } else { End::Returns(outs) } }))
    }

    /// A run of a body that does not end if over-approximations are blocked.
    fn open_run(&mut self, id: UnitId) -> Result<Option<Assignment>, StopReason> {
        let exec = self.exec(id)?;
        let ends = self.graph.formulas.or(exec.returns, exec.hits);
        let question = self.only_open(ends);
        self.ask(id, &[question])
    }

    /// That a formula holds if over-approximations are open, and not if they are blocked.
    fn only_open(&mut self, formula: Formula) -> Formula {
        let open = self.graph.open();
        let [opened, blocked] = [Formula::TRUE, Formula::FALSE].map(|is| self.graph.replaced(formula, [(open, is)]));
        self.graph.formulas.and(opened, !blocked)
    }

    /// Refines what a run takes; whether there was anything.
    fn refine_run(&mut self, id: UnitId, found: &Assignment) -> Result<bool, StopReason> {
        let procedure = self.units.unit(id).procedure;
        let exec = self.exec(id)?;
        Ok(match self.eliminate(id, &exec, found)? {
            Elimination::Refined | Elimination::Restart => true,
            Elimination::Exhausted => false,
            // It takes Σ★ in a copy of something that is nested.
            Elimination::InCallees => match self.calls.component_of(procedure) {
                Some(component) if self.recursion[component].completeness == Completeness::Open => {
                    let nesting = BTreeSet::from([Refinement::Nesting(component)]);
                    !matches!(self.refine(id, &nesting)?, Elimination::Exhausted)
                }
                _ => false,
            },
        })
    }
}

//! What is refined how far, and which executions a refinement invalidates (2007-basler, figure 7, line 16).

use super::checker::{Checker, Recursion};
use super::complete::Completeness;
use super::reachability::Elimination;
use super::units::Unit;
use super::{Bound, Mode, Refine};
use crate::budget::StopReason;
use crate::engine::summary::event::Event;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::symbolic::graph::UnitId;
use crate::symbolic::rounds::{Constraint, CutOff};
use std::collections::BTreeSet;

/// Something over-approximated that can be made more exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Refinement {
    /// More rounds of a component of the body's control flow.
    Rounds(usize),
    /// A recursive component is nested one deeper.
    Nesting(usize),
    /// Σ★ of a procedure is replaced, at all calls or at one.
    Callee(ProcId, Option<LocId>),
}

impl Checker<'_> {
    /// Looks into the entry procedure (lazy), or into all (eager).
    pub fn begin(&mut self) {
        self.refine_procedure(self.view.pds.entry);
        if self.engine.mode == Mode::Eager {
            self.replaceable().into_iter().for_each(|what| self.refine_one(what));
        }
    }

    /// What runs of a body leave, and what is to be refined for it: each thing once.
    pub fn refinements(&self, unit: Unit, cuts: &[CutOff]) -> BTreeSet<Refinement> {
        let refinement = |&cut: &CutOff| match cut {
            CutOff::Rounds(component) => Refinement::Rounds(component),
            CutOff::Call(at, callee) => match self.calls.component_of(callee) {
                Some(component) if self.calls.are_mutually_recursive(unit.procedure, callee) => {
                    Refinement::Nesting(component)
                }
                _ => self.replacement(at, callee),
            },
        };
        cuts.iter().map(refinement).collect()
    }

    /// Refines what runs of a body leave, if that may be refined any further, and sees what it completes.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn refine(&mut self, id: UnitId, refinements: &BTreeSet<Refinement>) -> Result<Elimination, StopReason> {
        let unit = self.units.unit(id);
        if self.is_exhausted(unit, refinements) {
            return Ok(Elimination::Exhausted);
        }
        for &what in refinements {
            self.stats.refinements += 1;
            match what {
                Refinement::Rounds(component) => {
                    let bound = self.bound(unit.procedure, component);
                    self.unroll(unit.procedure, component, (bound + 1).max(bound + bound / 4));
                }
                Refinement::Nesting(component) => {
                    let depth = self.recursion[component].depth;
                    // Either bound alone is to be seen as it is, and a recursion that branches may be copied.
                    let is_linear = self.calls.is_linear(self.calls.components[component][0]);
                    let step = if self.engine.bound == Bound::Auto && is_linear { depth / 4 } else { 1 };
                    self.nest(component, depth + step.max(1));
                }
                Refinement::Callee(..) => self.refine_one(what),
            }
        }
        let is_nested = refinements.iter().any(|what| matches!(what, Refinement::Nesting(_)));
        let restarts = self.test_completeness(Some(unit.procedure))? || is_nested;
        Ok(if restarts { Elimination::Restart } else { Elimination::Refined })
    }

    /// Whether one of these must not be refined any further.
    fn is_exhausted(&self, unit: Unit, refinements: &BTreeSet<Refinement>) -> bool {
        let Some(limit) = self.engine.depth else { return false };
        refinements.iter().any(|&what| match what {
            Refinement::Rounds(component) => self.bound(unit.procedure, component) >= limit,
            Refinement::Nesting(component) => self.recursion[component].depth >= limit,
            Refinement::Callee(..) => false,
        })
    }

    /// Refines everything as far as is allowed.
    pub fn exhaust(&mut self, limit: u32) {
        for what in self.replaceable() {
            self.stats.refinements += 1;
            self.refine_one(what);
        }
        for procedure in (0..self.refined.len()).map(ProcId::from_index) {
            if !self.refined[procedure.index()] {
                continue;
            }
            let flow = self.flow(procedure);
            for (component, _) in flow.components.iter().enumerate().filter(|(_, component)| component.is_loop) {
                if self.bound(procedure, component) < limit {
                    self.stats.refinements += 1;
                    self.unroll(procedure, component, limit);
                }
            }
        }
        for component in 0..self.recursion.len() {
            if self.recursion[component].depth < limit {
                self.stats.refinements += 1;
                self.nest(component, limit);
            }
        }
    }

    /// The calls of which Σ★ is not yet replaced, as they are refined: not those by which a recursion is nested.
    fn replaceable(&self) -> BTreeSet<Refinement> {
        let is_nested = |caller: usize, callee| self.calls.are_mutually_recursive(ProcId::from_index(caller), callee);
        let sites = self.calls.sites.iter().enumerate();
        let sites = sites.flat_map(|(caller, sites)| sites.iter().map(move |&(at, callee)| (caller, at, callee)));
        let open = sites.filter(|&(caller, at, callee)| !is_nested(caller, callee) && !self.is_replaced(at, callee));
        open.map(|(_, at, callee)| self.replacement(at, callee)).collect()
    }

    /// What is replaced on account of a call. Procedures that are recursive together are one.
    fn replacement(&self, at: LocId, callee: ProcId) -> Refinement {
        match self.engine.refine {
            Refine::Procedure => Refinement::Callee(self.calls.scc_of(callee)[0], None),
            Refine::Call => Refinement::Callee(callee, Some(at)),
        }
    }

    /// Whether a call stands for more than Σ★, if not for a deeper nesting.
    pub fn is_replaced(&self, at: LocId, callee: ProcId) -> bool {
        match self.engine.refine {
            Refine::Procedure => self.refined[callee.index()],
            Refine::Call => self.replaced.contains(&(at, callee)),
        }
    }

    fn refine_one(&mut self, what: Refinement) {
        let Refinement::Callee(callee, at) = what else { return };
        self.refine_procedure(callee);
        match at {
            None => self.invalidate(callee),
            Some(at) => {
                self.replaced.insert((at, callee));
                self.emit(Event::Replaced { at, callee });
                self.invalidate(self.view.pds.procedure_of(at));
            }
        }
    }

    /// Σ★ of a procedure, and of all that are recursive together with it, is replaced: they may be executed from now on.
    fn refine_procedure(&mut self, procedure: ProcId) {
        for &procedure in self.calls.scc_of(procedure) {
            if !std::mem::replace(&mut self.refined[procedure.index()], true) {
                self.emit(Event::Refined { procedure });
            }
        }
    }

    fn unroll(&mut self, procedure: ProcId, component: usize, rounds: u32) {
        let rounds = rounds.min(self.engine.depth.unwrap_or(u32::MAX));
        self.bounds.insert((procedure, component), rounds);
        self.stats.unrollings += 1;
        if let Some(&head) = self.flow(procedure).components[component].heads.first() {
            self.emit(Event::Unrolled { head, rounds });
        }
        self.invalidate(procedure);
    }

    fn nest(&mut self, component: usize, depth: u32) {
        self.recursion[component].depth = depth;
        self.stats.nesting = self.stats.nesting.max(depth);
        let procedure = self.calls.components[component][0];
        self.emit(Event::Nested { procedure, depth });
        self.invalidate(procedure);
    }

    /// These constraints are in from now on; whether one is new.
    pub fn constrain(&mut self, procedure: ProcId, constraints: impl IntoIterator<Item = Constraint>) -> bool {
        let mut news = false;
        for constraint in constraints {
            news |= self.constraints.entry(procedure).or_default().insert(constraint);
        }
        if news {
            self.invalidate(procedure);
        }
        news
    }

    /// How many back edges of a component are followed.
    pub fn bound(&self, procedure: ProcId, component: usize) -> u32 {
        self.bounds.get(&(procedure, component)).copied().unwrap_or(0)
    }

    /// The body of a procedure has changed: it, and all that call it, have to be executed again, and a fixpoint of what it is in
    /// or below proves nothing any more, whatever the change was.
    pub fn invalidate(&mut self, procedure: ProcId) {
        // Beyond a caller of which nothing is known nothing rests on the procedure, but for a fixpoint.
        let is_fixpoint = |recursion: &Recursion| recursion.completeness == Completeness::Fixpoint;
        let rests = self.recursion.iter().any(is_fixpoint);
        let Checker { units, execs, summaries, .. } = self;
        let is_executed = |id: &_| execs.contains_key(id) || summaries.contains_key(id);
        let changed =
            self.calls.transitive_callers(procedure, |caller| rests || units.of(caller).iter().any(is_executed));
        let mut lost = Vec::new();
        for &procedure in &changed {
            for id in units.of(procedure) {
                execs.remove(id);
                lost.extend(summaries.remove(id).map(|_| *id));
            }
        }
        for id in lost {
            self.emit_step(|checker| Event::Forgotten { body: checker.units.unit(id) });
        }
        let components = changed.iter().filter_map(|&procedure| self.calls.component_of(procedure));
        self.stale.extend(components.filter(|&component| is_fixpoint(&self.recursion[component])));
    }
}

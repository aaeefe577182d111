//! How an engine says that a target is reached: the rules that were applied, as a graph of runs.
//!
//! It has the shape of a trace (see `verdict::trace`), in terms of rules: of the system that the engine worked on first, of the
//! system as it was built from the program when the passes have had it back (see [`super::passes`]).

use super::{RuleId, RuleKind, SymbolicPds};
use crate::budget::{Budget, StopReason};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::lang::program::semantics::Bits;

/// A reached target.
#[derive(Clone, Debug)]
pub struct Derivation {
    returned: Vec<Run>,
    stack: Vec<Run>,
}

/// A run that returned, of a certain derivation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct RunId(u32);

/// A derivation in the making. What returned is there before it is called, and the final stack comes last.
#[derive(Clone, Debug, Default)]
pub(crate) struct DerivationBuilder {
    returned: Vec<Run>,
}

/// What one activation does.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// The procedure that is run.
    pub procedure: ProcId,
    /// The globals at its entry. Those that do not matter may have any value.
    pub(crate) globals: Bits,
    /// The parameters and locals at its entry. Those that do not matter may have any value.
    pub(crate) locals: Bits,
    /// Rules in order. An expansion that returned is followed by the neutration that stores the results. Of a run
    /// that returned the last rule is the contraction; of one that waits, the expansion.
    pub steps: Vec<Step>,
}

/// A rule that was applied.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The rule.
    pub(crate) rule: RuleId,
    /// Its choices, as many as the transfer has; those that occur in no formula are 0.
    pub choices: Bits,
    /// What became of the callee, if the rule is an expansion.
    pub(crate) callee: Callee,
}

/// What became of a callee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Callee {
    /// Nobody is called, or the callee is the next run on the final stack.
    Open,
    /// It returned, by this run.
    Returned(RunId),
    /// It returned, whichever way it went, and what it did matters to nobody: it goes by choices that are all 0.
    AnyWay,
    /// It returned, by the only way that there is: it is a [function](super::analysis::Functions).
    OnlyWay,
}

impl DerivationBuilder {
    /// Adds a run that returned; the runs that it calls are there.
    pub(crate) fn returned(&mut self, run: Run) -> RunId {
        debug_assert!(run.steps.iter().all(|step| match step.callee {
            Callee::Returned(id) => id.index() < self.returned.len(),
            Callee::Open | Callee::AnyWay | Callee::OnlyWay => true,
        }));
        self.returned.push(run);
        RunId(self.returned.len() as u32 - 1)
    }

    /// The derivation that ends with these runs on the stack, the entry procedure's first; the last one is at the target.
    pub(crate) fn finish(self, stack: Vec<Run>) -> Derivation {
        Derivation { returned: self.returned, stack }
    }
}

impl Derivation {
    /// The runs that returned, by [`RunId::index`]: each before those that call it.
    pub(crate) fn returned(&self) -> &[Run] {
        &self.returned
    }

    /// The runs on the final stack, the entry procedure's first; the last one is at the target.
    pub(crate) fn stack(&self) -> &[Run] {
        &self.stack
    }

    /// Where the last run ends; `None` if it returned.
    pub(crate) fn end(&self, pds: &SymbolicPds) -> Option<LocId> {
        let last = self.stack.last()?;
        let Some(step) = last.steps.last() else { return Some(pds.procedures[last.procedure.index()].entry) };
        match pds.rule(step.rule).kind {
            RuleKind::Neutration { to } | RuleKind::Expansion { to, .. } => Some(to),
            RuleKind::Contraction => None,
        }
    }

    /// Whether the length of the run is bounded by what is told: runs of functions are not, and may be longer than whatever was worked to find them.
    pub(crate) fn is_told(&self) -> bool {
        let mut steps = self.returned.iter().chain(&self.stack).flat_map(|run| &run.steps);
        steps.all(|step| step.callee != Callee::OnlyWay)
    }

    /// The runs that returned, and those on the final stack.
    pub(super) fn into_runs(self) -> (Vec<Run>, Vec<Run>) {
        (self.returned, self.stack)
    }

    /// The same with other steps in the place of each.
    ///
    /// # Errors
    /// The limit that was hit.
    pub(super) fn replace<S>(self, budget: &Budget, mut by: impl FnMut(Step) -> S) -> Result<Derivation, StopReason>
    where
        S: IntoIterator<Item = Step>,
    {
        let mut each = |run: Run| {
            budget.poll()?;
            Ok(Run { steps: run.steps.into_iter().flat_map(&mut by).collect(), ..run })
        };
        let returned = self.returned.into_iter().map(&mut each).collect::<Result<_, StopReason>>()?;
        let stack = self.stack.into_iter().map(each).collect::<Result<_, StopReason>>()?;
        Ok(Derivation { returned, stack })
    }
}

impl RunId {
    /// The index in [`Derivation::returned`].
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Step {
    /// A rule that calls nobody, or whose callee does not return.
    pub(crate) fn new(rule: RuleId, choices: Bits) -> Step {
        Step { rule, choices, callee: Callee::Open }
    }

    /// An expansion whose callee returned.
    #[must_use]
    pub(crate) fn returning(self, run: RunId) -> Step {
        Step { callee: Callee::Returned(run), ..self }
    }

    /// An expansion whose callee returned by the only way that there is.
    #[must_use]
    pub(crate) fn returning_only(self) -> Step {
        Step { callee: Callee::OnlyWay, ..self }
    }
}

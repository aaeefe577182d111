//! Which steps have rows.

use super::rows::Rows;
use crate::lang::program::{Expr, Kind, Node, Place, Point};
use crate::lang::source::Told;
use crate::verdict::trace::{Run, RunId, Step};

impl<'a> Rows<'a> {
    /// Whether a step has a row where a trace is folded: one that matters, if it is shown why, else one that says more than that it was made.
    pub(super) fn is_told(&self, id: RunId, index: usize) -> bool {
        let run = self.run(id);
        let is_shown = match self.why.filter(|_| self.only) {
            Some(why) => why.matters(id, index),
            None => !self.is_quiet(run, index),
        };
        is_shown && !self.is_silent(run, &run.steps[index]) && !self.is_announced(run, index)
    }

    /// Whether a call is worth a look into its callee.
    pub(super) fn is_worth_opening(&self, step: &Step) -> bool {
        match (self.why.filter(|_| self.only), step.call) {
            (_, None) => false,
            (None, _) => !step.changes.is_empty(),
            (Some(why), Some(callee)) => {
                self.run(callee).steps.iter().enumerate().any(|(index, _)| why.matters(callee, index))
            }
        }
    }

    /// Whether a step says nothing to its reader but that it was made: entry, `skip`, `goto` to one place, a condition that always holds.
    fn is_quiet(&self, run: &Run, index: usize) -> bool {
        let step = &run.steps[index];
        match self.told(run, step) {
            Told::Itself => {}
            told => return !told.is_step(),
        }
        let statement = &self.program[Place { procedure: run.procedure, point: step.point }];
        match statement.kind {
            Kind::Enter | Kind::Skip => true,
            Kind::Goto(targets) => self.program[targets].windows(2).all(|pair| pair[0] == pair[1]),
            Kind::Branch { yes, .. } => yes == statement.next,
            Kind::Assume(cond) | Kind::Assert(cond) | Kind::AbortIf(cond) => self.is_constant(cond),
            _ => false,
        }
    }

    fn is_constant(&self, cond: Expr) -> bool {
        self.program
            .expr_nodes(cond)
            .iter()
            .all(|node| !matches!(node, Node::Var(_) | Node::Choice(_) | Node::Schoose(..)))
    }

    /// Whether a `goto` goes to a condition that says which way it goes.
    fn is_announced(&self, run: &Run, index: usize) -> bool {
        let place = |step: &Step| Place { procedure: run.procedure, point: step.point };
        if !matches!(self.program[place(&run.steps[index])].kind, Kind::Goto(_)) {
            return false;
        }
        let next = (index + 1..run.steps.len()).find(|&next| !self.is_quiet(run, next));
        next.is_some_and(|next| matches!(self.program[place(&run.steps[next])].kind, Kind::Assume(_)))
    }

    /// Whether it is not even shown where all steps are: the entry, which has no text, and what the input has nothing like.
    pub(super) fn is_silent(&self, run: &Run, step: &Step) -> bool {
        step.point == Point::ENTRY || !self.told(run, step).is_step()
    }

    fn told(&self, run: &Run, step: &Step) -> &'a Told {
        self.told_at(Place { procedure: run.procedure, point: step.point })
    }

    fn told_at(&self, place: Place) -> &'a Told {
        self.source.told(self.program.span(place).start)
    }

    /// Whether a step is told as something of the input, which says what it does.
    pub(super) fn is_retold(&self, place: Place) -> bool {
        matches!(self.told_at(place), Told::As(_))
    }
}

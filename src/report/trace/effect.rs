//! What a step does, in words: where it goes, what it changes, and what of that was chosen.

use super::rows::Rows;
use super::values::{Item, list};
use crate::lang::program::semantics::State;
use crate::lang::program::words::Word;
use crate::lang::program::{Kind, Place, ProcId, Var};
use crate::verdict::canonical::{Chosen, Moment};
use crate::verdict::trace::{End, Run, RunId, Step};

/// What stands behind a value, or a way, that was chosen.
pub(super) const CHOSEN: &str = " (*)";

impl<'a> Rows<'a> {
    /// Which way a branch or a `goto` with several targets takes.
    pub(super) fn decision(&self, run: &Run, index: usize) -> Option<String> {
        let next = run.steps.get(index + 1).map_or_else(|| self.end_place(run).point, |step| step.point);
        let statement = &self.program[Place { procedure: run.procedure, point: run.steps[index].point }];
        match statement.kind {
            Kind::Branch { yes, .. } if yes == statement.next => Some(String::new()),
            Kind::Branch { yes, .. } => Some(if next == yes { "-> true" } else { "-> false" }.into()),
            Kind::Goto(targets) if self.program[targets].len() > 1 => {
                let place = Place { procedure: run.procedure, point: next };
                let label = self.program[self.program[place].labels].first();
                let line = || self.source.position(self.program.span(place).start).line;
                Some(
                    label.map_or_else(
                        || format!("-> line {}", line()),
                        |&label| format!("-> {}", self.program.name(label)),
                    ),
                )
            }
            _ => None,
        }
    }

    /// What was free in a step.
    pub(super) fn chosen(&mut self, id: RunId, index: usize) -> Chosen {
        let run = self.run(id);
        let step = &run.steps[index];
        if step.choices.is_empty() {
            return Chosen::default();
        }
        let place = Place { procedure: run.procedure, point: step.point };
        let program = self.program;
        Moment { program, place, state: self.states.before(id, index), returned: None }
            .chosen(&step.choices, step.target)
    }

    /// The values that a step changed, and those that were chosen, even as they were before.
    pub(super) fn assigned(&mut self, id: RunId, index: usize, chosen: &Chosen) -> String {
        let run = self.run(id);
        let changed = run.steps[index].changes.iter().map(|(var, _)| *var);
        let mut all: Vec<Var> = changed.chain(chosen.vars.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        if all.is_empty() {
            return String::new();
        }
        let is_chosen = |var: &Var| chosen.vars.binary_search(var).is_ok();
        let is_wanted = self.wants(id, index);
        let (after, longest) = (self.states.after(id, index), self.longest);
        let values = self.values(run.procedure);
        // A number is chosen if all of it is; if some of it is, its bits tell which.
        let is_plain = |word: &Word| word.bits.iter().all(is_chosen) || !word.bits.iter().any(is_chosen);
        let show = |item: Item| {
            let mark = if values.vars_of(item).iter().all(is_chosen) { CHOSEN } else { "" };
            values.show_item(item, |var| after.get(var)) + mark
        };
        list(values.changed(&all, |word| is_wanted(word) && is_plain(word)).into_iter().map(show), longest)
    }

    /// Which numbers tell what a step changed: all, or, where only that is shown which matters, those that it writes as a whole. Of others not
    /// all bits need matter.
    fn wants(&self, id: RunId, index: usize) -> impl Fn(&Word) -> bool + use<'a> {
        let run = self.run(id);
        let statement = &self.program[Place { procedure: run.procedure, point: run.steps[index].point }];
        let targets = match statement.kind {
            Kind::Assign { targets, .. } | Kind::Call { targets, .. } | Kind::Dead(targets) => &self.program[targets],
            _ => &[],
        };
        let is_all = !self.only;
        move |word| is_all || word.bits.iter().all(|&bit| targets.contains(&Some(bit)))
    }

    /// The effect of a call that is not opened.
    pub(super) fn call(&mut self, id: RunId, index: usize, callee: RunId) -> String {
        let (caller, run) = (self.run(id), self.run(callee));
        let params = self.program[run.procedure].params;
        let longest = self.longest;
        let with = self.values(run.procedure).locals(&run.entry, 0..params);
        let with = (params > 0).then(|| format!("with {}", list(with.into_iter(), longest)));
        let changes = match &caller.steps[index].changes {
            none if none.is_empty() => "nothing changed".into(),
            some => self.stepped(id, index, some),
        };
        let parts = [with, self.results(run), Some(changes)];
        let parts = parts.into_iter().flatten().collect::<Vec<_>>().join("; ");
        format!("{parts} ({} steps)", self.lengths[callee.index()])
    }

    /// Of the changes of a call those that the caller makes when it stores results.
    pub(super) fn stored(&self, caller: ProcId, step: &Step) -> Vec<(Var, bool)> {
        match self.program[Place { procedure: caller, point: step.point }].kind {
            Kind::Call { targets, .. } => {
                let targets = &self.program[targets];
                step.changes.iter().filter(|(var, _)| targets.contains(&Some(*var))).copied().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Changes that a step made.
    pub(super) fn stepped(&mut self, id: RunId, index: usize, changes: &[(Var, bool)]) -> String {
        let (after, is_wanted) = (self.states.after(id, index), self.wants(id, index));
        self.changes(self.run(id).procedure, changes, &after, is_wanted)
    }

    /// Changes after which a state is this one. Names are looked up for no more than are shown.
    pub(super) fn changes(
        &mut self,
        procedure: ProcId,
        changes: &[(Var, bool)],
        after: &State,
        is_wanted: impl Fn(&Word) -> bool,
    ) -> String {
        let longest = self.longest;
        let vars: Vec<Var> = changes.iter().map(|(var, _)| *var).collect();
        let values = self.values(procedure);
        let shown = values.changed(&vars, is_wanted).into_iter();
        list(shown.map(|item| values.show_item(item, |var| after.get(var))), longest)
    }

    /// `returns 0, 5 (101)`, if there are results.
    pub(super) fn results(&self, run: &Run) -> Option<String> {
        let End::Returned { results, .. } = &run.end else { return None };
        let shown = self.program.words().show_results(run.procedure, results);
        (!shown.is_empty()).then(|| format!("returns {}", shown.join(", ")))
    }
}

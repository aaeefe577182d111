//! Abstraction and refinement (2007-basler, section 4): ISREACHABLE of figure 7, its lines 5 to 21, for a label instead of a head.
//!
//! A label of a procedure is decided in its body: no run has it if over-approximations are *open*, or some run has it if they are
//! *blocked*; else the run that was found is spurious, and eliminated. Callers first: a callee's label is decided only if its
//! caller's run has it (README, "One example", and "Where we depart from the paper").

use super::checker::{CalleeUnit, Checker};
use super::event::{Event, Taken};
use super::{Bound, Mode};
use crate::budget::StopReason;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::logic::query::Assignment;
use crate::pds::Slot;
use crate::symbolic::graph::{Name, Round, UnitId};
use crate::symbolic::rounds::{Call, Constraint, CutOff, Exec, Index, Nested, Visit};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// In a component with at most so many visits of heads, all pairs are told apart at once.
const FEW: usize = 12;

/// With what a body is entered, and how it ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Label {
    pub unit: UnitId,
    /// In the order of the interface; nothing where any value will do.
    pub ins: Vec<Option<bool>>,
    pub end: End,
}

/// How an activation ends: at the target, or by a return.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    /// It comes to the target.
    Hits,
    /// It returns with these values, in the order of the interface.
    Returns(Vec<bool>),
}

/// What is decided of a label.
pub(super) enum LabelVerdict {
    /// No run has it.
    Refuted,
    /// Some run does: this is the label, of the body that is in force.
    Confirmed(Label),
    /// The bound is reached.
    Exhausted,
}

/// What the elimination of a spurious run came to.
pub(super) enum Elimination {
    /// The body is refined, or constrained.
    Refined,
    /// Labels that are being decided may have lost their meaning, too: they are decided from the start.
    Restart,
    /// The run takes something over-approximated that must not be refined any further.
    Exhausted,
    /// It was not: the body itself takes nothing over-approximated, so a callee's label is to be decided.
    InCallees,
}

/// Why there is no verdict.
pub(super) enum Undecided {
    /// A limit was hit.
    Stopped(StopReason),
    /// A run has nothing over-approximated in it, and is no real one: a bug of this engine.
    Stuck,
}

impl From<StopReason> for Undecided {
    fn from(reason: StopReason) -> Undecided {
        Undecided::Stopped(reason)
    }
}

impl Checker<'_> {
    /// Decides whether the entry procedure comes to the target, from which run, if so.
    ///
    /// # Errors
    /// See [`Undecided`].
    pub fn decide(&mut self) -> Result<Option<Label>, Undecided> {
        if self.engine.mode == Mode::Eager {
            self.make_exact()?;
        }
        match self.decide_label(Self::goal)? {
            LabelVerdict::Refuted => Ok(None),
            LabelVerdict::Confirmed(label) => Ok(Some(label)),
            LabelVerdict::Exhausted => self.decide_bounded(),
        }
    }

    /// Decides a label, which is asked for again when the bodies in force are others.
    ///
    /// # Errors
    /// See [`Undecided`].
    pub fn decide_label(&mut self, goal: impl Fn(&mut Self) -> Label) -> Result<LabelVerdict, Undecided> {
        let mut confirmed: FxHashSet<Label> = FxHashSet::default();
        let mut stack: Vec<Label> = Vec::new();
        loop {
            if self.retest_fixpoints()? {
                stack.clear();
                confirmed.clear();
            }
            let Some(label) = stack.last().cloned() else {
                stack.push(goal(self));
                continue;
            };
            let exec = self.exec(label.unit)?;
            let goal = self.goal_formulas(&label, &exec);
            let open = self.graph.open();
            let is_goal = stack.len() == 1;
            let Some(found) = self.ask(label.unit, &with(&goal, open))? else {
                if is_goal {
                    return Ok(LabelVerdict::Refuted);
                }
                self.record_decided(&label, false);
                stack.pop();
                continue;
            };
            if self.is_real(&goal, &found) || self.ask(label.unit, &with(&goal, !open))?.is_some() {
                if is_goal {
                    return Ok(LabelVerdict::Confirmed(label));
                }
                self.record_decided(&label, true);
                confirmed.insert(label);
                stack.pop();
                continue;
            }
            match self.eliminate(label.unit, &exec, &found)? {
                Elimination::Refined => continue,
                Elimination::Restart => {
                    stack.clear();
                    confirmed.clear();
                    continue;
                }
                Elimination::Exhausted => return Ok(LabelVerdict::Exhausted),
                Elimination::InCallees => {}
            }
            let labels = self.labels(label.unit, &exec, &found);
            match labels.into_iter().find(|label| !confirmed.contains(label)) {
                Some(next) => stack.push(next),
                None => return Err(Undecided::Stuck),
            }
        }
    }

    /// Tests again whether fixpoints are any that may be none any more: nothing is asked while they are taken for granted. Whether
    /// what is known has changed.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn retest_fixpoints(&mut self) -> Result<bool, StopReason> {
        Ok(!self.stale.is_empty() && self.test_completeness(None)?)
    }

    /// Eliminates a spurious run of a body: by constraints, if there are cheaper runs than it, else by refinement of what it takes
    /// (figure 7, lines 15 and 16).
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn eliminate(&mut self, id: UnitId, exec: &Exec, found: &Assignment) -> Result<Elimination, StopReason> {
        let procedure = self.units.unit(id).procedure;
        let repeated = self.repeated(exec, found);
        if self.constrain(procedure, repeated) {
            return Ok(Elimination::Refined);
        }
        let nested = self.nested(procedure, exec, found);
        if self.constrain(procedure, nested) {
            return Ok(Elimination::Refined);
        }
        let cuts = self.cuts(exec, found);
        if self.engine.bound != Bound::Chain {
            let shortcuts = self.shortcuts(id, exec, found, &cuts);
            if self.constrain(procedure, shortcuts) {
                return Ok(Elimination::Refined);
            }
        }
        if cuts.is_empty() {
            return Ok(Elimination::InCallees);
        }
        self.emit_step(|checker| checker.spurious(id, exec, found, &cuts));
        let refinements = self.refinements(self.units.unit(id), &cuts);
        self.refine(id, &refinements)
    }

    /// That a run of a body takes what is over-approximated.
    fn spurious(&mut self, id: UnitId, exec: &Exec, found: &Assignment, cuts: &[CutOff]) -> Event {
        let procedure = self.units.unit(id).procedure;
        let flow = self.flow(procedure);
        let taken = cuts.iter().filter_map(|&cut| match cut {
            CutOff::Rounds(component) => Some(Taken::Rounds { head: *flow.components[component].heads.first()? }),
            CutOff::Call(at, callee) => Some(Taken::Call { at, callee }),
        });
        let taken = taken.collect();
        let mut values = found.values(&self.graph.formulas);
        let steps = exec.steps.iter().filter(|step| values.of(step.taken));
        let path = steps.map(|step| self.view.pds.rule(step.rule).from).collect();
        Event::Spurious { body: self.units.unit(id), path, taken }
    }

    fn record_decided(&mut self, label: &Label, is_real: bool) {
        let procedure = self.units.unit(label.unit).procedure;
        self.stats.settled += 1;
        self.emit(Event::Settled { procedure, is_real });
    }

    /// Decides the target as far as the bound goes, with everything refined up to it.
    fn decide_bounded(&mut self) -> Result<Option<Label>, Undecided> {
        let limit = self.engine.depth.unwrap_or(u32::MAX);
        self.exhaust(limit);
        self.test_completeness(None)?;
        let label = self.goal();
        let exec = self.exec(label.unit)?;
        let goal = self.goal_formulas(&label, &exec);
        let open = self.graph.open();
        if self.ask(label.unit, &with(&goal, !open))?.is_some() {
            return Ok(Some(label));
        }
        match self.ask(label.unit, &with(&goal, open))? {
            None => Ok(None),
            Some(_) => Err(Undecided::Stopped(StopReason::Bound(limit))),
        }
    }

    /// That the entry procedure comes to the target, from an initial state.
    fn goal(&mut self) -> Label {
        let entry = self.view.pds.entry;
        let init = |slot: &Slot| match *slot {
            Slot::Global(index) => self.view.pds.globals[index],
            _ => None,
        };
        let ins = self.view.interface_of(entry).ins.iter().map(init).collect();
        Label { unit: self.body(entry), ins, end: End::Hits }
    }

    /// What has to hold for a label.
    pub fn goal_formulas(&mut self, label: &Label, exec: &Exec) -> Vec<Formula> {
        let procedure = self.units.unit(label.unit).procedure;
        let ins = self.view.interface_of(procedure).ins.clone();
        let mut goal: Vec<Formula> = Vec::new();
        for (slot, value) in ins.into_iter().zip(&label.ins) {
            if let Some(value) = value {
                goal.push(equal(self.graph.input(Name::Entry(procedure, slot)), *value));
            }
        }
        match &label.end {
            End::Hits => goal.push(exec.hits),
            End::Returns(outs) => {
                goal.push(exec.returns);
                goal.extend(exec.outs.iter().zip(outs).map(|(&out, &value)| equal(out, value)));
            }
        }
        goal
    }

    /// Whether a run takes nothing over-approximated.
    fn is_real(&mut self, goal: &[Formula], found: &Assignment) -> bool {
        let open = self.graph.number(Name::Open);
        let mut values = found.values_without(&self.graph.formulas, open);
        goal.iter().all(|&formula| values.of(formula))
    }

    /// The pairs of visits of a head that a run makes in equal states, and of a component with few visits all the others with them:
    /// each costs a question to find. The cut and the first visit of the star copy may be one.
    fn repeated(&self, exec: &Exec, found: &Assignment) -> Vec<Constraint> {
        let mut values = found.values(&self.graph.formulas);
        let states: Vec<Option<Vec<bool>>> = exec
            .visits
            .iter()
            .map(|visit| values.of(visit.taken).then(|| visit.changed().map(|value| values.of(value)).collect()))
            .collect();
        let pairs: Vec<_> = pairs(&exec.visits)
            .map(|(i, j)| (&exec.visits[i], &exec.visits[j], states[i].is_some() && states[i] == states[j]))
            .collect();
        let broken: BTreeSet<usize> =
            pairs.iter().filter(|(.., is_same)| *is_same).map(|(a, ..)| a.component).collect();
        let count = |component: usize| exec.visits.iter().filter(|visit| visit.component == component).count();
        let whole: BTreeSet<usize> = broken.into_iter().filter(|&component| count(component) <= FEW).collect();
        let wanted = pairs.into_iter().filter(|(a, _, is_same)| *is_same || whole.contains(&a.component));
        wanted.map(|(a, b, _)| Constraint::Repeated(a.at.0, a.at.1, b.at.1)).collect()
    }

    /// The activations in a run that have its own label.
    fn nested(&mut self, procedure: ProcId, exec: &Exec, found: &Assignment) -> Vec<Constraint> {
        if self.engine.bound != Bound::Auto || exec.nested.is_empty() {
            return Vec::new();
        }
        let ins = self.view.interface_of(procedure).ins.iter();
        let ins: Vec<Formula> = ins.map(|&slot| self.graph.input(Name::Entry(procedure, slot))).collect();
        let mut values = found.values(&self.graph.formulas);
        let is_hit = values.of(exec.hits);
        let mut same = |a: &[Formula], b: &[Formula]| a.iter().zip(b).all(|(&a, &b)| values.of(a) == values.of(b));
        let mut is_equal = |nested: &&Nested| {
            nested.procedure == procedure
                && same(&[nested.taken], &[Formula::TRUE])
                && same(&[nested.hits], &[Formula::constant(is_hit)])
                && same(&nested.ins, &ins)
                && (is_hit || same(&nested.outs, &exec.outs))
        };
        let broken = exec.nested.iter().filter(|nested| is_equal(nested));
        broken.map(|nested| Constraint::Nested(nested.at.0, nested.at.1, nested.number)).collect()
    }

    /// The shortcuts that a run could take in components that it leaves by a cut.
    fn shortcuts(&mut self, id: UnitId, exec: &Exec, found: &Assignment, cuts: &[CutOff]) -> Vec<Constraint> {
        let mut pairs = Vec::new();
        for cut in cuts {
            let &CutOff::Rounds(component) = cut else { continue };
            let visits: Vec<(LocId, Round)> = {
                let mut values = found.values(&self.graph.formulas);
                let visits = exec.visits.iter().filter(|visit| visit.component == component);
                visits.filter(|visit| values.of(visit.taken)).map(|visit| visit.at).collect()
            };
            let number = |round: Round| match round {
                Round::Copy(copy) => Some(copy),
                _ => None,
            };
            let last = visits.iter().filter_map(|&(_, round)| number(round)).max().unwrap_or(0);
            for &from in &visits {
                let Some(begin) = number(from.1) else { continue };
                let ends = visits.iter().filter(|to| to.1 != Round::Star);
                let ends = ends.filter(|to| number(to.1).unwrap_or(last + 1) >= begin + 2);
                pairs.extend(ends.map(|&to| (from, to)));
            }
        }
        let possible: Vec<Formula> = self.with_setting(id, |graph, setting| {
            let index = Index::of(exec);
            pairs.iter().map(|&(from, to)| index.shortcut(graph, setting, from, to)).collect()
        });
        let mut values = found.values(&self.graph.formulas);
        let shortcuts = pairs.into_iter().zip(possible).filter(|&(_, possible)| values.of(possible));
        shortcuts.map(|((from, to), _)| Constraint::Shortcut(from.0, from.1, to.0, to.1)).collect()
    }

    /// What a run leaves that was executed, in the body itself.
    fn cuts(&self, exec: &Exec, found: &Assignment) -> Vec<CutOff> {
        let mut values = found.values(&self.graph.formulas);
        let mut cuts: Vec<CutOff> = exec.cuts.iter().filter(|cut| values.of(cut.taken)).map(|cut| cut.what).collect();
        cuts.sort_unstable();
        cuts.dedup();
        cuts
    }

    /// The labels of the calls that a run makes, in order.
    pub fn labels(&mut self, id: UnitId, exec: &Exec, found: &Assignment) -> Vec<Label> {
        self.labelled(id, exec, found).into_iter().map(|(_, label)| label).collect()
    }

    /// The labels of the calls that a run makes, in order, each with the index of its step.
    pub fn labelled(&mut self, id: UnitId, exec: &Exec, found: &Assignment) -> Vec<(usize, Label)> {
        let unit = self.units.unit(id);
        let taken: Vec<_> = {
            let mut values = found.values(&self.graph.formulas);
            let taken: Vec<_> = exec.calls.iter().filter(|call| values.of(call.taken)).collect();
            let label = |call: &&Call| {
                let ins = call.ins.iter().map(|&value| Some(values.of(value))).collect();
                let end = if values.of(call.hits) {
                    End::Hits
                } else {
                    End::Returns(call.outs.iter().map(|&value| values.of(value)).collect())
                };
                (call.step, call.at.0, call.callee, ins, end)
            };
            taken.iter().map(label).collect()
        };
        let mut labels = Vec::with_capacity(taken.len());
        for (step, at, callee, ins, end) in taken {
            if let CalleeUnit::Unit(unit) = self.callee(unit, at, callee) {
                labels.push((step, Label { unit, ins, end }));
            }
        }
        labels
    }
}

/// The indices of two visits of one head, the earlier one first, which need not be one visit.
fn pairs(visits: &[Visit]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let is_pair = |a: &Visit, b: &Visit| {
        let is_same_place = a.component == b.component && a.at.0 == b.at.0;
        is_same_place && (a.at.1, b.at.1) != (Round::Cut, Round::Star)
    };
    (0..visits.len())
        .flat_map(move |j| (0..j).map(move |i| (i, j)))
        .filter(move |&(i, j)| is_pair(&visits[i], &visits[j]))
}

fn equal(formula: Formula, value: bool) -> Formula {
    if value { formula } else { !formula }
}

/// The same formulas and one more.
pub(super) fn with(formulas: &[Formula], one: Formula) -> Vec<Formula> {
    formulas.iter().copied().chain([one]).collect()
}

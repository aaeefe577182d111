//! The values with which runs arrive at visits, and go on from there.

use super::frame::{Frame, Passed, Value};
use super::{Path, PathRun};
use crate::budget::StopReason;
use crate::engine::bam::slice::{Slice, Way};
use crate::logic::fold::{Memo, Transplant};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::pds::{RuleKind, Slot};
use rustc_hash::FxHashMap;

/// A rule that is applied at a visit.
pub(super) struct Applied<'c> {
    pub at: usize,
    pub choices: &'c [Formula],
    pub memo: Memo<Formula, FxHashMap<usize, Formula>>,
}

impl<K: Clone> Path<'_, '_, K> {
    /// What arrives in a slot at a visit; what is not known yet of those before it is found first.
    fn arriving(
        &mut self,
        slice: &Slice<K>,
        run: &PathRun,
        frame: &mut Frame,
        at: usize,
        slot: Slot,
    ) -> Result<Value, StopReason> {
        self.budget.poll()?;
        let mut open = vec![at];
        while let Some(&visit) = open.last() {
            if frame.arrived.contains_key(&(visit, slot)) {
                open.pop();
                continue;
            }
            let before = open.len();
            for (number, way) in slice.visits[visit].ways.iter().enumerate() {
                if let &Way::Taken { from, .. } = way
                    && self.is_kept(frame, visit, number, way, slot)
                    && frame.now((from, slot)).is_none()
                {
                    open.push(from);
                }
            }
            if open.len() == before {
                let value = self.met(slice, run, frame, visit, slot);
                frame.arrived.insert((visit, slot), value);
            }
        }
        Ok(frame.arrived[&(at, slot)])
    }

    /// Whether a slot has the same value behind a step as before it.
    fn is_kept(&self, frame: &Frame, visit: usize, number: usize, way: &Way<K>, slot: Slot) -> bool {
        let Way::Taken { rule, returned, .. } = way else { return false };
        if frame.written.contains_key(&(visit, number, slot)) {
            return false;
        }
        match (returned, self.pds.rules()[*rule as usize].kind, slot) {
            (Some(_), RuleKind::Expansion { callee, .. }, Slot::Global(_)) => !self.precision.is_modified(callee, slot),
            (Some(_), RuleKind::Expansion { .. }, Slot::Result(_)) => false,
            _ => true,
        }
    }

    /// What arrives in a slot at a visit, by what is known of those before it.
    fn met(&mut self, slice: &Slice<K>, run: &PathRun, frame: &mut Frame, visit: usize, slot: Slot) -> Value {
        let mut values: Vec<(Formula, Value)> = Vec::new();
        for (number, way) in slice.visits[visit].ways.iter().enumerate() {
            let here = match way {
                Way::Entered => {
                    let entry = run.entry.iter().find(|(own, _)| *own == slot);
                    Value { formula: entry.map(|&(_, value)| value), passed: Passed::default() }
                }
                &Way::Taken { from, .. } => match frame.written.get(&(visit, number, slot)) {
                    Some(&formula) => Value { formula: Some(formula), passed: Passed::default() },
                    None if !self.is_kept(frame, visit, number, way, slot) => {
                        Value { formula: None, passed: Passed::default() }
                    }
                    None => {
                        let now = frame.now((from, slot));
                        let now = now.unwrap_or(Value { formula: None, passed: Passed::default() });
                        // What reads a value passes its own place, which is all that matters if one selector stands for all places.
                        let passed = match self.precision.is_by_place() {
                            true => frame.pass(now.passed, slice.visits[from].place),
                            false => now.passed,
                        };
                        Value { formula: now.formula, passed }
                    }
                },
            };
            values.push((run.visits[visit][number].is_taken, here));
        }
        let passed = values.iter().fold(Passed::default(), |all, (_, value)| frame.both(all, value.passed));
        let first = values.first().and_then(|(_, value)| value.formula);
        if values.iter().all(|(_, value)| value.formula == first) {
            return Value { formula: first, passed };
        }
        let fresh = self.fresh();
        for (is_taken, value) in values {
            if let Some(formula) = value.formula {
                self.tie(is_taken, fresh, formula);
            }
        }
        Value { formula: Some(fresh), passed }
    }

    /// The value of a slot with which a run goes on at a visit.
    pub(super) fn read(
        &mut self,
        slice: &Slice<K>,
        run: &PathRun,
        frame: &mut Frame,
        at: usize,
        slot: Slot,
    ) -> Result<Formula, StopReason> {
        if let Some(&known) = frame.read.get(&(at, slot)) {
            return Ok(known);
        }
        let arriving = self.arriving(slice, run, frame, at, slot)?;
        let fresh = self.fresh();
        if let Some(formula) = arriving.formula {
            let mut passed = frame.places(arriving.passed);
            passed.push(slice.visits[at].place);
            let units = self.precision.units(&passed, slot).into_iter();
            let all = units.map(|unit| self.selector(unit)).collect::<Vec<_>>();
            let all = all.into_iter().fold(Formula::TRUE, |all, selector| self.formulas.and(all, selector));
            self.tie(all, fresh, formula);
        }
        frame.read.insert((at, slot), fresh);
        Ok(fresh)
    }

    /// A formula of a rule, where it is applied.
    pub(super) fn formula(
        &mut self,
        slice: &Slice<K>,
        run: &PathRun,
        frame: &mut Frame,
        applied: &mut Applied<'_>,
        formula: Formula,
    ) -> Result<Formula, StopReason> {
        let pds = self.pds;
        for input in pds.formulas.support([formula]) {
            match Slot::of(input) {
                Slot::Choice(_) => {}
                slot => _ = self.read(slice, run, frame, applied.at, slot)?,
            }
        }
        let Applied { at, choices, memo } = applied;
        let by = |_: &mut Formulas, input: Input| match Slot::of(input) {
            Slot::Choice(index) => choices[index],
            slot => frame.read.get(&(*at, slot)).copied().unwrap_or(Formula::FALSE),
        };
        Ok(memo.value(&mut Transplant { from: &pds.formulas, into: &mut self.formulas, by }, formula))
    }
}

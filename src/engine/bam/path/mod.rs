//! The path formula of a run of the abstract program: which real runs go that way?
//!
//! Each visit of a place is a boundary: what arrives is one value, that from which the run goes on another, and a *selector* says that they are
//! equal, one for each thing that is tracked or not as a whole ([`Unit`]). With the selectors of what is tracked alone the formula has a model, as the abstract run is exact over that;
//! if it has none with all of them, a core of selectors says what would have to be tracked.
//!
//! A boundary is written down when the slot is read, for all places that were passed since it was written: so the formula grows with what a
//! run reads, and not with what is live.

mod calls;
mod frame;

use super::places::Place;
use super::precision::{Precision, Unit};
use super::walk::{Activation, Taken};
use crate::lang::program::ProcId;
use crate::logic::fold::{Memo, Transplant};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::logic::query::Query;
use crate::logic::sat::Backend;
use crate::pds::{RuleKind, Slot, SymbolicPds};
pub use calls::{Call, CallId, Fate};
use frame::Frame;
use rustc_hash::FxHashMap;

/// A run in the formula.
pub struct PathRun {
    /// The block.
    pub block: ProcId,
    /// The values at the entry of what is live there.
    pub entry: Vec<(Slot, Formula)>,
    /// The steps.
    pub steps: Vec<PathStep>,
    /// What it leaves, of a run that returns.
    left: FxHashMap<Slot, Formula>,
}

/// A step of a run in the formula.
pub struct PathStep {
    /// The rule.
    pub rule: u32,
    /// Its choices.
    pub choices: Vec<Formula>,
    /// Of a call that returned, which one.
    pub call: Option<CallId>,
}

/// A path formula.
pub struct Path<'a, 'p, S> {
    pds: &'p SymbolicPds,
    precision: &'a Precision<'p>,
    /// The graph of all formulas.
    pub formulas: Formulas,
    /// What holds.
    pub query: Query,
    inputs: u32,
    selectors: FxHashMap<Unit, Formula>,
    /// What selectors stand for.
    pub units: FxHashMap<Formula, Unit>,
    /// The runs on the stack.
    pub stack: Vec<PathRun>,
    /// The calls that return.
    pub calls: Vec<Call<S>>,
    /// How many steps there are.
    pub steps: usize,
}

impl<'a, 'p, S: Clone> Path<'a, 'p, S> {
    /// The path formula of these activations.
    pub fn new(pds: &'p SymbolicPds, precision: &'a Precision<'p>, stack: &[Activation<S>]) -> Path<'a, 'p, S> {
        let mut path = Path {
            pds,
            precision,
            formulas: Formulas::default(),
            query: Query::new(Backend::default()),
            inputs: 0,
            selectors: FxHashMap::default(),
            units: FxHashMap::default(),
            stack: Vec::new(),
            calls: Vec::new(),
            steps: 0,
        };
        let mut entry = path.initial();
        for Activation { block, steps } in stack {
            let (run, next) = path.run(*block, steps, entry);
            path.stack.push(run);
            entry = next;
        }
        path
    }

    /// All selectors that occur.
    pub fn assumptions(&self) -> Vec<Formula> {
        let mut all: Vec<(Unit, Formula)> = self.selectors.iter().map(|(&unit, &selector)| (unit, selector)).collect();
        all.sort_unstable_by_key(|&(unit, _)| unit);
        all.into_iter().map(|(_, selector)| selector).collect()
    }

    fn fresh(&mut self) -> Formula {
        self.inputs += 1;
        self.formulas.input(Input(self.inputs))
    }

    fn selector(&mut self, unit: Unit) -> Formula {
        if let Some(&known) = self.selectors.get(&unit) {
            return known;
        }
        let selector = self.fresh();
        self.selectors.insert(unit, selector);
        self.units.insert(selector, unit);
        selector
    }

    /// Asserts that two values are equal if a condition holds.
    fn tie(&mut self, condition: Formula, a: Formula, b: Formula) {
        let equal = self.formulas.iff(a, b);
        let tied = self.formulas.or(!condition, equal);
        self.query.assert(&self.formulas, tied);
    }

    fn constant(value: bool) -> Formula {
        if value { Formula::TRUE } else { Formula::FALSE }
    }

    /// The values with which runs begin.
    fn initial(&mut self) -> FxHashMap<Slot, Formula> {
        let pds = self.pds;
        let entry = Place::entry(pds.entry, pds);
        let slots: Vec<Slot> = self.precision.live_at(entry).collect();
        let procedure = &pds.procedures[pds.entry.index()];
        let value = |slot: Slot| match slot {
            Slot::Global(index) => pds.globals[index],
            Slot::Local(index) => procedure.init[index],
            _ => None,
        };
        slots.into_iter().map(|slot| (slot, value(slot).map_or_else(|| self.fresh(), Self::constant))).collect()
    }

    /// The value of a slot at the place where a run is now.
    fn read(&mut self, frame: &mut Frame, slot: Slot) -> Formula {
        let Some(known) = frame.value(slot) else {
            let fresh = self.fresh();
            frame.write(slot, fresh, frame.visited());
            return fresh;
        };
        let passed = frame.passed(known.since);
        if passed.is_empty() {
            return known.formula;
        }
        let all = self.precision.units(passed, slot).into_iter().map(|unit| self.selector(unit)).collect::<Vec<_>>();
        let all = all.into_iter().fold(Formula::TRUE, |all, selector| self.formulas.and(all, selector));
        let fresh = self.fresh();
        self.tie(all, fresh, known.formula);
        frame.write(slot, fresh, frame.visited());
        fresh
    }

    /// A formula of a rule, where a run is now.
    fn formula(
        &mut self,
        frame: &mut Frame,
        choices: &[Formula],
        memo: &mut Memo<Formula, FxHashMap<usize, Formula>>,
        formula: Formula,
    ) -> Formula {
        let pds = self.pds;
        for input in pds.formulas.support([formula]) {
            match Slot::of(input) {
                Slot::Choice(_) => {}
                slot => _ = self.read(frame, slot),
            }
        }
        let by = |_: &mut Formulas, input: Input| match Slot::of(input) {
            Slot::Choice(index) => choices[index],
            slot => frame.value(slot).map_or(Formula::FALSE, |value| value.formula),
        };
        memo.value(&mut Transplant { from: &pds.formulas, into: &mut self.formulas, by }, formula)
    }

    /// A run through a block, with what it is entered with. What comes out beside it is what the block is entered with that it calls last.
    pub(super) fn run(
        &mut self,
        block: ProcId,
        steps: &[Taken<S>],
        entry: FxHashMap<Slot, Formula>,
    ) -> (PathRun, FxHashMap<Slot, Formula>) {
        let pds = self.pds;
        let mut frame = Frame::new(&entry, Place::entry(block, pds));
        let mut run =
            PathRun { block, entry: entry.into_iter().collect(), steps: Vec::new(), left: FxHashMap::default() };
        run.entry.sort_unstable_by_key(|&(slot, _)| slot.input());
        let mut next = FxHashMap::default();
        for taken in steps {
            self.steps += 1;
            let rule = &pds.rules()[taken.rule as usize];
            let choices: Vec<Formula> = (0..rule.transfer.choices).map(|_| self.fresh()).collect();
            let mut memo = Memo::sparse();
            let guard = self.formula(&mut frame, &choices, &mut memo, rule.transfer.guard);
            self.query.assert(&self.formulas, guard);
            let after = match rule.kind {
                RuleKind::Expansion { callee, .. } => Place::entry(callee, pds),
                _ => Place::behind(rule, pds),
            };
            let mut values = Vec::new();
            for &(slot, value) in &rule.transfer.updates {
                if self.precision.is_live(after, slot) {
                    values.push((slot, self.formula(&mut frame, &choices, &mut memo, value)));
                }
            }
            let mut step = PathStep { rule: taken.rule, choices, call: None };
            match rule.kind {
                RuleKind::Expansion { callee, to } => {
                    let entry = self.entry(&mut frame, callee, &values);
                    match &taken.returned {
                        None => next = entry,
                        Some(returned) => {
                            let (call, left) = self.call(callee, returned.clone(), entry);
                            step.call = Some(call);
                            frame.returned(&left, |index| self.is_modified(callee, index));
                            frame.visit(Place::At(to));
                        }
                    }
                }
                _ => {
                    for &(slot, value) in &values {
                        frame.write(slot, value, frame.visited());
                    }
                    frame.visit(after);
                }
            }
            if rule.kind == RuleKind::Contraction {
                let slots: Vec<Slot> = self.precision.live_at(after).collect();
                run.left = slots.into_iter().map(|slot| (slot, self.read(&mut frame, slot))).collect();
            }
            run.steps.push(step);
        }
        (run, next)
    }

    fn is_modified(&self, callee: ProcId, global: usize) -> bool {
        self.precision.is_modified(callee, Slot::Global(global))
    }

    /// What a block is entered with.
    fn entry(&mut self, frame: &mut Frame, callee: ProcId, given: &[(Slot, Formula)]) -> FxHashMap<Slot, Formula> {
        let slots: Vec<Slot> = self.precision.live_at(Place::entry(callee, self.pds)).collect();
        let mut entry: FxHashMap<Slot, Formula> = given.iter().copied().collect();
        for slot in slots.into_iter().filter(|slot| given.iter().all(|(own, _)| own != slot)) {
            let value = match slot {
                Slot::Global(_) => self.read(frame, slot),
                _ => self.fresh(),
            };
            entry.insert(slot, value);
        }
        entry
    }
}

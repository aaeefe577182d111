//! From models to a run: each label is solved once, so a label that occurs twice is one run (see "The run" in the README).

use super::checker::Checker;
use super::reachability::Undecided;
use super::reachability::{End, Label, with};
use crate::lang::program::semantics::Bits;
use crate::logic::query::Assignment;
use crate::pds::Slot;
use crate::pds::derivation::{Callee, Derivation, DerivationBuilder, Run, RunId, Step};
use crate::symbolic::graph::{Execution, Name, Round, What};
use rustc_hash::FxHashMap;

/// A label that is being solved: its run, and the calls in it that have no run yet.
struct Open {
    label: Label,
    run: Run,
    /// For each call that returns the index of its step, and its label; last first.
    calls: Vec<(usize, Label)>,
    /// The callee that hits, at the last step.
    hits: Option<Label>,
}

impl Checker<'_> {
    /// The run of a label of the entry procedure that hits.
    ///
    /// # Errors
    /// See [`Undecided`].
    pub fn derivation(&mut self, label: Label) -> Result<Derivation, Undecided> {
        let mut solved: FxHashMap<Label, RunId> = FxHashMap::default();
        let (mut runs, mut stack) = (DerivationBuilder::default(), Vec::new());
        let mut next = Some(label);
        while let Some(label) = next {
            let mut open = vec![self.solve(label)?];
            next = None;
            while let Some(top) = open.last_mut() {
                if let Some((step, call)) = top.calls.last() {
                    match solved.get(call) {
                        Some(&run) => {
                            top.run.steps[*step].callee = Callee::Returned(run);
                            top.calls.pop();
                        }
                        None => {
                            let call = call.clone();
                            let callee = self.solve(call)?;
                            open.push(callee);
                        }
                    }
                    continue;
                }
                let Some(Open { label, run, hits, .. }) = open.pop() else { break };
                match label.end {
                    End::Returns(_) => {
                        solved.insert(label, runs.returned(run));
                    }
                    End::Hits => {
                        stack.push(run);
                        next = hits;
                    }
                }
            }
        }
        Ok(runs.finish(stack))
    }

    /// A real run of a label in its body.
    fn solve(&mut self, label: Label) -> Result<Open, Undecided> {
        let exec = self.exec(label.unit)?;
        let goal = self.goal_formulas(&label, &exec);
        let open = self.graph.open();
        let Some(found) = self.ask(label.unit, &with(&goal, !open))? else { return Err(Undecided::Stuck) };
        let calls = self.labelled(label.unit, &exec, &found);
        let (globals, locals) = self.entry(&label, &found);
        let mut values = found.values(&self.graph.formulas);
        let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
        let mut steps = Vec::new();
        for (index, applied) in exec.steps.iter().enumerate() {
            if values.of(applied.taken) {
                numbers.insert(index, steps.len());
                let choices: Bits = applied.choices.iter().map(|&choice| values.of(choice)).collect();
                steps.push(Step::new(applied.rule, choices));
            }
        }
        let mut hits = None;
        let mut returned = Vec::new();
        for (step, call) in calls {
            match call.end {
                End::Hits => hits = Some(call),
                End::Returns(_) => returned.extend(numbers.get(&step).map(|&number| (number, call))),
            }
        }
        returned.reverse();
        let procedure = self.units.unit(label.unit).procedure;
        Ok(Open { label, run: Run { procedure, globals, locals, steps }, calls: returned, hits })
    }

    /// The globals and locals at the entry; what does not matter is false, or its initial value.
    fn entry(&mut self, label: &Label, found: &Assignment) -> (Bits, Bits) {
        let unit = self.units.unit(label.unit);
        let pds = self.view.pds;
        let shape = &pds.procedures[unit.procedure.index()];
        let is_first = unit.procedure == pds.entry && label.end == End::Hits;
        let init = |slot| match slot {
            Slot::Global(index) => pds.globals[index].filter(|_| is_first),
            Slot::Local(index) => shape.init[index],
            _ => None,
        };
        let value = |checker: &mut Self, slot: Slot| {
            if let Some(value) = init(slot) {
                return value;
            }
            let ins = &checker.view.interface_of(unit.procedure).ins;
            if let Ok(at) = ins.binary_search(&slot)
                && let Some(value) = label.ins[at]
            {
                return value;
            }
            let is_in = ins.binary_search(&slot).is_ok();
            let name = if is_in {
                Name::Entry(unit.procedure, slot)
            } else {
                Name::At(Execution::Rounds(label.unit), shape.entry, Round::Copy(0), What::Value(slot))
            };
            let input = checker.graph.input(name);
            found.values(&checker.graph.formulas).of(input)
        };
        let globals = (0..pds.globals.len()).map(|index| value(self, Slot::Global(index))).collect();
        let locals = (0..shape.init.len()).map(|index| value(self, Slot::Local(index))).collect();
        (globals, locals)
    }
}

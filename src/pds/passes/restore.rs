//! From a run of the prepared system to one of the system before: executes it with the dropped updates.
//!
//! The derivation may say anything about slots that are dead, in the states at entries. Whether a run that returned
//! serves two calls as one depends on them, too: a dead global that differs between two calls makes them two runs of
//! the system before. Each run is executed once for each entry state that it is really entered with.

use super::forget::Forgotten;
use crate::budget::{Budget, StopReason};
use crate::lang::program::semantics::Bits;
use crate::logic::formula::{Formula, Node};
use crate::pds::derivation::{Derivation, Run, Step};
use crate::pds::{RuleId, RuleKind, Slot, SymbolicPds};
use rustc_hash::FxHashMap;

/// The same rules and choices, with the states of the system before.
///
/// # Errors
/// The limit that was hit: calls that agree in all that matters may differ in what does not, in exponentially many
/// ways.
pub(super) fn restore(
    pds: &SymbolicPds,
    forgotten: &Forgotten,
    derivation: &Derivation,
    budget: &Budget,
) -> Result<Derivation, StopReason> {
    let mut restorer = Restorer {
        pds,
        forgotten,
        derivation,
        budget,
        cones: FxHashMap::default(),
        runs: Vec::new(),
        returned: FxHashMap::default(),
    };
    let mut stack: Vec<Run> = Vec::with_capacity(derivation.stack);
    let mut caller: Option<Frame> = None;
    for index in derivation.runs.len() - derivation.stack..derivation.runs.len() {
        let call = caller.as_ref().and_then(|frame| Some((frame, frame.steps.last()?)));
        let frame = match call {
            Some((frame, step)) => restorer.enter(frame, step.rule, &step.choices, index),
            None => restorer.begin(index),
        };
        let frame = restorer.execute(frame)?;
        stack.push(frame.run(&derivation.runs[index]));
        caller = Some(frame);
    }
    let runs = restorer.runs.into_iter().chain(stack).collect();
    Ok(Derivation { runs, stack: derivation.stack })
}

/// What a state is made of.
#[derive(Clone, Debug)]
struct State {
    globals: Bits,
    locals: Bits,
    results: Bits,
}

/// An activation in the middle of its run.
struct Frame {
    /// The index of the run in the derivation.
    run: usize,
    globals: Bits,
    locals: Bits,
    state: State,
    steps: Vec<Step>,
}

impl Frame {
    fn new(run: usize, globals: Bits, locals: Bits) -> Frame {
        let state = State { globals: globals.clone(), locals: locals.clone(), results: Bits::new() };
        Frame { run, globals, locals, state, steps: Vec::new() }
    }

    fn run(&self, like: &Run) -> Run {
        Run {
            procedure: like.procedure,
            globals: self.globals.clone(),
            locals: self.locals.clone(),
            steps: self.steps.clone(),
        }
    }
}

/// A run that returned: its new index, and what it left.
#[derive(Clone)]
struct Returned {
    run: usize,
    globals: Bits,
    results: Bits,
}

struct Restorer<'a> {
    pds: &'a SymbolicPds,
    forgotten: &'a Forgotten,
    derivation: &'a Derivation,
    budget: &'a Budget,
    /// The nodes of all formulas of a rule but its guard, operands first.
    cones: FxHashMap<RuleId, Vec<usize>>,
    /// The new runs that returned.
    runs: Vec<Run>,
    /// By old index and entry state.
    returned: FxHashMap<(usize, Bits, Bits), Returned>,
}

impl Restorer<'_> {
    /// The entry procedure's activation.
    fn begin(&self, run: usize) -> Frame {
        let old = &self.derivation.runs[run];
        let globals = with_inits(&old.globals, &self.pds.globals);
        let locals = with_inits(&old.locals, &self.pds.procedures[old.procedure.index()].init);
        Frame::new(run, globals, locals)
    }

    /// The activation that an expansion begins.
    fn enter(&mut self, caller: &Frame, rule: RuleId, choices: &Bits, run: usize) -> Frame {
        let old = &self.derivation.runs[run];
        let init = &self.pds.procedures[old.procedure.index()].init;
        let mut state = caller.state.clone();
        state.locals = with_inits(&old.locals, init);
        self.update(rule, &caller.state, choices, &mut state);
        Frame::new(run, state.globals, state.locals)
    }

    /// Executes an activation and all that it calls, up to its last step.
    fn execute(&mut self, first: Frame) -> Result<Frame, StopReason> {
        let mut waiting: Vec<Frame> = Vec::new();
        let mut frame = first;
        loop {
            self.budget.poll()?;
            let old = &self.derivation.runs[frame.run];
            let Some(step) = old.steps.get(frame.steps.len()) else { return Ok(frame) };
            let kind = self.pds.rule(step.rule).kind;
            let mut run = None;
            match (kind, step.run) {
                (RuleKind::Neutration { .. }, _) | (RuleKind::Contraction, _) => {
                    let before = frame.state.clone();
                    if kind == RuleKind::Contraction {
                        frame.state.results = Bits::repeat(false, self.pds.procedures[old.procedure.index()].results);
                    }
                    self.update(step.rule, &before, &step.choices, &mut frame.state);
                }
                (RuleKind::Expansion { .. }, None) => {}
                (RuleKind::Expansion { .. }, Some(callee)) => {
                    let callee = self.enter(&frame, step.rule, &step.choices, callee);
                    let key = (callee.run, callee.globals.clone(), callee.locals.clone());
                    let Some(returned) = self.returned.get(&key).cloned() else {
                        waiting.push(std::mem::replace(&mut frame, callee));
                        continue;
                    };
                    run = Some(returned.run);
                    frame.state.globals = returned.globals;
                    frame.state.results = returned.results;
                }
            }
            frame.steps.push(Step { rule: step.rule, choices: step.choices.clone(), run });
            if let RuleKind::Contraction = kind {
                let Some(caller) = waiting.pop() else { return Ok(frame) };
                self.come_back(std::mem::replace(&mut frame, caller));
            }
        }
    }

    fn come_back(&mut self, frame: Frame) {
        let run = self.runs.len();
        self.runs.push(frame.run(&self.derivation.runs[frame.run]));
        let State { globals, results, .. } = frame.state;
        self.returned.insert((frame.run, frame.globals, frame.locals), Returned { run, globals, results });
    }

    /// Executes all updates of a rule, the dropped ones included.
    fn update(&mut self, rule: RuleId, before: &State, choices: &Bits, after: &mut State) {
        let (pds, forgotten) = (self.pds, self.forgotten);
        let kept = pds.rule(rule).transfer.updates.iter().copied();
        let all = kept.chain(forgotten.of(rule).iter().map(|&(_, slot, value)| (slot, value)));
        let roots = all.clone().map(|(_, value)| value);
        let cone = self.cones.entry(rule).or_insert_with(|| pds.formulas.cone(roots));
        let mut values: Vec<bool> = Vec::with_capacity(cone.len());
        for &node in cone.iter() {
            let of = |formula: Formula| value_of(cone, &values, formula);
            let value = match pds.formulas.node(node) {
                Node::False => false,
                Node::And(a, b) => of(a) && of(b),
                Node::Input(input) => match Slot::of(input) {
                    Slot::Global(index) => before.globals[index],
                    Slot::Local(index) => before.locals[index],
                    Slot::Result(index) => before.results[index],
                    Slot::Choice(index) => choices[index],
                },
            };
            values.push(value);
        }
        for (slot, formula) in all {
            let value = value_of(cone, &values, formula);
            match slot {
                Slot::Global(index) => after.globals.set(index, value),
                Slot::Local(index) => after.locals.set(index, value),
                Slot::Result(index) => after.results.set(index, value),
                Slot::Choice(_) => {}
            }
        }
    }
}

/// The value of a formula whose node is in the cone before the end of `values`.
fn value_of(cone: &[usize], values: &[bool], formula: Formula) -> bool {
    let at = cone[..values.len()].partition_point(|&node| node < formula.node());
    values[at] != formula.is_negated()
}

/// The values, where nothing else is prescribed.
fn with_inits(values: &Bits, inits: &[Option<bool>]) -> Bits {
    values.iter().by_vals().zip(inits).map(|(value, init)| init.unwrap_or(value)).collect()
}

//! From a model of a path formula to a run of the system.

use super::path::{CallId, Fate, Path, PathRun};
use super::walk::NoRun;
use crate::lang::program::semantics::Bits;
use crate::logic::fold::Values;
use crate::logic::formula::Input;
use crate::logic::query::Assignment;
use crate::pds::derivation::{Callee, Derivation, DerivationBuilder, Run, RunId, Step};
use crate::pds::{RuleId, Slot, SymbolicPds};
use rustc_hash::FxHashMap;

/// The run that a model stands for. Equal calls have one run.
///
/// # Errors
/// If a call has none: a bug of the engine.
pub fn derivation<S>(pds: &SymbolicPds, path: &Path<'_, '_, S>, assignment: &Assignment) -> Result<Derivation, NoRun> {
    let mut values = assignment.values(&path.formulas);
    let mut runs = DerivationBuilder::default();
    let mut made: FxHashMap<CallId, RunId> = FxHashMap::default();
    let mut stack = Vec::new();
    for (number, run) in path.stack.iter().enumerate() {
        let mut open: Vec<CallId> = calls(run).map(|call| owner(path, call)).collect();
        while let Some(&call) = open.last() {
            let Fate::Run(inner) = &path.calls[call.index()].fate else {
                return Err(NoRun::Lost("a call has no run"));
            };
            let missing: Vec<CallId> =
                calls(inner).map(|call| owner(path, call)).filter(|call| !made.contains_key(call)).collect();
            if made.contains_key(&call) || missing.is_empty() {
                open.pop();
                if !made.contains_key(&call) {
                    let run = realised(pds, path, inner, &made, &mut values, false);
                    made.insert(call, runs.returned(run));
                }
            } else {
                open.extend(missing);
            }
        }
        stack.push(realised(pds, path, run, &made, &mut values, number == 0));
    }
    Ok(runs.finish(stack))
}

fn calls(run: &PathRun) -> impl Iterator<Item = CallId> + '_ {
    run.steps.iter().filter_map(|step| step.call)
}

/// The call whose run a call has.
fn owner<S>(path: &Path<'_, '_, S>, call: CallId) -> CallId {
    match path.calls[call.index()].fate {
        Fate::Shared(with, _) => with,
        _ => call,
    }
}

fn realised<S>(
    pds: &SymbolicPds,
    path: &Path<'_, '_, S>,
    run: &PathRun,
    made: &FxHashMap<CallId, RunId>,
    values: &mut Values<'_, impl FnMut(Input) -> bool>,
    is_first: bool,
) -> Run {
    let procedure = &pds.procedures[run.block.index()];
    let entry: FxHashMap<Slot, bool> = run.entry.iter().map(|&(slot, value)| (slot, values.of(value))).collect();
    let of = |slot: Slot, init: Option<bool>| init.unwrap_or_else(|| entry.get(&slot).copied().unwrap_or(false));
    let globals = pds.globals.iter().enumerate();
    let globals: Bits = globals.map(|(index, &init)| of(Slot::Global(index), init.filter(|_| is_first))).collect();
    let locals = procedure.init.iter().enumerate();
    let locals: Bits = locals.map(|(index, &init)| of(Slot::Local(index), init)).collect();
    let steps = run.steps.iter().map(|step| {
        let choices = step.choices.iter().map(|&choice| values.of(choice)).collect();
        let callee = step.call.and_then(|call| made.get(&owner(path, call)));
        Step {
            callee: callee.map_or(Callee::Open, |&run| Callee::Returned(run)),
            ..Step::new(RuleId::from_index(step.rule as usize), choices)
        }
    });
    let steps = steps.collect();
    Run { procedure: run.block, globals, locals, steps }
}

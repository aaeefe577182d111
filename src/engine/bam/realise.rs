//! From a model of a path formula to a run of the system.

use super::path::{BodyId, Path, PathRun};
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
pub fn derivation<K: Clone>(
    pds: &SymbolicPds,
    path: &Path<'_, '_, K>,
    assignment: &Assignment,
) -> Result<Derivation, NoRun> {
    let mut values = assignment.values(&path.formulas);
    let mut runs = DerivationBuilder::default();
    let mut made: FxHashMap<BodyId, RunId> = FxHashMap::default();
    let mut stack = Vec::new();
    for (number, run) in path.stack.iter().enumerate() {
        let mut open = bodies(path, run, &mut values)?;
        while let Some(&(id, inner)) = open.last() {
            let mut missing = bodies(path, inner, &mut values)?;
            missing.retain(|(body, _)| !made.contains_key(body));
            if made.contains_key(&id) || missing.is_empty() {
                open.pop();
                if !made.contains_key(&id) {
                    let run = realised(pds, path, inner, &made, &mut values, false);
                    made.insert(id, runs.returned(run));
                }
            } else {
                open.extend(missing);
            }
        }
        stack.push(realised(pds, path, run, &made, &mut values, number == 0));
    }
    Ok(runs.finish(stack))
}

/// What stands for the calls of a run.
fn bodies<'a, K: Clone>(
    path: &'a Path<'_, '_, K>,
    run: &PathRun,
    values: &mut Values<'_, impl FnMut(Input) -> bool>,
) -> Result<Vec<(BodyId, &'a PathRun)>, NoRun> {
    let calls = run.steps(values).into_iter().filter_map(|step| step.call);
    calls.map(|call| path.body(call).ok_or(NoRun::Lost("a call has no run"))).collect()
}

fn realised<K: Clone>(
    pds: &SymbolicPds,
    path: &Path<'_, '_, K>,
    run: &PathRun,
    made: &FxHashMap<BodyId, RunId>,
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
    let steps = run.steps(values).into_iter().map(|step| {
        let choices = step.choices.iter().map(|&choice| values.of(choice)).collect();
        let callee = step.call.and_then(|call| path.body(call)).and_then(|(body, _)| made.get(&body));
        Step {
            callee: callee.map_or(Callee::Open, |&run| Callee::Returned(run)),
            ..Step::new(RuleId::from_index(step.rule as usize), choices)
        }
    });
    let steps = steps.collect();
    Run { procedure: run.block, globals, locals, steps }
}

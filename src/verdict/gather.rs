//! The runs of a trace in the making: of those that are the same, or, if that is wanted, do the same for their callers, the first one serves all, and what nobody
//! needs is dropped in the end.

use super::skeleton::Skeleton;
use super::trace::{End, Run, RunId, Step, Trace};
use crate::lang::program::semantics::Bits;
use crate::lang::program::{ProcId, Program};
use rustc_hash::FxHashMap;

/// What becomes of runs that returned and do the same for their callers, each in its own way: procedure, globals and parameters are the same,
/// then globals and results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alike {
    /// The first one serves all: a trace is then as small as it can be.
    One,
    /// Each stays, so that the trace goes the way of the skeleton.
    Apart,
}

/// A run by what has to be the same: its procedure, globals and locals at the entry, its steps, globals at the exit, and results.
type Seen = (ProcId, Bits, Bits, Vec<Step>, Bits, Bits);

/// The runs so far.
pub(super) struct Gathering<'a> {
    program: &'a Program,
    alike: Alike,
    runs: Vec<Run>,
    first_like: FxHashMap<Seen, RunId>,
}

impl<'a> Gathering<'a> {
    /// None yet.
    pub(super) fn new(program: &'a Program, alike: Alike) -> Gathering<'a> {
        Gathering { program, alike, runs: Vec::new(), first_like: FxHashMap::default() }
    }

    /// Adds a run that is not on the final stack: the one that serves in its place, itself perhaps.
    pub(super) fn add(&mut self, run: Run) -> RunId {
        let id = RunId(self.runs.len() as u32);
        if let End::Returned { results, .. } = &run.end {
            let (locals, steps) = match self.alike {
                Alike::One => (&run.entry.locals[..self.program[run.procedure].params], &[][..]),
                Alike::Apart => (&run.entry.locals[..], &run.steps[..]),
            };
            let (before, after) = (run.entry.globals.clone(), run.exit.globals.clone());
            let seen = (run.procedure, before, locals.to_bitvec(), steps.to_vec(), after, results.clone());
            let first = *self.first_like.entry(seen).or_insert(id);
            if first != id {
                return first;
            }
        }
        self.runs.push(run);
        id
    }

    /// A run that returned, with its results.
    pub(super) fn returned(&self, id: RunId) -> Option<(&Run, &Bits)> {
        match self.runs.get(id.index()) {
            Some(run @ Run { end: End::Returned { results, .. }, .. }) => Some((run, results)),
            _ => None,
        }
    }

    /// The trace that ends with these runs on the stack, without those that nobody calls. Its program and property are those of the skeleton.
    pub(super) fn finish(self, skeleton: &Skeleton, stack: Vec<Run>) -> Trace {
        let Gathering { mut runs, .. } = self;
        let height = stack.len();
        runs.extend(stack);
        let mut needed = vec![false; runs.len()];
        needed[runs.len() - height..].fill(true);
        for (index, run) in runs.iter().enumerate().rev() {
            if needed[index] {
                run.steps.iter().filter_map(|step| step.call).for_each(|callee| needed[callee.index()] = true);
            }
        }
        let mut count = 0;
        let number = needed.iter().map(|&needed| {
            count += u32::from(needed);
            RunId(count.saturating_sub(1))
        });
        let number: Vec<RunId> = number.collect();
        let mut needed = needed.into_iter();
        runs.retain(|_| needed.next() == Some(true));
        for step in runs.iter_mut().flat_map(|run| &mut run.steps) {
            step.call = step.call.map(|callee| number[callee.index()]);
        }
        let Skeleton { program, property, .. } = skeleton;
        Trace { program: program.clone(), property: property.clone(), runs, stack: height, turn: None }
    }
}

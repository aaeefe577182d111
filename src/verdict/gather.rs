//! The runs of a trace in the making: of those that are the same, or, if that is wanted, do the same for their callers, the first one serves all, and what nobody
//! needs is dropped in the end.

use super::skeleton::Skeleton;
use super::trace::{End, Run, RunId, Step, Trace};
use crate::lang::program::bits::{Bits, BitsRef, hash_row};
use crate::lang::program::{ProcId, Program};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// What becomes of runs that returned and do the same for their callers, each in its own way: procedure, globals and parameters are the same,
/// then globals and results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alike {
    /// The first one serves all: a trace is then as small as it can be.
    One,
    /// Each stays, so that the trace goes the way of the skeleton.
    Apart,
}

/// What has to be the same of two runs that returned.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Seen<'r> {
    procedure: ProcId,
    globals: &'r Bits,
    /// Parameters, or all locals.
    locals: &'r BitsRef,
    steps: &'r [Step],
    left: &'r Bits,
    results: &'r Bits,
}

impl<'r> Seen<'r> {
    /// `None` if the run has not returned.
    fn of(run: &'r Run, program: &Program, alike: Alike) -> Option<Seen<'r>> {
        let End::Returned { results, .. } = &run.end else { return None };
        let (locals, steps) = match alike {
            Alike::One => (&run.entry.locals[..program[run.procedure].params], &[][..]),
            Alike::Apart => (&run.entry.locals[..], &run.steps[..]),
        };
        let (globals, left) = (&run.entry.globals, &run.exit.globals);
        Some(Seen { procedure: run.procedure, globals, locals, steps, left, results })
    }

    fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        (self.procedure, self.steps).hash(&mut hasher);
        [self.globals, self.locals, self.left, self.results].into_iter().for_each(|row| hash_row(row, &mut hasher));
        hasher.finish()
    }
}

/// The runs so far.
pub(super) struct Gathering<'a> {
    program: &'a Program,
    alike: Alike,
    runs: Vec<Run>,
    /// Of those that are the same the first, with its hash.
    first_like: HashTable<(u64, RunId)>,
}

impl<'a> Gathering<'a> {
    /// None yet.
    pub(super) fn new(program: &'a Program, alike: Alike) -> Gathering<'a> {
        Gathering { program, alike, runs: Vec::new(), first_like: HashTable::new() }
    }

    /// Adds a run that is not on the final stack: the one that serves in its place, itself perhaps.
    pub(super) fn add(&mut self, run: Run) -> RunId {
        let id = RunId(self.runs.len() as u32);
        let Gathering { program, alike, runs, first_like } = self;
        let seen = Seen::of(&run, program, *alike);
        if let Some(seen) = seen {
            let hash = seen.hash();
            let is_same = |&(other, first): &(u64, RunId)| {
                other == hash && Seen::of(&runs[first.index()], program, *alike) == Some(seen)
            };
            match first_like.entry(hash, is_same, |&(hash, _)| hash) {
                Entry::Occupied(first) => return first.get().1,
                Entry::Vacant(free) => drop(free.insert((hash, id))),
            }
        }
        runs.push(run);
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

//! Which runs of a trace go the same way: through the same statements with the same choices, whatever the values are.

use crate::lang::program::semantics::Bits;
use crate::lang::program::{Point, ProcId, Program};
use crate::verdict::trace::{End, Run, Step, Trace};
use rustc_hash::FxHashMap;

/// The number of a way; two runs have the same number if they go the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Way(usize);

/// The ways of all runs of a trace.
#[derive(Debug)]
pub(super) struct Ways(Vec<Way>);

/// What a step does of all that it could do: where, with which choices, to which target, and which way its callee goes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Turn<'a> {
    pub(super) point: Point,
    pub(super) choices: &'a Bits,
    pub(super) target: usize,
    pub(super) callee: Option<Way>,
}

impl Ways {
    /// Linear in the trace.
    pub(super) fn of(program: &Program, trace: &Trace) -> Ways {
        let mut known: FxHashMap<(ProcId, Bits, Vec<Turn<'_>>), Way> = FxHashMap::default();
        let mut ways = Ways(Vec::with_capacity(trace.runs.len()));
        for run in &trace.runs {
            let mut turns: Vec<Turn<'_>> = run.steps.iter().map(|step| ways.turn(step)).collect();
            if let End::Returned { point, choices, .. } | End::Calling { point, choices } = &run.end {
                turns.push(Turn { point: *point, choices, target: 0, callee: None });
            }
            let next = Way(known.len());
            ways.0.push(*known.entry((run.procedure, first_choices(program, run), turns)).or_insert(next));
        }
        ways
    }

    /// What a step does.
    pub(super) fn turn<'a>(&self, step: &'a Step) -> Turn<'a> {
        let callee = step.call.map(|callee| self.0[callee.index()]);
        Turn { point: step.point, choices: &step.choices, target: step.target, callee }
    }
}

/// The first values of those locals that may begin with any.
fn first_choices(program: &Program, run: &Run) -> Bits {
    let procedure = &program[run.procedure];
    let locals = procedure.locals.iter().zip(&run.entry.locals).skip(procedure.params);
    locals.filter(|(local, _)| local.init.is_none()).map(|(_, value)| *value).collect()
}

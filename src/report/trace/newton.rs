//! A trace as Newton, SLAM's judge of paths through the C program, is handed it: backwards, a line for each label of c2bp that control
//! comes by.
//!
//! A label `c2bp_b_<x>` is the line `<x>`, with the function behind it as a comment; a label `c2bp_i_<y>` is the line of the predicates in
//! scope there, with their values: `{x==0}=1 {y==0}=0 ;`.
//!
//! Nothing is held in memory but the calls that are open. A call behind which no line comes is passed over, so a trace of 2^64 steps without
//! labels takes no time.

use super::MOST_STEPS;
use crate::lang::program::semantics::State;
use crate::lang::program::{Place, Point, ProcId, Program, Var, VarScope};
use crate::lang::source::Source;
use crate::validate::Length;
use crate::verdict::trace::{End, Run, RunId, Trace};
use rustc_hash::FxHashMap;
use std::io::{self, Write};

/// What a label of c2bp begins with, if it names a block.
const BLOCK: &str = "c2bp_b_";

/// The same, if it asks for the predicates.
const INFORMATION: &str = "c2bp_i_";

/// Writes the lines of a trace, the last step's first, unless control comes by more than [`MOST_STEPS`] labels; by how many it comes.
///
/// # Errors
/// Those of `out`.
pub(crate) fn write(out: &mut dyn Write, program: &Program, source: &Source, trace: &Trace) -> io::Result<Length> {
    let mut path = Path { program, source, trace, spoken: Vec::new(), predicates: FxHashMap::default() };
    for run in &trace.runs {
        let spoken = path.spoken(run);
        path.spoken.push(spoken);
    }
    let mut all = Length::default();
    trace.final_stack().for_each(|id| all.add(&path.spoken[id.index()]));
    if all <= Length::of(MOST_STEPS) {
        for id in trace.final_stack().rev().filter(|id| path.spoken[id.index()] > Length::default()).collect::<Vec<_>>()
        {
            path.inside(out, id)?;
        }
    }
    Ok(all)
}

struct Path<'a> {
    program: &'a Program,
    source: &'a Source,
    trace: &'a Trace,
    /// For each run, by how many labels control comes, in it and in what it calls.
    spoken: Vec<Length>,
    /// The variables that stand for predicates, with these, as a procedure sees them.
    predicates: FxHashMap<ProcId, Vec<(Var, String)>>,
}

/// A run that is gone through backwards.
struct Frame<'a> {
    run: &'a Run,
    /// How many of its steps come before.
    left: usize,
    /// The state before the step that is looked at.
    state: State,
    /// Where that step is, if its line has not been written yet.
    at: Option<Point>,
}

impl<'a> Path<'a> {
    /// By how many labels a run comes, once that is known of those that it calls.
    fn spoken(&self, run: &Run) -> Length {
        let here = |point: Point| self.labels(run, point).filter(|label| is_known(label)).count();
        let own = run.steps.iter().map(|step| here(step.point)).sum::<usize>() + here(self.end(run));
        let mut spoken = Length::of(own);
        let callees = run.steps.iter().filter_map(|step| step.call);
        callees.for_each(|callee| spoken.add(&self.spoken[callee.index()]));
        spoken
    }

    /// Where a run is when it ends.
    fn end(&self, run: &Run) -> Point {
        match &run.end {
            End::Returned { point, .. } | End::Calling { point, .. } => *point,
            End::Violation { .. } => self.trace.property.place.point,
        }
    }

    fn labels(&self, run: &Run, point: Point) -> impl DoubleEndedIterator<Item = &'a str> + use<'a> {
        let program = self.program;
        let place = Place { procedure: run.procedure, point };
        program[program[place].labels].iter().map(|&label| program.name(label))
    }

    fn frame(&self, id: RunId) -> Frame<'a> {
        let run = self.trace.run(id);
        Frame { run, left: run.steps.len(), state: run.exit.clone(), at: Some(self.end(run)) }
    }

    /// The lines of a run and of all that it calls and that returns.
    fn inside(&mut self, out: &mut dyn Write, id: RunId) -> io::Result<()> {
        let mut frames = vec![self.frame(id)];
        while let Some(frame) = frames.last_mut() {
            if let Some(point) = frame.at.take() {
                self.step(out, frame.run, point, &frame.state)?;
                continue;
            }
            let Some(index) = frame.left.checked_sub(1) else {
                frames.pop();
                continue;
            };
            frame.left = index;
            let step = &frame.run.steps[index];
            // What a step changed had the other value before.
            step.changes.iter().for_each(|&(var, value)| frame.state.set(var, !value));
            frame.at = Some(step.point);
            if let Some(callee) = step.call.filter(|callee| self.spoken[callee.index()] > Length::default()) {
                frames.push(self.frame(callee));
            }
        }
        Ok(())
    }

    fn step(&mut self, out: &mut dyn Write, run: &Run, point: Point, state: &State) -> io::Result<()> {
        let (program, procedure) = (self.program, run.procedure);
        let mut last = None;
        for label in self.labels(run, point).rev().filter(|label| is_known(label)) {
            // c2bp may write a label twice.
            if last.replace(label) == Some(label) {
                continue;
            }
            if let Some(block) = label.strip_prefix(BLOCK) {
                let name =
                    program.c_function(procedure).map_or(program.name(program[procedure].name), |known| &known.name);
                writeln!(out, "{block}\n// {name}")?;
            } else {
                for (var, predicate) in self.predicates(procedure) {
                    write!(out, "{predicate}={} ", u8::from(state.get(*var)))?;
                }
                writeln!(out, ";")?;
            }
        }
        Ok(())
    }

    fn predicates(&mut self, procedure: ProcId) -> &[(Var, String)] {
        let (program, source) = (self.program, self.source);
        self.predicates.entry(procedure).or_insert_with(|| {
            let named = |var: Var| Some((var, predicate(program, source, procedure, var)?));
            program.in_scope(procedure).into_iter().filter_map(named).collect()
        })
    }
}

fn is_known(label: &str) -> bool {
    label.starts_with(BLOCK) || label.starts_with(INFORMATION)
}

/// The predicate that a variable stands for, in braces: that of the map or the comment, or its name, if that has braces.
fn predicate(program: &Program, source: &Source, procedure: ProcId, var: Var) -> Option<String> {
    let variable = match var.scope() {
        VarScope::Global(index) => &program.globals[index],
        VarScope::Local(index) => &program[procedure].locals[index],
    };
    let name = program.name(variable.name);
    match program.predicate(source, variable) {
        Some(text) if text.starts_with('{') => Some(text.into_owned()),
        Some(text) => Some(format!("{{{text}}}")),
        None => name.starts_with('{').then(|| name.to_string()),
    }
}

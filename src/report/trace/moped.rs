//! A trace as Moped prints one: the configurations of the pushdown system, one after the other.
//!
//! ```text
//! q (a & !b)
//!  <f:L (x)
//!  main/3>
//! ```
//!
//! Behind `q` stand the globals, then the stack, its top first: where control is, and the locals there. A place is called by its label, or by
//! its number among the statements of the procedure; below the top it is the one behind the call.
//!
//! Nothing is held in memory but the calls that are open, so it does not matter how long the trace is.

use crate::lang::program::semantics::State;
use crate::lang::program::{Place, Point, ProcId, Program, Var, VarScope};
use crate::verdict::trace::{End, Run, RunId, Trace};
use std::io::{self, Write};

/// Writes the configurations.
///
/// # Errors
/// Those of `out`.
pub(crate) fn write(out: &mut dyn Write, program: &Program, trace: &Trace) -> io::Result<()> {
    let mut stack: Vec<Frame<'_>> = Vec::new();
    for id in trace.final_stack() {
        let base = stack.len();
        stack.push(Frame::new(trace, id));
        inside(out, program, trace, &mut stack, base)?;
        stack[base].at = stack[base].end(trace);
        configuration(out, program, &stack)?;
        stack[base].wait(program);
    }
    Ok(())
}

/// An activation.
struct Frame<'a> {
    run: &'a Run,
    /// The next step.
    next: usize,
    /// Where control is, or comes back to.
    at: Point,
    state: State,
}

impl<'a> Frame<'a> {
    fn new(trace: &'a Trace, id: RunId) -> Frame<'a> {
        let run = trace.run(id);
        Frame { run, next: 0, at: Point::ENTRY, state: run.entry.clone() }
    }

    /// Where it is when it ends.
    fn end(&self, trace: &Trace) -> Point {
        match &self.run.end {
            End::Calling { point, .. } | End::Returned { point, .. } => *point,
            End::Violation { .. } => trace.property.place.point,
        }
    }

    /// The next step is over.
    fn step(&mut self) {
        self.run.steps[self.next].changes.iter().for_each(|&(var, value)| self.state.set(var, value));
        self.next += 1;
    }

    /// The call at which control is has begun: it comes back behind it.
    fn wait(&mut self, program: &Program) {
        self.at = program[Place { procedure: self.run.procedure, point: self.at }].next;
    }
}

/// The configurations of an activation, the last one on the stack, and of all that it calls and that returns.
fn inside<'a>(
    out: &mut dyn Write,
    program: &Program,
    trace: &'a Trace,
    stack: &mut Vec<Frame<'a>>,
    base: usize,
) -> io::Result<()> {
    while let Some(top) = stack.len().checked_sub(1) {
        let frame = &mut stack[top];
        let Some(step) = frame.run.steps.get(frame.next) else {
            if top == base {
                break;
            }
            frame.at = frame.end(trace);
            configuration(out, program, stack)?;
            stack.pop();
            stack[top - 1].step();
            continue;
        };
        frame.at = step.point;
        // The entry of a procedure is no place of its own.
        if step.point != Point::ENTRY {
            configuration(out, program, stack)?;
        }
        match step.call {
            Some(callee) => {
                stack[top].wait(program);
                stack.push(Frame::new(trace, callee));
            }
            None => stack[top].step(),
        }
    }
    Ok(())
}

fn configuration(out: &mut dyn Write, program: &Program, stack: &[Frame<'_>]) -> io::Result<()> {
    let Some(top) = stack.last() else { return Ok(()) };
    let globals = (0..top.state.globals.len()).map(Var::global);
    writeln!(out, "q{}", values(program, top.run.procedure, &top.state, globals))?;
    for (index, frame) in stack.iter().enumerate().rev() {
        let open = if index + 1 == stack.len() { "<" } else { "" };
        let close = if index == 0 { ">" } else { "" };
        let procedure = frame.run.procedure;
        let locals = (0..frame.state.locals.len()).map(Var::local);
        let place = name(program, Place { procedure, point: frame.at });
        writeln!(out, " {open}{place}{}{close}", values(program, procedure, &frame.state, locals))?;
    }
    Ok(())
}

/// ` (a & !b)`, or nothing without variables.
fn values(program: &Program, procedure: ProcId, state: &State, vars: impl Iterator<Item = Var>) -> String {
    let literal = |var: Var| {
        let variable = match var.scope() {
            VarScope::Global(index) => &program.globals[index],
            VarScope::Local(index) => &program[procedure].locals[index],
        };
        format!("{}{}", if state.get(var) { "" } else { "!" }, program.name(variable.name))
    };
    let literals: Vec<String> = vars.map(literal).collect();
    if literals.is_empty() { String::new() } else { format!(" ({})", literals.join(" & ")) }
}

/// `main:L`, or `main/3`.
fn name(program: &Program, place: Place) -> String {
    let procedure = program.name(program[place.procedure].name);
    match program[program[place].labels].first() {
        Some(&label) => format!("{procedure}:{}", program.name(label)),
        None => format!("{procedure}/{}", place.point.0),
    }
}

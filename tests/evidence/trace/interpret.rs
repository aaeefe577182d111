//! A trace executed as the machine would: one step after the other on one stack, each call as often as it occurs. Nothing of replay is used.

use bpcheck::lang::program::property::PropertyKind;
use bpcheck::lang::program::semantics::{
    Bits, BitsRef, Choices, Effect, State, activate, choices_at, is_initial, resume, step as take,
};
use bpcheck::lang::program::{Kind, Place, Point, ProcId, Program, Var};
use bpcheck::verdict::Trace;
use bpcheck::verdict::trace::{End, Run, Step};

/// More steps than these are not executed.
const STEPS: usize = 100_000;

/// Whether the steps of a trace are a run of the program that begins in `entry` and violates the property; `None` if it is too long.
pub fn is_run(program: &Program, entry: ProcId, trace: &Trace) -> Option<bool> {
    let Some(first) = trace.runs.len().checked_sub(trace.stack) else { return Some(false) };
    let Some(run) = trace.runs.get(first).filter(|run| run.procedure == entry) else { return Some(false) };
    if !is_initial(program, &run.entry.globals) {
        return Some(false);
    }
    let mut machine = Machine { program, trace, globals: run.entry.globals.clone(), stack: Vec::new() };
    let params = run.entry.locals.get(..program[entry].params);
    if params.and_then(|params| machine.enter(first, entry, params)).is_none() {
        return Some(false);
    }
    for _ in 0..STEPS {
        match machine.advance() {
            Some(Go::On) => {}
            Some(Go::Violated) => return Some(machine.stack.len() == trace.stack),
            None => return Some(false),
        }
    }
    None
}

enum Go {
    On,
    Violated,
}

/// An activation: which run it follows, how far, where and with which locals.
struct Activation {
    run: usize,
    step: usize,
    point: Point,
    locals: Bits,
}

struct Machine<'a> {
    program: &'a Program,
    trace: &'a Trace,
    globals: Bits,
    stack: Vec<Activation>,
}

impl Machine<'_> {
    /// Calls a procedure, which is to follow a run; nothing if it cannot.
    fn enter(&mut self, run: usize, callee: ProcId, params: &BitsRef) -> Option<Go> {
        let Run { procedure, entry, .. } = self.trace.runs.get(run)?;
        let fits = *procedure == callee
            && entry.globals == self.globals
            && entry.locals.len() == self.program[callee].locals.len()
            && activate(self.program, callee, params, &entry.locals);
        fits.then(|| {
            self.stack.push(Activation { run, step: 0, point: Point::ENTRY, locals: entry.locals.clone() });
            Go::On
        })
    }

    /// One step of the topmost activation; nothing if the program does not make it.
    fn advance(&mut self) -> Option<Go> {
        let top = self.stack.last()?;
        let (next_run, run) = (top.run + 1, &self.trace.runs[top.run]);
        let place = Place { procedure: run.procedure, point: top.point };
        let before = State { globals: self.globals.clone(), locals: top.locals.clone() };
        let effect = |choices: &Bits, target| {
            let fits = choices.len() == choices_at(self.program, place);
            fits.then(|| take(self.program, place, &before, Choices { bits: choices, target }))
        };
        if let Some(step) = run.steps.get(top.step) {
            return match (effect(&step.choices, step.target)?, step.call) {
                (Effect::Step(next, after), None) if step.point == place.point => self.go(step, &before, next, after),
                (Effect::Call(callee, params), Some(id)) if step.point == place.point => {
                    self.enter(id.index(), callee, &params)
                }
                _ => None,
            };
        }
        if before != run.exit {
            return None;
        }
        match &run.end {
            End::Violation { choices } => self.violates(place, choices, effect(choices, 0)).then_some(Go::Violated),
            End::Calling { point, choices } => match effect(choices, 0)? {
                Effect::Call(callee, params) if *point == place.point => self.enter(next_run, callee, &params),
                _ => None,
            },
            End::Returned { point, choices, results } => match effect(choices, 0)? {
                Effect::Return(actual) if *point == place.point && actual == *results => self.leave(results),
                _ => None,
            },
        }
    }

    /// Goes on, if the changes are those that the step claims.
    fn go(&mut self, step: &Step, before: &State, next: Point, after: State) -> Option<Go> {
        let globals = (0..after.globals.len()).map(Var::global);
        let all = globals.chain((0..after.locals.len()).map(Var::local));
        let changed = all.filter(|&var| before.get(var) != after.get(var)).map(|var| (var, after.get(var)));
        if !changed.eq(step.changes.iter().copied()) {
            return None;
        }
        let top = self.stack.last_mut()?;
        (top.point, top.locals, top.step) = (next, after.locals, top.step + 1);
        self.globals = after.globals;
        Some(Go::On)
    }

    /// Returns to the caller.
    fn leave(&mut self, results: &Bits) -> Option<Go> {
        self.stack.pop()?;
        let caller = self.stack.last()?;
        let run = &self.trace.runs[caller.run];
        let step = run.steps.get(caller.step)?;
        let place = Place { procedure: run.procedure, point: caller.point };
        let before =
            State { globals: self.trace.runs[step.call?.index()].entry.globals.clone(), locals: caller.locals.clone() };
        match resume(self.program, place, &before.locals, &self.globals, results, &step.choices) {
            Effect::Step(next, after) => self.go(step, &before, next, after),
            _ => None,
        }
    }

    fn violates(&self, place: Place, choices: &Bits, effect: Option<Effect>) -> bool {
        let statement = &self.program[place];
        let property = &self.trace.property;
        let is_violation = effect == Some(Effect::Violation);
        property.place == place
            && match &property.kind {
                PropertyKind::Assert => is_violation && matches!(statement.kind, Kind::Assert(_)),
                PropertyKind::AbortIf => is_violation && matches!(statement.kind, Kind::AbortIf(_)),
                PropertyKind::Place | PropertyKind::Runs(_) => choices.is_empty(),
                PropertyKind::Label(name) => {
                    let labels = &self.program[statement.labels];
                    choices.is_empty() && labels.iter().any(|&label| self.program.name(label) == name)
                }
            }
    }
}

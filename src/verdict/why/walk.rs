//! The walk from the violation backwards.

use super::Why;
use super::graph::{Graph, Meeting};
use super::justify::reason;
use super::regions::{Regions, bit};
use crate::lang::program::property::PropertyKind;
use crate::lang::program::semantics::{Bits, BitsRef, State};
use crate::lang::program::{Expr, Kind, List, Node, Place, Point, ProcId, Program, Var};
use crate::verdict::trace::{End, Run, RunId, Step, Trace};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// For how many different sets a run is walked, before everything that it may leave is wanted.
const MANY: usize = 32;

/// What is wanted of a run that returned: of the globals it may write, and of its results.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Wanted {
    globals: Bits,
    results: Bits,
}

/// What is wanted for that at its entry.
#[derive(Debug)]
struct Needed {
    globals: Bits,
    params: Bits,
    /// Whether anything in the run matters.
    matters: bool,
}

pub(super) struct Walk<'a> {
    program: &'a Program,
    trace: &'a Trace,
    regions: Regions<'a>,
    why: Why,
    known: FxHashMap<RunId, Vec<(Wanted, Rc<Needed>)>>,
}

/// A run that is walked.
struct Frame<'a> {
    id: RunId,
    run: &'a Run,
    graph: Rc<Graph>,
    /// The state before step `at`: it is walked back together with the set.
    at: usize,
    state: State,
    /// The variables wanted there: globals, parameters and locals.
    wanted: Bits,
    /// For steps, and the end, the conditions before them whose ways meet there, the first ones first.
    met: FxHashMap<usize, Vec<usize>>,
    matters: bool,
    /// What it is walked for, if it returned.
    purpose: Option<Wanted>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(program: &'a Program, trace: &'a Trace) -> Walk<'a> {
        let steps = trace.runs.iter().map(|run| Bits::repeat(false, run.steps.len())).collect();
        let locals = trace.runs.iter().map(|run| Bits::repeat(false, run.entry.locals.len())).collect();
        let globals = Bits::repeat(false, program.globals.len());
        let why = Why { steps, locals, globals };
        Walk { program, trace, regions: Regions::of(program, &trace.property), why, known: FxHashMap::default() }
    }

    /// From the violation down the final stack.
    pub(super) fn whole(mut self) -> Why {
        let mut below: Option<Rc<Needed>> = None;
        for id in self.trace.final_stack().rev() {
            let run = self.trace.run(id);
            let mut frame = self.frame(id, None);
            match (&run.end, below.take()) {
                (End::Violation { choices }, _) => self.violated(&mut frame, choices),
                (End::Calling { point, choices }, Some(needed)) => {
                    frame.wanted[..needed.globals.len()] |= &needed.globals;
                    let place = Place { procedure: run.procedure, point: *point };
                    if let Kind::Call { args, .. } = self.program[place].kind {
                        self.passed(&mut frame, args, &needed.params, choices);
                    }
                }
                _ => {}
            }
            below = Some(self.walk(frame));
        }
        if let Some(needed) = below {
            self.why.globals = needed.globals.clone();
        }
        self.why
    }

    /// The condition at the end, which matters always.
    fn violated(&mut self, frame: &mut Frame<'a>, choices: &BitsRef) {
        let property = &self.trace.property;
        match (&property.kind, self.program[property.place].kind) {
            (PropertyKind::Label(_) | PropertyKind::Place | PropertyKind::Runs(_), _) => {}
            (_, Kind::Assert(cond) | Kind::AbortIf(cond)) => self.decide(frame, cond, choices),
            _ => {}
        }
    }

    /// A run at its end, nothing wanted but what `purpose` says.
    fn frame(&mut self, id: RunId, purpose: Option<Wanted>) -> Frame<'a> {
        let run = self.trace.run(id);
        let graph = self.regions.graph(run.procedure);
        let mut wanted = Bits::repeat(false, run.entry.globals.len() + run.entry.locals.len());
        if let Some(purpose) = &purpose {
            wanted[..purpose.globals.len()] |= &purpose.globals;
        }
        let (at, state) = (run.steps.len(), run.exit.clone());
        let met = met(self.trace, run, &graph, purpose.as_ref());
        let mut frame = Frame { id, run, graph, at, state, wanted, met, matters: false, purpose };
        if let (End::Returned { point, choices, .. }, Some(purpose)) = (&run.end, frame.purpose.clone()) {
            let place = Place { procedure: run.procedure, point: *point };
            if let Kind::Return(values) = self.program[place].kind {
                self.passed(&mut frame, values, &purpose.results, choices);
            }
        }
        frame
    }

    /// Walks a run to its entry, and before that all runs that it needs to know about.
    fn walk(&mut self, frame: Frame<'a>) -> Rc<Needed> {
        let mut callers = Vec::new();
        let mut frame = frame;
        loop {
            if let Some((callee, wanted)) = self.back(&mut frame) {
                let next = self.frame(callee, Some(wanted));
                callers.push(std::mem::replace(&mut frame, next));
                continue;
            }
            let needed = Rc::new(self.entered(&frame));
            if let Some(wanted) = frame.purpose {
                self.known.entry(frame.id).or_default().push((wanted, Rc::clone(&needed)));
            }
            match callers.pop() {
                Some(caller) => frame = caller,
                None => return needed,
            }
        }
    }

    /// Goes back as far as is possible; the run that has to be walked first, if that is not the entry.
    fn back(&mut self, frame: &mut Frame<'a>) -> Option<(RunId, Wanted)> {
        loop {
            let procedure = frame.run.procedure;
            let met = frame.met.get(&frame.at).map_or(&[][..], Vec::as_slice);
            let idle = met.iter().copied().find(|&from| {
                let place = Place { procedure, point: frame.run.steps[from].point };
                !self.regions.behind(place).touches(&frame.wanted)
            });
            if let Some(from) = idle {
                frame.run.steps[from..frame.at].iter().rev().for_each(|step| undo(step, &mut frame.state));
                frame.at = from;
                continue;
            }
            let index = frame.at.checked_sub(1)?;
            let step = &frame.run.steps[index];
            let callee = match step.call {
                Some(callee) => match self.call(frame, step, callee) {
                    Ok(needed) => Some(needed),
                    Err(wanted) => return Some((callee, wanted)),
                },
                None => None,
            };
            undo(step, &mut frame.state);
            frame.at = index;
            let matters = match callee {
                Some(needed) => self.returned(frame, step, &needed),
                None => self.step(frame, step),
            };
            if matters {
                frame.matters = true;
                self.why.steps[frame.id.index()].set(index, true);
            }
        }
    }

    /// What is wanted at the entry. First values that matter are noted.
    fn entered(&mut self, frame: &Frame<'a>) -> Needed {
        let procedure = &self.program[frame.run.procedure];
        let (globals, locals) = frame.wanted.split_at(frame.run.entry.globals.len());
        let (params, locals) = locals.split_at(procedure.params);
        self.why.locals[frame.id.index()][procedure.params..] |= locals;
        Needed { globals: globals.to_bitvec(), params: params.to_bitvec(), matters: frame.matters }
    }

    /// What a run is known to need, or for what it has to be walked.
    fn call(&mut self, frame: &Frame<'a>, step: &Step, callee: RunId) -> Result<Rc<Needed>, Wanted> {
        let procedure = self.trace.run(callee).procedure;
        let may_write = self.regions.writes(procedure);
        let targets = self.targets(frame.run.procedure, step);
        let count = self.program[procedure].results;
        let (mut globals, mut results) = (may_write.to_bitvec(), Bits::repeat(true, count));
        let known = self.known.get(&callee).map_or(&[][..], Vec::as_slice);
        if known.len() < MANY {
            let mut wanted = frame.wanted.clone();
            for (index, target) in targets.iter().enumerate() {
                let bit = target.map(|var| bit(self.program, var));
                results.set(index, bit.is_some_and(|bit| frame.wanted[bit]));
                bit.into_iter().for_each(|bit| wanted.set(bit, false));
            }
            (targets.len()..count).for_each(|index| results.set(index, false));
            globals &= &wanted[..globals.len()];
        }
        let wanted = Wanted { globals, results };
        known.iter().find(|(known, _)| *known == wanted).map(|(_, needed)| Rc::clone(needed)).ok_or(wanted)
    }

    /// Over a call that returned.
    fn returned(&mut self, frame: &mut Frame<'a>, step: &Step, needed: &Needed) -> bool {
        let place = Place { procedure: frame.run.procedure, point: step.point };
        let Kind::Call { callee, args, .. } = self.program[place].kind else { return false };
        let stores = self.stores(frame, self.targets(frame.run.procedure, step));
        let may_write = self.regions.writes(callee);
        for global in may_write.iter_ones() {
            frame.wanted.set(global, false);
        }
        frame.wanted[..needed.globals.len()] |= &needed.globals;
        self.passed(frame, args, &needed.params, &step.choices);
        stores || needed.matters
    }

    fn targets(&self, procedure: ProcId, step: &Step) -> &'a [Option<Var>] {
        match self.program[Place { procedure, point: step.point }].kind {
            Kind::Call { targets, .. } => &self.program[targets],
            _ => &[],
        }
    }

    /// Over a step that is no call.
    fn step(&self, frame: &mut Frame<'a>, step: &Step) -> bool {
        let program = self.program;
        let place = Place { procedure: frame.run.procedure, point: step.point };
        let taken = frame.run.steps.get(frame.at + 1).map_or_else(|| end(self.trace, frame.run), |next| next.point);
        let decides = frame.graph.decides(step.point, taken);
        match program[place].kind {
            Kind::Goto(_) => decides,
            Kind::Branch { cond, .. } => {
                if decides {
                    self.decide(frame, cond, &step.choices);
                }
                decides
            }
            Kind::Assume(_) if frame.graph.is_certain(step.point) => false,
            Kind::Assume(cond) => {
                self.decide(frame, cond, &step.choices);
                !is_constant(program, cond)
            }
            Kind::Dead(vars) => self.stores(frame, &program[vars]),
            Kind::Relate(cond) => {
                let scope: Vec<Option<Var>> = program.in_scope(place.procedure).into_iter().map(Some).collect();
                let matters = self.stores(frame, &scope);
                if matters {
                    self.restrict(frame, cond, step);
                }
                matters
            }
            Kind::Assign { targets, values, constrain } => {
                let pairs = || program[targets].iter().zip(&program[values]);
                let wanted: Vec<Expr> = pairs()
                    .filter(|(target, _)| target.is_some_and(|var| frame.wanted[bit(program, var)]))
                    .map(|(_, value)| *value)
                    .collect();
                let matters = self.stores(frame, &program[targets]);
                wanted.into_iter().for_each(|value| self.decide(frame, value, &step.choices));
                if let Some(cond) = constrain.filter(|_| matters) {
                    self.restrict(frame, cond, step);
                }
                matters
            }
            Kind::Enter | Kind::Skip | Kind::Assert(_) | Kind::AbortIf(_) => false,
            Kind::Call { .. } | Kind::Return(_) | Kind::End => false,
        }
    }

    /// Whether any of these variables was wanted; none of them is any more.
    fn stores(&self, frame: &mut Frame<'a>, targets: &[Option<Var>]) -> bool {
        let mut any = false;
        for bit in targets.iter().flatten().map(|&var| bit(self.program, var)) {
            any |= frame.wanted.replace(bit, false);
        }
        any
    }

    /// The variables that decide an expression in the state of the frame are wanted.
    fn decide(&self, frame: &mut Frame<'a>, expr: Expr, choices: &BitsRef) {
        let before = reason(self.program, expr, &frame.state, &frame.state, choices);
        before.into_iter().for_each(|var| frame.wanted.set(bit(self.program, var), true));
    }

    /// The same for a condition on the states before and after: those before.
    fn restrict(&self, frame: &mut Frame<'a>, cond: Expr, step: &Step) {
        let mut after = frame.state.clone();
        step.changes.iter().for_each(|&(var, value)| after.set(var, value));
        let before = reason(self.program, cond, &frame.state, &after, &step.choices);
        before.into_iter().for_each(|var| frame.wanted.set(bit(self.program, var), true));
    }

    /// Of some values, arguments or results, those that are wanted.
    fn passed(&self, frame: &mut Frame<'a>, values: List<Expr>, wanted: &BitsRef, choices: &BitsRef) {
        for (&value, _) in self.program[values].iter().zip(wanted).filter(|(_, wanted)| **wanted) {
            self.decide(frame, value, choices);
        }
    }
}

fn is_constant(program: &Program, cond: Expr) -> bool {
    program.expr_nodes(cond).iter().all(|node| matches!(node, Node::Const(_)))
}

/// From the state after a step to the one before it.
fn undo(step: &Step, state: &mut State) {
    step.changes.iter().for_each(|&(var, value)| state.set(var, !value));
}

/// Where a run is at its end.
fn end(trace: &Trace, run: &Run) -> Point {
    match &run.end {
        End::Returned { point, .. } | End::Calling { point, .. } => *point,
        End::Violation { .. } => trace.property.place.point,
    }
}

/// See [`Frame::met`]. Ways that meet at a return do so if no result of it is wanted.
fn met(trace: &Trace, run: &Run, graph: &Graph, purpose: Option<&Wanted>) -> FxHashMap<usize, Vec<usize>> {
    let count = run.steps.len();
    let mut next: FxHashMap<Point, usize> = FxHashMap::from_iter([(end(trace, run), count)]);
    let mut met: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for (index, step) in run.steps.iter().enumerate().rev() {
        if graph.branches(step.point) {
            let meeting = match graph.meeting(step.point) {
                Meeting::At(point) => next.get(&point).copied(),
                Meeting::Return => purpose.filter(|purpose| purpose.results.not_any()).map(|_| count),
                Meeting::Nowhere => None,
            };
            meeting.into_iter().for_each(|meeting| met.entry(meeting).or_default().push(index));
        }
        next.insert(step.point, index);
    }
    met.values_mut().for_each(|conditions| conditions.reverse());
    met
}

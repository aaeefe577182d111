//! What is said not to matter for a violation does not: with other values there, the other way, or without it, the violation is still there.

use crate::support;
use bpcheck::engine::Silent;
use bpcheck::generate::random::{self, Knobs};
use bpcheck::lang::program::property::PropertyKind;
use bpcheck::lang::program::semantics::{Bits, BitsRef, Choices, Effect, State, choices_at, resume, step};
use bpcheck::lang::program::{Kind, Place, Point, ProcId, Program, Var};
use bpcheck::outcome::Verdict;
use bpcheck::pipeline::{Certificates, decide, load};
use bpcheck::verdict::Trace;
use bpcheck::verdict::trace::{End, Run, RunId, Step};
use bpcheck::verdict::why::Why;
use bpcheck::{Options, Source};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// How a perturbed run ends.
#[derive(Debug, PartialEq)]
enum Ended {
    /// With these globals and results.
    Returned(Bits, Bits),
    /// By calling the next run of the final stack with these globals and parameters.
    Called(Bits, Bits),
    /// With the violation.
    Violated,
}

/// Goes through a trace once more, with other values wherever they are said not to matter.
struct Perturbed<'a> {
    program: &'a Program,
    trace: &'a Trace,
    why: &'a Why,
    random: ChaCha8Rng,
    /// How many steps were left, replaced, or went another way.
    altered: usize,
}

impl Perturbed<'_> {
    fn flip(&mut self) -> bool {
        self.random.next_u32() & 1 == 1
    }

    fn bits(&mut self, count: usize) -> Bits {
        (0..count).map(|_| self.flip()).collect()
    }

    /// The whole trace, from any globals that do not matter.
    fn whole(&mut self) -> Result<(), String> {
        let mut stack = self.trace.final_stack();
        let first = stack.next().expect("a run");
        let run = self.trace.run(first);
        let mut globals = run.entry.globals.clone();
        for (index, global) in self.program.globals.iter().enumerate() {
            if global.init.is_none() && !self.why.begins(first, Var::global(index)) {
                globals.set(index, self.flip());
            }
        }
        let params = run.entry.locals[..self.program[run.procedure].params].to_bitvec();
        let mut entered = (first, globals, params);
        loop {
            match self.run(entered.0, entered.1, &entered.2)? {
                Ended::Violated => return Ok(()),
                Ended::Called(globals, params) => {
                    entered = (stack.next().ok_or("nobody is left to be called")?, globals, params);
                }
                Ended::Returned(..) => return Err("a run of the final stack returns".into()),
            }
        }
    }

    fn run(&mut self, id: RunId, globals: Bits, params: &BitsRef) -> Result<Ended, String> {
        let run = self.trace.run(id).clone();
        let declared = &self.program[run.procedure];
        let mut state = State { globals, locals: run.entry.locals.clone() };
        state.locals[..declared.params].copy_from_bitslice(params);
        for (index, local) in declared.locals.iter().enumerate().skip(declared.params) {
            if local.init.is_none() && !self.why.begins(id, Var::local(index)) {
                state.locals.set(index, self.flip());
            }
        }
        let mut at = 0;
        while let Some(step) = run.steps.get(at) {
            let place = Place { procedure: run.procedure, point: step.point };
            if !self.why.matters(id, at) && self.flip() {
                self.altered += 1;
                match self.another_way(id, &run, at, &state) {
                    Some(Way::Joins(index, joined)) => {
                        (at, state) = (index, joined);
                        continue;
                    }
                    Some(Way::Ends(ended)) => return Ok(ended),
                    None => {}
                }
                self.other_values(place, step, &mut state);
            } else if let Some(callee) = step.call {
                if let Some(ended) = self.call(place, step, callee, &mut state)? {
                    return Ok(ended);
                }
            } else if self.why.matters(id, at) {
                state = self.as_recorded(&run, at, &state)?;
            } else if let Effect::Step(_, next) = self.effect(place, &state, &step.choices, step.target) {
                state = next;
            }
            at += 1;
        }
        self.end(&run, state)
    }

    fn effect(&self, place: Place, state: &State, choices: &BitsRef, target: usize) -> Effect {
        step(self.program, place, state, Choices { bits: choices, target })
    }

    /// A step that matters does what it did: control goes where it went.
    fn as_recorded(&self, run: &Run, at: usize, state: &State) -> Result<State, String> {
        let step = &run.steps[at];
        let place = Place { procedure: run.procedure, point: step.point };
        match self.effect(place, state, &step.choices, step.target) {
            Effect::Step(next, after) if next == point_after(self.trace, run, at) => Ok(after),
            other => Err(format!("{} leads to {other:?}", self.program.show(place))),
        }
    }

    fn call(&mut self, place: Place, step: &Step, callee: RunId, state: &mut State) -> Result<Option<Ended>, String> {
        let Effect::Call(_, args) = self.effect(place, state, &step.choices, 0) else {
            return Err("there is no call".into());
        };
        match self.run(callee, state.globals.clone(), &args)? {
            Ended::Returned(globals, results) => {
                match resume(self.program, place, &state.locals, &globals, &results, &step.choices) {
                    Effect::Step(_, after) => *state = after,
                    other => return Err(format!("after the call: {other:?}")),
                }
                Ok(None)
            }
            ended => Ok(Some(ended)),
        }
    }

    fn end(&mut self, run: &Run, state: State) -> Result<Ended, String> {
        let at = |point| Place { procedure: run.procedure, point };
        match &run.end {
            End::Returned { point, choices, .. } => match self.effect(at(*point), &state, choices, 0) {
                Effect::Return(results) => Ok(Ended::Returned(state.globals, results)),
                other => Err(format!("at the return: {other:?}")),
            },
            End::Calling { point, choices } => match self.effect(at(*point), &state, choices, 0) {
                Effect::Call(_, args) => Ok(Ended::Called(state.globals, args)),
                other => Err(format!("at the last call: {other:?}")),
            },
            End::Violation { choices } => match (&self.trace.property.kind, self.trace.property.place) {
                (PropertyKind::Label(_) | PropertyKind::Place, _) => Ok(Ended::Violated),
                (_, place) => match self.effect(place, &state, choices, 0) {
                    Effect::Violation => Ok(Ended::Violated),
                    other => Err(format!("at the end: {other:?}")),
                },
            },
        }
    }

    /// Instead of what a step does: any values, or nothing.
    fn other_values(&mut self, place: Place, step: &Step, state: &mut State) {
        let written: Vec<Var> = match self.program[place].kind {
            Kind::Assign { targets, .. } | Kind::Call { targets, .. } => {
                self.program[targets].iter().flatten().copied().collect()
            }
            Kind::Dead(vars) => self.program[vars].iter().flatten().copied().collect(),
            _ => step.changes.iter().map(|(var, _)| *var).collect(),
        };
        written.into_iter().for_each(|var| state.set(var, self.flip()));
    }

    /// From a branch that does not matter another way, to where the trace goes on or to another end.
    fn another_way(&mut self, id: RunId, run: &Run, at: usize, state: &State) -> Option<Way> {
        let point = run.steps[at].point;
        if !matches!(self.program[Place { procedure: run.procedure, point }].kind, Kind::Goto(_) | Kind::Branch { .. })
        {
            return None;
        }
        (0..20).find_map(|_| {
            let mut walk = Walk { perturbed: self, fuel: 300 };
            walk.go(id, run, at, state)
        })
    }
}

/// Where another way leads.
enum Way {
    /// To the step with this index.
    Joins(usize, State),
    Ends(Ended),
}

/// A walk at random, in which no condition holds anybody up.
struct Walk<'w, 'a> {
    perturbed: &'w mut Perturbed<'a>,
    fuel: usize,
}

impl Walk<'_, '_> {
    fn go(&mut self, id: RunId, run: &Run, at: usize, state: &State) -> Option<Way> {
        let last = end_point(self.perturbed.trace, run);
        let mut point = run.steps[at].point;
        let mut state = state.clone();
        loop {
            let place = Place { procedure: run.procedure, point };
            let next = match self.step(place, &mut state)? {
                Gone::To(next) => next,
                Gone::Violated => return Some(Way::Ends(Ended::Violated)),
                Gone::Returned(results) if matches!(run.end, End::Returned { .. }) => {
                    let open = (at..run.steps.len()).all(|index| !self.perturbed.why.matters(id, index));
                    return open.then_some(Way::Ends(Ended::Returned(state.globals, results)));
                }
                Gone::Returned(_) => return None,
            };
            point = next;
            // The trace goes on at this point, and nothing is left out that matters.
            let mut ahead = (at + 1..run.steps.len()).take_while(|&index| !self.perturbed.why.matters(id, index - 1));
            if let Some(index) = ahead.find(|&index| run.steps[index].point == point) {
                return Some(Way::Joins(index, state));
            }
            if point == last && (at..run.steps.len()).all(|index| !self.perturbed.why.matters(id, index)) {
                return Some(Way::Joins(run.steps.len(), state));
            }
        }
    }

    /// One step; none if there is no fuel left.
    fn step(&mut self, place: Place, state: &mut State) -> Option<Gone> {
        self.fuel = self.fuel.checked_sub(1)?;
        let Perturbed { program, trace, .. } = *self.perturbed;
        if matches!(trace.property.kind, PropertyKind::Label(_)) && place == trace.property.place {
            return Some(Gone::Violated);
        }
        let statement = &program[place];
        let choices = self.perturbed.bits(choices_at(program, place));
        let target = match statement.kind {
            Kind::Goto(targets) => self.perturbed.random.next_u32() as usize % program[targets].len(),
            _ => 0,
        };
        if let Kind::Branch { yes, .. } = statement.kind {
            return Some(Gone::To(if self.perturbed.flip() { yes } else { statement.next }));
        }
        match self.perturbed.effect(place, state, &choices, target) {
            Effect::Step(next, after) => {
                *state = after;
                Some(Gone::To(next))
            }
            Effect::Violation if place == trace.property.place => Some(Gone::Violated),
            Effect::Blocked | Effect::Violation => Some(Gone::To(statement.next)),
            Effect::Return(results) => Some(Gone::Returned(results)),
            Effect::Call(callee, args) => self.call(place, callee, &args, state, &choices),
        }
    }

    fn call(
        &mut self,
        place: Place,
        callee: ProcId,
        args: &BitsRef,
        state: &mut State,
        choices: &BitsRef,
    ) -> Option<Gone> {
        let program = self.perturbed.program;
        let mut locals = self.perturbed.bits(program[callee].locals.len());
        for (index, local) in program[callee].locals.iter().enumerate() {
            local.init.into_iter().for_each(|init| locals.set(index, init));
        }
        locals[..args.len()].copy_from_bitslice(args);
        let mut inner = State { globals: state.globals.clone(), locals };
        let mut point = Point::ENTRY;
        loop {
            match self.step(Place { procedure: callee, point }, &mut inner)? {
                Gone::To(next) => point = next,
                Gone::Violated => return Some(Gone::Violated),
                Gone::Returned(results) => {
                    let after = resume(program, place, &state.locals, &inner.globals, &results, choices);
                    if let Effect::Step(_, after) = after {
                        *state = after;
                    }
                    return Some(Gone::To(program[place].next));
                }
            }
        }
    }
}

enum Gone {
    To(Point),
    Violated,
    Returned(Bits),
}

fn end_point(trace: &Trace, run: &Run) -> Point {
    match &run.end {
        End::Returned { point, .. } | End::Calling { point, .. } => *point,
        End::Violation { .. } => trace.property.place.point,
    }
}

fn point_after(trace: &Trace, run: &Run, at: usize) -> Point {
    run.steps.get(at + 1).map_or_else(|| end_point(trace, run), |step| step.point)
}

/// Perturbs the traces of a program; how many steps were altered, of how many traces.
fn holds(name: &str, text: &str, times: u64) -> (usize, usize) {
    let options = Options::default().with_all(true).with_engine(support::engine("explicit"));
    let loaded = load(&Source::new(name, text), &options).expect("a program");
    let decided = decide(&loaded, &options, &mut Silent).expect("an outcome");
    let (mut altered, mut traces) = (0, 0);
    for decision in &decided.outcome.decisions {
        let Verdict::Unsafe(replayed) = &decision.verdict else { continue };
        let trace = replayed.trace();
        let why = Why::of(&loaded.program, trace);
        traces += 1;
        for seed in 0..times {
            let random = ChaCha8Rng::seed_from_u64(seed);
            let mut perturbed = Perturbed { program: &loaded.program, trace, why: &why, random, altered: 0 };
            if let Err(what) = perturbed.whole() {
                panic!("{name}, {:?}, seed {seed}: {what}\n{text}", trace.property);
            }
            altered += perturbed.altered;
        }
    }
    (altered, traces)
}

/// What `enforce` and `constrain` ask is not said to matter: with them other values may be impossible.
fn is_free(text: &str) -> bool {
    !text.contains("enforce") && !text.contains("constrain")
}

#[test]
fn what_does_not_matter_may_be_otherwise_in_random_programs() {
    let (mut altered, mut traces) = (0, 0);
    for seed in 0..8_000 {
        let knobs = Knobs { statements: 10 + (seed % 8) as u32, ..Knobs::default() };
        let text = random::write(&random::Options { seed, knobs });
        if is_free(&text) {
            let (more, found) = holds(&format!("seed {seed}"), &text, 20);
            altered += more;
            traces += found;
        }
    }
    assert!(traces > 1_000 && altered > 20_000, "{traces} traces, {altered} steps altered");
}

#[test]
fn and_in_the_examples() {
    let (mut altered, mut traces) = (0, 0);
    for path in support::files(concat!(env!("CARGO_MANIFEST_DIR"), "/bp-examples").as_ref(), "bp") {
        let text = std::fs::read_to_string(&path).expect("a text");
        if text.contains("bug") && text.len() < 20_000 && is_free(&text) {
            let (more, found) = holds(&path.display().to_string(), &text, 50);
            altered += more;
            traces += found;
        }
    }
    assert!(traces > 0 && altered > 100, "{traces} traces, {altered} steps altered");
}

/// Of drivers as SLAM's abstraction makes them, most of a trace does not matter.
#[test]
fn in_drivers_less_than_a_third_matters() {
    let Some(corpus) = support::corpus() else { return };
    let mut parts: Vec<f64> = Vec::new();
    for path in support::files(&corpus.join("slam-like"), "bp") {
        let text = std::fs::read_to_string(&path).expect("a text");
        let options = Options::default().with_engine(support::engine("saturation:post"));
        let options = options.with_certificates(Certificates::Unwanted);
        let loaded = load(&Source::new("x.bp", text), &options).expect("a program");
        let decided = decide(&loaded, &options, &mut Silent).expect("an outcome");
        for decision in &decided.outcome.decisions {
            if let Verdict::Unsafe(replayed) = &decision.verdict {
                let why = Why::of(&loaded.program, replayed.trace());
                let length: f64 = replayed.length().to_string().replace(',', "").parse().expect("a short trace");
                parts.push(why.count() as f64 / length);
            }
        }
    }
    parts.sort_by(f64::total_cmp);
    let median = parts[parts.len() / 2];
    assert!(parts.len() > 40 && median < 0.3, "{} traces, the median is {median}", parts.len());
}

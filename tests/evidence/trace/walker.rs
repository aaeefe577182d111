//! Runs at random until a property is violated.

use super::Subject;
use bpcheck::lang::program::property::{Property, PropertyKind, properties};
use bpcheck::lang::program::semantics::{Bits, Choices, Effect, State, choices_at, resume, step};
use bpcheck::lang::program::{Kind, Place, Point, ProcId, Program};
use bpcheck::verdict::trace::RunId;
use bpcheck::verdict::{Skeleton, SkeletonEnd, SkeletonRun, SkeletonStep};

/// A run that is not over.
struct Open {
    run: SkeletonRun,
    state: State,
    point: Point,
}

struct Walker<'a> {
    program: &'a Program,
    random: u64,
    stack: Vec<Open>,
    done: Vec<SkeletonRun>,
}

/// The way to a violation, if there is one within so many steps.
pub fn walk(subject: &Subject, seed: u64, steps: usize) -> Option<Skeleton> {
    let program = &subject.program;
    let properties = properties(program, &[]).expect("no labels are asked for");
    let random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1;
    let mut walker = Walker { program, random, stack: Vec::new(), done: Vec::new() };
    let globals = walker.values(program.globals.iter().map(|global| global.init));
    let main = program.find_procedure("main")?;
    walker.enter(main, globals, &Bits::new());
    for _ in 0..steps {
        let top = walker.stack.last()?;
        let place = Place { procedure: top.run.procedure, point: top.point };
        let label = |property: &&Property| matches!(property.kind, PropertyKind::Label(_)) && property.place == place;
        if let Some(property) = properties.iter().find(label) {
            return Some(walker.finish(subject, property.clone(), SkeletonEnd::Violation { choices: Bits::new() }));
        }
        match walker.advance(place)? {
            None => {}
            Some(choices) => {
                let property = properties.iter().find(|property| property.place == place)?.clone();
                return Some(walker.finish(subject, property, SkeletonEnd::Violation { choices }));
            }
        }
    }
    None
}

impl Walker<'_> {
    fn bit(&mut self) -> bool {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random & 64 != 0
    }

    fn values(&mut self, inits: impl Iterator<Item = Option<bool>>) -> Bits {
        inits.map(|init| init.unwrap_or_else(|| self.bit())).collect()
    }

    /// Enters a procedure; parameters that are not given are chosen.
    fn enter(&mut self, procedure: ProcId, globals: Bits, params: &Bits) {
        let program = self.program;
        let mut locals = self.values(program[procedure].locals.iter().map(|local| local.init));
        params.iter().enumerate().for_each(|(index, value)| locals.set(index, *value));
        let entry = State { globals, locals };
        let end = SkeletonEnd::Violation { choices: Bits::new() };
        let run = SkeletonRun { procedure, entry: entry.clone(), steps: Vec::new(), end };
        self.stack.push(Open { run, state: entry, point: Point::ENTRY });
    }

    /// One step; the choices, if it is a violation. `None` if there is no way on.
    fn advance(&mut self, place: Place) -> Option<Option<Bits>> {
        let count = choices_at(self.program, place);
        let targets = match self.program[place].kind {
            Kind::Goto(targets) => self.program[targets].len(),
            _ => 1,
        };
        for _ in 0..20 {
            let choices: Bits = (0..count).map(|_| self.bit()).collect();
            let target = (0..8).fold(0, |sum, _| sum * 2 + usize::from(self.bit())) % targets;
            let top = self.stack.last_mut()?;
            match step(self.program, place, &top.state, Choices { bits: &choices, target }) {
                Effect::Blocked => continue,
                Effect::Violation => return Some(Some(choices)),
                Effect::Step(next, after) => {
                    (top.point, top.state) = (next, after);
                    top.run.steps.push(SkeletonStep { point: place.point, choices, target, call: None });
                }
                Effect::Call(callee, params) => {
                    let globals = top.state.globals.clone();
                    top.run.end = SkeletonEnd::Calling { point: place.point, choices };
                    self.enter(callee, globals, &params);
                }
                Effect::Return(results) => self.leave(choices, &results)?,
            }
            return Some(None);
        }
        None
    }

    fn leave(&mut self, choices: Bits, results: &Bits) -> Option<()> {
        let mut callee = self.stack.pop()?;
        callee.run.end = SkeletonEnd::Returned { point: callee.point, choices };
        self.done.push(callee.run);
        let caller = self.stack.last_mut()?;
        let place = Place { procedure: caller.run.procedure, point: caller.point };
        let SkeletonEnd::Calling { choices, .. } = caller.run.end.clone() else { panic!("it called") };
        let after = resume(self.program, place, &caller.state.locals, &callee.state.globals, results, &choices);
        let Effect::Step(next, after) = after else { return None };
        (caller.point, caller.state) = (next, after);
        let call = Some(RunId(self.done.len() as u32 - 1));
        caller.run.steps.push(SkeletonStep { point: place.point, choices, target: 0, call });
        Some(())
    }

    fn finish(mut self, subject: &Subject, property: Property, end: SkeletonEnd) -> Skeleton {
        self.stack.last_mut().expect("a run").run.end = end;
        let stack = self.stack.len();
        self.done.extend(self.stack.into_iter().map(|open| open.run));
        Skeleton { program: subject.sha256.clone(), property, runs: self.done, stack }
    }
}

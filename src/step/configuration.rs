//! Where a run is, and where a step leads from there.

use crate::lang::program::semantics::{Bits, BitsRef, Choices, Effect, State, resume, step};
use crate::lang::program::{Place, Point, ProcId, Program};
use std::sync::Arc;

/// Where a run is: the activation at work, and those that wait for it.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// The place where control is.
    pub place: Place,
    /// What the activation at work sees.
    pub state: State,
    /// A number that no other activation on the stack has.
    pub(crate) activation: usize,
    waiting: Option<Arc<Waiting>>,
}

/// An activation that waits for a call to return.
#[derive(Debug)]
pub(crate) struct Waiting {
    /// The call.
    pub place: Place,
    /// Its parameters and locals.
    pub(crate) locals: Bits,
    /// A number that no other activation on the stack has.
    pub(crate) activation: usize,
    /// The choices of the call; those of `enforce` are 0.
    pub(super) choices: Bits,
    height: usize,
    below: Option<Arc<Waiting>>,
}

/// What a step comes to.
pub(super) enum Outcome {
    Step(Configuration),
    Blocked,
    Violation,
    Return,
}

impl Configuration {
    /// The beginning of a run; what is arbitrary is 0.
    pub(super) fn first(program: &Program, entry: ProcId) -> Configuration {
        let globals = program.globals.iter().map(|global| global.init.unwrap_or(false)).collect();
        let state = State { globals, locals: first_locals(program, entry) };
        let place = Place { procedure: entry, point: Point::ENTRY };
        Configuration { place, state, activation: 0, waiting: None }
    }

    /// How many activations there are: at least one, that at work.
    pub fn height(&self) -> usize {
        1 + self.waiting.as_ref().map_or(0, |waiting| waiting.height)
    }

    /// The activations that wait, the caller of the one at work first.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = &Waiting> {
        std::iter::successors(self.waiting.as_deref(), |waiting| waiting.below.as_deref())
    }

    /// The caller of the activation at work.
    pub(crate) fn caller(&self) -> Option<&Waiting> {
        self.waiting.as_deref()
    }

    /// Makes a step. At a return, `resumed` are the choices that the `enforce` of the caller makes. An activation that is
    /// entered gets the number `activation`, and 0 for what is arbitrary.
    pub(super) fn step(
        &self,
        program: &Program,
        choices: Choices<'_>,
        resumed: &BitsRef,
        activation: usize,
    ) -> Outcome {
        match step(program, self.place, &self.state, choices) {
            Effect::Step(point, state) => self.at(self.place.procedure, point, state),
            Effect::Blocked => Outcome::Blocked,
            Effect::Violation => Outcome::Violation,
            Effect::Call(callee, params) => {
                let waiting = Waiting {
                    place: self.place,
                    locals: self.state.locals.clone(),
                    activation: self.activation,
                    choices: choices.bits.to_bitvec(),
                    height: self.height(),
                    below: self.waiting.clone(),
                };
                let mut locals = first_locals(program, callee);
                locals[..params.len()].copy_from_bitslice(&params);
                let state = State { globals: self.state.globals.clone(), locals };
                let place = Place { procedure: callee, point: Point::ENTRY };
                Outcome::Step(Configuration { place, state, activation, waiting: Some(Arc::new(waiting)) })
            }
            Effect::Return(results) => match &self.waiting {
                Some(caller) => self.resume(program, caller, &results, resumed),
                None => Outcome::Return,
            },
        }
    }

    fn resume(&self, program: &Program, caller: &Waiting, results: &BitsRef, resumed: &BitsRef) -> Outcome {
        let choices = caller.resumed(resumed);
        match resume(program, caller.place, &caller.locals, &self.state.globals, results, &choices) {
            Effect::Step(point, state) => {
                let (activation, waiting) = (caller.activation, caller.below.clone());
                let place = Place { procedure: caller.place.procedure, point };
                Outcome::Step(Configuration { place, state, activation, waiting })
            }
            _ => Outcome::Blocked,
        }
    }

    fn at(&self, procedure: ProcId, point: Point, state: State) -> Outcome {
        let waiting = self.waiting.clone();
        Outcome::Step(Configuration { place: Place { procedure, point }, state, activation: self.activation, waiting })
    }
}

impl Waiting {
    /// The choices of the call, those of `enforce` at its return included.
    pub(super) fn resumed(&self, enforced: &BitsRef) -> Bits {
        let mut choices = self.choices.clone();
        let own = choices.len() - enforced.len();
        choices[own..].copy_from_bitslice(enforced);
        choices
    }
}

/// Recursion may have made the stack as high as the run is long, so it is taken down without recursion.
impl Drop for Waiting {
    fn drop(&mut self) {
        let mut below = self.below.take();
        while let Some(mut last) = below.and_then(Arc::into_inner) {
            below = last.below.take();
        }
    }
}

fn first_locals(program: &Program, procedure: ProcId) -> Bits {
    program[procedure].locals.iter().map(|local| local.init.unwrap_or(false)).collect()
}

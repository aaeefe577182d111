//! A run of a program that somebody makes by hand: step by step, each choice given, and any step taken back.
//!
//! What a step does is said by [`semantics`](crate::lang::program::semantics). Here is where the run is ([`Configuration`]), what the next
//! step leaves open ([`Question`]), and the way that was gone, which becomes a trace where it violates a property.
//!
//! Each moment of the run is kept, so that a step is taken back by forgetting the last one. Moments share the activations that wait, so one
//! is as large as the variables that are in sight.
//!
//! [`system`] is the same for explicit pushdown systems.

mod chance;
mod configuration;
mod question;
mod record;
pub mod system;
#[cfg(test)]
mod tests;

pub use configuration::Configuration;
pub use question::Question;

use crate::lang::program::property::Property;
use crate::lang::program::semantics::{Bits, Choices, choices_at};
use crate::lang::program::{Expr, Kind, Place, Point, ProcId, Program, Var};
use crate::verdict::{Alike, Flaw, Trace, complete};
use configuration::Outcome;
use rustc_hash::{FxHashMap, FxHashSet};

/// The state of a run: it goes on, or how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It can go on.
    Running,
    /// The last step was none: a condition did not hold.
    Blocked,
    /// The last step was that of an `assert` or `abortif` which ends the run.
    Violated,
    /// The procedure in which it began has returned.
    Returned,
}

/// A moment of a run.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Where it is; for a run that ended where it was before.
    pub at: Configuration,
    /// Whether it goes on, or how it ended.
    pub status: Status,
    /// How many steps led to it; one that was blocked, or that ended the run, counts.
    pub(crate) steps: usize,
    by: Move,
}

/// What led to a moment.
#[derive(Clone, Debug)]
enum Move {
    /// Nothing, or the first values of variables.
    First,
    /// A step with these choices, and, for a return, with those of the `enforce` of the caller.
    Step { choices: Bits, target: usize, resumed: Bits },
}

/// A run under way.
#[derive(Clone, Debug)]
pub struct Stepper<'a> {
    program: &'a Program,
    properties: &'a [Property],
    /// The places of properties, those that are labels apart from those that are statements.
    at: FxHashMap<(Place, bool), usize>,
    moments: Vec<Moment>,
    /// The bits and the target that are known of the next step, and whether somebody was asked for one.
    given: Bits,
    target: Option<usize>,
    answered: bool,
}

impl<'a> Stepper<'a> {
    /// A run that begins in `entry`. What is arbitrary is 0, until [`Stepper::set`] says otherwise.
    pub fn new(program: &'a Program, entry: ProcId, properties: &'a [Property]) -> Stepper<'a> {
        let first =
            Moment { at: Configuration::first(program, entry), status: Status::Running, steps: 0, by: Move::First };
        let places = properties.iter().enumerate().rev();
        let at = places.map(|(index, property)| ((property.place, is_label(property)), index)).collect();
        Stepper { program, properties, at, moments: vec![first], given: Bits::new(), target: None, answered: false }
    }

    /// The present moment.
    pub fn now(&self) -> &Moment {
        &self.moments[self.moments.len() - 1]
    }

    /// The variables whose first values are arbitrary and not used yet: while control is at an entry, the locals; at the
    /// beginning of the run globals and parameters, too.
    pub fn free(&self) -> Vec<Var> {
        let Moment { at, status, .. } = self.now();
        if *status != Status::Running || at.place.point != Point::ENTRY {
            return Vec::new();
        }
        let procedure = &self.program[at.place.procedure];
        let is_first = at.caller().is_none();
        let globals = self.program.globals.iter().enumerate().filter(|(_, global)| is_first && global.init.is_none());
        let given = if is_first { 0 } else { procedure.params };
        let locals = procedure.locals.iter().enumerate().skip(given).filter(|(_, local)| local.init.is_none());
        globals.map(|(index, _)| Var::global(index)).chain(locals.map(|(index, _)| Var::local(index))).collect()
    }

    /// Gives first values to variables; those that are not [free](Stepper::free) keep theirs.
    pub fn set(&mut self, values: &[(Var, bool)]) {
        let free: FxHashSet<Var> = self.free().into_iter().collect();
        if free.is_empty() {
            return;
        }
        let Moment { at, steps, .. } = self.now();
        let (mut at, steps) = (at.clone(), *steps);
        values.iter().filter(|(var, _)| free.contains(var)).for_each(|&(var, value)| at.state.set(var, value));
        self.reach(Moment { at, status: Status::Running, steps, by: Move::First });
    }

    /// What has to be answered before the next step can be made; `None` if nothing is open, or the run is over.
    pub fn question(&self) -> Option<Question> {
        let Moment { at, status, .. } = self.now();
        if *status != Status::Running {
            return None;
        }
        let targets = question::targets(self.program, at.place);
        if targets.len() > 1 && self.target.is_none() {
            return Some(Question::Target(targets));
        }
        let (own, enforced) = question::bits(self.program, at);
        (self.given.len() < own + enforced).then(|| question::question(self.program, at, self.given.len()))
    }

    /// Answers the open question with one of its answers, which are numbered from 0; what is no answer is ignored.
    pub fn answer(&mut self, answer: usize) {
        match self.question() {
            Some(question) if answer >= question.answers() => return,
            Some(Question::Target(points)) => {
                if let Kind::Goto(targets) = self.program[self.now().at.place].kind {
                    self.target = self.program[targets].iter().position(|&target| target == points[answer]);
                }
            }
            Some(_) => self.given.push(answer == 1),
            None => return,
        }
        self.answered = true;
        self.settle();
    }

    /// Makes the next step, whatever it comes to. Nothing happens while a question is open, or when the run is over.
    pub fn advance(&mut self) {
        let Moment { at, status, steps, .. } = self.now();
        if *status != Status::Running || self.question().is_some() {
            return;
        }
        let (own, enforced) = question::bits(self.program, at);
        let returns = matches!(self.program[at.place].kind, Kind::Return(_) | Kind::End);
        let resumed = if returns { self.given[own..].to_bitvec() } else { Bits::new() };
        debug_assert_eq!(self.given.len(), own + enforced);
        let mut choices = self.given.clone();
        choices.resize(choices_at(self.program, at.place), false);
        let target = self.target.unwrap_or(0);
        let activation = self.moments.len();
        let outcome = at.step(self.program, Choices { bits: &choices, target }, &resumed, activation);
        let (at, status) = match outcome {
            Outcome::Step(at) => (at, Status::Running),
            Outcome::Blocked => (at.clone(), Status::Blocked),
            Outcome::Violation => (at.clone(), Status::Violated),
            Outcome::Return => (at.clone(), Status::Returned),
        };
        let steps = steps + 1;
        self.reach(Moment { at, status, steps, by: Move::Step { choices, target, resumed } });
    }

    /// Takes the answers back that no step has used yet, or else the last step or first values; whether there was anything.
    pub fn undo(&mut self) -> bool {
        let (answered, has_past) = (self.answered, self.moments.len() > 1);
        if !answered && has_past {
            self.moments.pop();
        }
        self.forget();
        answered || has_past
    }

    /// Takes everything back.
    pub fn restart(&mut self) {
        self.moments.truncate(1);
        self.forget();
    }

    /// The index of the property that is violated at the present moment.
    pub fn violated(&self) -> Option<usize> {
        self.violated_at(self.now())
    }

    /// For a run that was blocked, or that an `assert` or `abortif` has ended: the conditions of which one did so, and the choices of
    /// the step.
    pub(crate) fn conditions(&self) -> (Vec<Expr>, &Bits) {
        let Moment { at, status, by: Move::Step { choices, .. }, .. } = self.now() else {
            return (Vec::new(), &self.given);
        };
        let conditions = match status {
            Status::Blocked | Status::Violated => question::conditions(self.program, at, choices),
            Status::Running | Status::Returned => Vec::new(),
        };
        (conditions, choices)
    }

    /// The run up to the last moment at which it violates a property; `None` if it never does.
    ///
    /// # Errors
    /// If that is no run of the program: a bug of ours.
    pub fn trace(&self, program_sha256: &str) -> Result<Option<Trace>, Flaw> {
        let violation = |(index, moment)| self.violated_at(moment).map(|property| (index, property));
        let Some((last, property)) = self.moments.iter().enumerate().rev().find_map(violation) else { return Ok(None) };
        let skeleton = record::skeleton(program_sha256, &self.properties[property], &self.moments[..=last]);
        complete(self.program, &skeleton, Alike::One).map(Some)
    }

    fn violated_at(&self, moment: &Moment) -> Option<usize> {
        let by_label = match moment.status {
            Status::Running => true,
            Status::Violated => false,
            Status::Blocked | Status::Returned => return None,
        };
        self.at.get(&(moment.at.place, by_label)).copied()
    }

    fn reach(&mut self, moment: Moment) {
        self.moments.push(moment);
        self.forget();
    }

    fn forget(&mut self) {
        self.given.clear();
        (self.target, self.answered) = (None, false);
        self.settle();
    }

    /// Answers what makes no difference: a `schoose` whose arguments decide.
    fn settle(&mut self) {
        while let Some(Question::Choice(_)) = self.question() {
            if !question::is_settled(self.program, &self.now().at, &self.given) {
                break;
            }
            self.given.push(false);
        }
    }
}

fn is_label(property: &Property) -> bool {
    property.kind.is_place()
}

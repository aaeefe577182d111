//! The canonical form of a step.
//!
//! Many choices may lead to the same outcome: one that is not looked at, the target of a `goto` that names a
//! label twice. Of these a trace records one, so that whoever alters a bit of a trace has altered what
//! it says: each choice that could be flipped alone without any difference is 0, and the target is the first
//! of those that lead to the same point.

use super::decisive::decisive;
use crate::lang::program::bits::differences;
use crate::lang::program::semantics::{Bits, BitsRef, Choices, Effect, State, resume, step};
use crate::lang::program::{Kind, Place, Program, Var};

/// Of how many choices of a step [`Moment::chosen`] tries the other value.
const TRIED: usize = 64;

/// What was chosen in a step: what would be otherwise, had one of its choices been the other one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chosen {
    /// Where control goes.
    pub(crate) way: bool,
    /// The variables whose new value was chosen, in order.
    pub(crate) vars: Vec<Var>,
}

/// An activation about to make a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment<'a> {
    /// The program.
    pub(crate) program: &'a Program,
    /// The place where control is.
    pub(crate) place: Place,
    /// The state before the step.
    pub(crate) state: &'a State,
    /// For a call that returned: the globals and the results that the callee left.
    pub(crate) returned: Option<(&'a Bits, &'a Bits)>,
}

impl Moment<'_> {
    /// What the step leads to; for a call that returned also what its return leads to.
    ///
    /// # Panics
    /// If a length does not fit.
    pub(crate) fn outcome(&self, choices: &BitsRef, target: usize) -> (Effect, Option<Effect>) {
        let Moment { program, place, state, .. } = *self;
        let effect = step(program, place, state, Choices { bits: choices, target });
        let after = match (&effect, self.returned) {
            (Effect::Call(..), Some((globals, results))) => {
                Some(resume(program, place, &state.locals, globals, results, choices))
            }
            _ => None,
        };
        (effect, after)
    }

    /// The first choice that is 1 although 0 would lead to the same.
    pub(crate) fn idle_choice(&self, choices: &BitsRef, target: usize) -> Option<usize> {
        choices.any().then(|| self.idle_from(0, &mut choices.to_bitvec(), target)).flatten()
    }

    /// Makes choices 0, one after the other, until none is idle. Each round over the choices but the last makes
    /// one of them 0, so that there are at most as many rounds as choices; nearly always there are two.
    pub(crate) fn settle(&self, choices: &mut Bits, target: usize) {
        while let Some(mut idle) = self.idle_from(0, choices, target) {
            choices.set(idle, false);
            while let Some(next) = self.idle_from(idle + 1, choices, target) {
                choices.set(next, false);
                idle = next;
            }
        }
    }

    /// What was free in this step: the way and the values that differ where one choice alone is the other one and the step is possible still. Of a
    /// step with more than 64 choices only the first are tried.
    pub(crate) fn chosen(&self, choices: &BitsRef, target: usize) -> Chosen {
        let mut chosen = Chosen::default();
        let after = |choices: &BitsRef| match self.outcome(choices, target) {
            (Effect::Step(point, state), _) | (_, Some(Effect::Step(point, state))) => Some((point, state)),
            _ => None,
        };
        let Some((point, state)) = (!choices.is_empty()).then(|| after(choices)).flatten() else { return chosen };
        let mut other = choices.to_bitvec();
        for index in 0..choices.len().min(TRIED) {
            other.set(index, !choices[index]);
            if let Some((elsewhere, differing)) = after(&other) {
                chosen.way |= elsewhere != point;
                chosen.vars.extend(changes(&differing, &state).into_iter().map(|(var, _)| var));
            }
            other.set(index, choices[index]);
        }
        chosen.vars.sort_unstable();
        chosen.vars.dedup();
        chosen
    }

    /// The first target that leads where this one leads; 0 where there are no targets.
    pub(crate) fn first_target(&self, target: usize) -> usize {
        let Kind::Goto(targets) = self.program[self.place].kind else { return 0 };
        let targets = &self.program[targets];
        let same = |point| targets.iter().position(|other| other == point);
        targets.get(target).and_then(same).unwrap_or(0)
    }

    /// The first idle choice that is 1, from the one with this index on; `choices` are the same afterwards.
    fn idle_from(&self, from: usize, choices: &mut Bits, target: usize) -> Option<usize> {
        let ones: Vec<usize> = choices[from..].iter_ones().map(|one| one + from).collect();
        if ones.is_empty() {
            return None;
        }
        // What follows such a statement tells the value of its condition, and nothing else.
        if let Kind::Assert(cond) | Kind::AbortIf(cond) | Kind::Assume(cond) = self.program[self.place].kind
            && let Some(decisive) = decisive(self.program, cond, self.state, choices)
        {
            return ones.into_iter().find(|&one| !decisive[one]);
        }
        let outcome = self.outcome(choices, target);
        ones.into_iter().find(|&one| {
            choices.set(one, false);
            let same = self.outcome(choices, target) == outcome;
            choices.set(one, true);
            same
        })
    }
}

/// The variables that have another value in `after` than in `before`, with that value, in the order of [`Var`]:
/// globals first. The states are of the same activation.
pub(crate) fn changes(before: &State, after: &State) -> Vec<(Var, bool)> {
    let globals = differences(&before.globals, &after.globals).map(|(index, value)| (Var::global(index), value));
    let locals = differences(&before.locals, &after.locals).map(|(index, value)| (Var::local(index), value));
    globals.chain(locals).collect()
}

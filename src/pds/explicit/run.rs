//! Runs of explicit systems.
//!
//! The shortest run to a configuration may have exponentially many steps, so a run is a graph: a *round* takes one symbol
//! off the stack, and is written down once however often it is made.

use super::{Configuration, Lowered};

/// What a run is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A rule of the control part is applied.
    Part(u32),
    /// A round is made: an index of [`Run::rounds`].
    Round(usize),
}

/// From `<state, symbol>` to `<to, >`; control states and symbols are those of the control part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The control state before.
    pub(crate) state: u32,
    /// The symbol on top before, which is gone after.
    pub(crate) symbol: u32,
    /// The control state after.
    pub(crate) to: u32,
    /// What is done meanwhile; only rounds with smaller indices are made.
    pub items: Vec<Item>,
}

/// A run from an initial configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The initial configuration.
    pub start: Configuration,
    /// The rounds that are made, those that others make first.
    pub rounds: Vec<Round>,
    /// The rules and rounds that are applied, in order.
    pub items: Vec<Item>,
}

/// What one meets on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leg {
    /// A rule of the system is applied.
    Rule(usize),
    /// A round is made that is not written out.
    Round(usize),
}

/// The legs of a run in order, unfolded while one goes.
pub struct Journey<'a> {
    lowered: &'a Lowered,
    run: &'a Run,
    /// The items that wait, innermost last.
    open: Vec<std::slice::Iter<'a, Item>>,
    folded: bool,
}

impl<'a> Journey<'a> {
    /// The legs of a run. If it is `folded`, rounds are legs; otherwise only rules are.
    pub fn new(lowered: &'a Lowered, run: &'a Run, folded: bool) -> Journey<'a> {
        Journey { lowered, run, open: vec![run.items.iter()], folded }
    }
}

impl Iterator for Journey<'_> {
    type Item = Leg;

    fn next(&mut self) -> Option<Leg> {
        loop {
            match self.open.last_mut()?.next() {
                None => drop(self.open.pop()),
                Some(&Item::Part(part)) => {
                    let (rule, part) = self.lowered.origin(part);
                    if part == 0 {
                        return Some(Leg::Rule(rule));
                    }
                }
                Some(&Item::Round(index)) => {
                    let round = &self.run.rounds[index];
                    // A round that begins in the middle of a rule means nothing to people.
                    if self.folded && self.lowered.state(round.state).is_some() {
                        return Some(Leg::Round(index));
                    }
                    self.open.push(round.items.iter());
                }
            }
        }
    }
}

//! The P-automaton as an account tells it.

use super::step::{Increments, Step, StepCause};
use crate::engine::account::System;
use std::collections::{BTreeSet, HashMap};

/// A transition of the automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownTransition {
    /// The state where it begins.
    pub from: usize,
    /// The symbol that it reads; `None`: ε.
    pub symbol: Option<usize>,
    /// The state where it ends.
    pub to: usize,
    /// The indices of the steps by which it grew.
    pub grown: Vec<usize>,
}

/// Why a transition is there: the rule, and the transitions that it follows from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The step of the algorithm by which it grew.
    pub cause: StepCause,
    /// The rule, if it was one.
    pub rule: Option<usize>,
    /// The transitions.
    pub transitions: Vec<usize>,
}

/// The automaton after some steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShownAutomaton {
    /// The transitions, in the order in which they were found.
    pub transitions: Vec<ShownTransition>,
    /// The transition that is being processed.
    pub current: Option<usize>,
    /// The transitions that wait to be processed.
    pub waiting: BTreeSet<usize>,
}

impl ShownAutomaton {
    /// The automaton after these steps. It is built of them alone.
    pub fn after(steps: &[Step]) -> ShownAutomaton {
        let mut automaton = ShownAutomaton::default();
        for (number, step) in steps.iter().enumerate() {
            automaton.hear(number, step);
        }
        automaton
    }

    /// One more step, with this index.
    pub fn hear(&mut self, number: usize, step: &Step) {
        match step {
            Step::Saturating { .. } => *self = ShownAutomaton::default(),
            Step::Processed { transition } => {
                self.waiting.remove(transition);
                self.current = Some(*transition);
            }
            Step::Grew { transition, from, symbol, to, .. } => {
                if *transition == self.transitions.len() {
                    let new = ShownTransition { from: *from, symbol: *symbol, to: *to, grown: Vec::new() };
                    self.transitions.push(new);
                }
                if let Some(known) = self.transitions.get_mut(*transition) {
                    known.grown.push(number);
                }
                self.waiting.insert(*transition);
            }
            _ => {}
        }
    }

    /// Why a transition is there: because of what it grew by first.
    pub fn why(&self, steps: &[Step], transition: usize) -> Option<Reason> {
        let first = *self.transitions.get(transition)?.grown.first()?;
        match steps.get(first)? {
            Step::Grew { cause, rule, premises, .. } => {
                let transitions = premises.iter().map(|&Increments { transition, .. }| transition).collect();
                Some(Reason { cause: *cause, rule: *rule, transitions })
            }
            _ => None,
        }
    }

    /// Whether it accepts a control state with a stack; final states are those of the system.
    pub fn accepts(&self, system: &System, state: usize, stack: &[usize]) -> bool {
        let mut leaving: HashMap<usize, Vec<&ShownTransition>> = HashMap::new();
        self.transitions.iter().for_each(|transition| leaving.entry(transition.from).or_default().push(transition));
        let step = |states: &BTreeSet<usize>, symbol: Option<usize>| -> BTreeSet<usize> {
            let all = states.iter().filter_map(|state| leaving.get(state)).flatten();
            all.filter(|transition| transition.symbol == symbol).map(|transition| transition.to).collect()
        };
        let mut states = BTreeSet::from([state]);
        states.extend(step(&states, None));
        for &symbol in stack {
            states = step(&states, Some(symbol));
        }
        states.iter().any(|&state| system.states[state].is_final)
    }
}

//! The P-automaton as a log tells it.

use super::log::{Cause, Event, Increments, Log};
use std::collections::{BTreeSet, HashMap};

/// A transition of the automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    /// Where it begins.
    pub from: usize,
    /// What it reads, if anything.
    pub symbol: Option<usize>,
    /// Where it ends.
    pub to: usize,
    /// The indices of the events by which it grew.
    pub grown: Vec<usize>,
}

/// Why a transition is there: the rule, and the transitions that it follows from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Premise {
    /// Why.
    pub cause: Cause,
    /// The rule, if it was one.
    pub rule: Option<usize>,
    /// The transitions.
    pub transitions: Vec<usize>,
}

/// The automaton after some of the events of a log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Automaton {
    /// The transitions, in the order in which they were found.
    pub transitions: Vec<Transition>,
    /// The transition that is being processed.
    pub current: Option<usize>,
    /// The transitions that wait to be processed.
    pub waiting: BTreeSet<usize>,
}

impl Automaton {
    /// The automaton after the first `events` events. It is built of these alone.
    pub fn after(log: &Log, events: usize) -> Automaton {
        let mut automaton = Automaton::default();
        for (number, event) in log.events.iter().take(events).enumerate() {
            automaton.hear(number, event);
        }
        automaton
    }

    /// One more event, with this index.
    pub fn hear(&mut self, number: usize, event: &Event) {
        match event {
            Event::Saturating { .. } => *self = Automaton::default(),
            Event::Processed { transition } => {
                self.waiting.remove(transition);
                self.current = Some(*transition);
            }
            Event::Grew { transition, from, symbol, to, .. } => {
                if *transition == self.transitions.len() {
                    let new = Transition { from: *from, symbol: *symbol, to: *to, grown: Vec::new() };
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
    pub fn why(&self, log: &Log, transition: usize) -> Option<Premise> {
        let first = *self.transitions.get(transition)?.grown.first()?;
        match &log.events[first] {
            Event::Grew { cause, rule, premises, .. } => {
                let transitions = premises.iter().map(|&Increments { transition, .. }| transition).collect();
                Some(Premise { cause: *cause, rule: *rule, transitions })
            }
            _ => None,
        }
    }

    /// Whether it accepts a control state with a stack; final states are those of the log.
    pub fn accepts(&self, log: &Log, state: usize, stack: &[usize]) -> bool {
        let mut leaving: HashMap<usize, Vec<&Transition>> = HashMap::new();
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
        states.iter().any(|&state| log.system.states[state].is_final)
    }
}

//! What grew, told to whoever wants single steps.

use super::automaton::{Automaton, Edge};
use super::step::{Event, Weight};
use crate::engine::{Event as Told, Observer};

/// Knows how many increments have been told.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Teller {
    told: usize,
}

impl Teller {
    /// Tells which transition was processed, if one was, and what grew since the last call. `show` shows the weight of an increment.
    pub(super) fn tell<W: Clone>(
        &mut self,
        processed: Option<Edge>,
        automaton: &Automaton<W>,
        observer: &mut dyn Observer,
        mut show: impl FnMut(Edge, &W) -> Option<Weight>,
    ) {
        if !observer.wants_steps() {
            return;
        }
        if let Some(edge) = processed {
            observer.event(&Told::Step(&Event::Processed { edge }));
        }
        for increment in &automaton.increments()[self.told..] {
            let edge = automaton.transition(increment.transition).edge;
            let weight = show(edge, &increment.weight);
            observer.event(&Told::Step(&Event::Grew { edge, cause: increment.cause, weight }));
        }
        self.told = automaton.increments().len();
    }
}

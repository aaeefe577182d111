//! Events of the engine that leads, until it is known whether they count.

use super::shared::Shared;
use crate::engine::{Event, Observer, Told};
use std::sync::Arc;

/// Keeps the events of an engine until it is known whether they count: not if scouting has all answers.
pub struct Held<'a> {
    shared: Arc<Shared>,
    /// Whether they count, once that is known.
    counts: Option<bool>,
    told: Vec<Told>,
    observer: &'a mut dyn Observer,
}

impl<'a> Held<'a> {
    /// Nothing was told yet.
    pub fn new(shared: Arc<Shared>, observer: &'a mut dyn Observer) -> Held<'a> {
        Held { shared, counts: None, told: Vec::new(), observer }
    }

    /// Tells what was kept, or forgets it, if it is known which.
    pub fn tell(&mut self) {
        self.counts = self.counts.or_else(|| self.shared.others_count());
        match self.counts {
            Some(true) => self.told.drain(..).for_each(|told| self.observer.event(&told.event())),
            Some(false) => self.told.clear(),
            None => {}
        }
    }
}

impl Observer for Held<'_> {
    fn event(&mut self, event: &Event<'_>) {
        self.tell();
        match self.counts {
            Some(true) => self.observer.event(event),
            Some(false) => {}
            None => self.told.extend(event.told()),
        }
    }

    fn wants_steps(&self) -> bool {
        self.observer.wants_steps()
    }
}

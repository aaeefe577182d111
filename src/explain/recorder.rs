//! Keeps what an engine tells.

use crate::engine::{Event, Observer};

/// Keeps the first events, and counts the others.
#[derive(Clone, Debug)]
pub struct Recorder {
    events: Vec<Event>,
    most: usize,
    left_out: u64,
}

impl Recorder {
    /// Keeps at most so many events.
    pub fn new(most: usize) -> Recorder {
        Recorder { events: Vec::new(), most, left_out: 0 }
    }

    /// The events that were kept, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// How many were told after them.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }
}

impl Observer for Recorder {
    fn event(&mut self, event: &Event) {
        match event {
            // How far an engine is says nothing about what it does.
            Event::Explored { .. } | Event::Saturated { .. } => {}
            _ if self.events.len() < self.most => self.events.push(event.clone()),
            _ => self.left_out += 1,
        }
    }

    fn wants_steps(&self) -> bool {
        true
    }
}

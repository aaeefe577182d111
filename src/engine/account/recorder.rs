//! Keeps what an engine tells.

use crate::engine::event::{Event, Observer, Told};

/// Keeps the first events, and counts the others.
#[derive(Debug)]
pub struct Recorder {
    told: Vec<Told>,
    most: usize,
    left_out: u64,
}

impl Recorder {
    /// Keeps at most so many events.
    pub fn new(most: usize) -> Recorder {
        Recorder { told: Vec::new(), most, left_out: 0 }
    }

    /// The events that were kept, in order.
    pub fn told(&self) -> &[Told] {
        &self.told
    }

    /// How many were told after them.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }
}

impl Observer for Recorder {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            // How far an engine is says nothing about what it does.
            Event::Unreachable { .. } | Event::Due { .. } | Event::Progress(_) => {}
            _ if self.told.len() < self.most => self.told.extend(event.told()),
            _ => self.left_out += 1,
        }
    }

    fn wants_steps(&self) -> bool {
        true
    }
}

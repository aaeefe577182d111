//! What engines tell while they work.

/// Something that happened in an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// The target with this index is reached.
    Reached {
        /// The index of the target.
        target: usize,
    },
    /// How far the explicit engine is; told every so often.
    Explored {
        /// Path edges found.
        path_edges: u64,
        /// Summary edges found.
        summaries: u64,
    },
    /// How far the saturation engine is with the order of columns at work; told after each transition that it processed.
    Saturated {
        /// Transitions found.
        transitions: usize,
        /// Nodes of all diagrams.
        nodes: usize,
    },
}

/// Hears events.
pub trait Observer {
    /// Called for each event, in order, on the engine's thread.
    fn event(&mut self, event: &Event);
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn event(&mut self, _: &Event) {}
}

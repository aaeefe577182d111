//! The parts of a trace: one that ends at a violation is one part, one that goes on for ever has a stem and what comes then.

use crate::verdict::trace::{RunId, Trace, Turn};
use std::ops::Range;

/// What a part is of its trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::report) enum Part {
    /// All of it.
    Whole,
    /// What is done once, before that which never ends.
    Stem,
    /// What is done again and again; each time as many frames come on the stack.
    Loop(usize),
    /// The step that ends the run.
    Over,
}

impl Part {
    /// Which part of a run it is that goes on for ever.
    pub(in crate::report) fn name(self) -> Option<String> {
        match self {
            Part::Whole => None,
            Part::Stem => Some("stem, once".into()),
            Part::Loop(0) => Some("loop, for ever".into()),
            Part::Loop(1) => Some("loop, for ever (the stack grows by 1 frame each time)".into()),
            Part::Loop(frames) => Some(format!("loop, for ever (the stack grows by {frames} frames each time)")),
            Part::Over => Some("end of the run, for ever".into()),
        }
    }

    /// The line that stands above its rows; what comes first needs none.
    pub(super) fn heading(self) -> Option<String> {
        self.name().filter(|_| self != Part::Stem).map(|name| name + ":")
    }
}

/// Which activations of the final stack belong to a part, and which of their steps. Where one part ends within an activation, the next one begins.
#[derive(Clone, Debug)]
pub(super) struct Stretch {
    pub(super) part: Part,
    /// The activations, counted from the outermost one.
    pub(super) levels: Range<usize>,
    /// The first step of the first of them that belongs to it.
    from: usize,
    /// The first step of the last of them that does not, if not even its end does.
    to: Option<usize>,
}

impl Stretch {
    /// The parts of a trace, in order.
    pub(super) fn all(trace: &Trace) -> Vec<Stretch> {
        let height = trace.stack;
        let (then, level, step) = match trace.turn {
            None => return vec![Stretch { part: Part::Whole, levels: 0..height, from: 0, to: None }],
            Some(Turn::Again { level, step }) => (Part::Loop(height - 1 - level), level, step),
            Some(Turn::Over { .. }) => (Part::Over, height - 1, trace.runs.last().map_or(0, |run| run.steps.len())),
        };
        vec![
            Stretch { part: Part::Stem, levels: 0..level + 1, from: 0, to: Some(step) },
            Stretch { part: then, levels: level..height, from: step, to: None },
        ]
    }

    /// The run of one of its activations, and those of its steps that belong to it.
    pub(super) fn steps(&self, trace: &Trace, level: usize) -> (RunId, Range<usize>) {
        let id = RunId((trace.runs.len() - trace.stack + level) as u32);
        let from = if level == self.levels.start { self.from } else { 0 };
        let to = self.to.filter(|_| level + 1 == self.levels.end).unwrap_or(trace.run(id).steps.len());
        (id, from..to)
    }

    /// Whether the end of one of its activations belongs to it.
    pub(super) fn has_end(&self, level: usize) -> bool {
        level + 1 < self.levels.end || self.to.is_none()
    }
}

//! Texts that are made of an input.

use crate::lang::source::{Coded, Origin, Source};

/// A text that is made line by line; each line knows what it comes from.
#[derive(Clone, Debug, Default)]
pub(super) struct Made {
    text: String,
    origins: Vec<Origin>,
}

impl Made {
    /// Whether there is no line yet.
    pub(super) fn is_empty(&self) -> bool {
        self.origins.is_empty()
    }

    /// How many lines there are.
    pub(super) fn count(&self) -> usize {
        self.origins.len()
    }

    /// One more line.
    pub(super) fn line(&mut self, line: &str, origin: Origin) {
        self.text.push_str(line);
        self.text.push('\n');
        self.origins.push(origin);
    }

    /// The text, made of this input.
    pub(super) fn source(self, input: &Source) -> Source {
        Source::made(input, self.text, self.origins)
    }

    /// The same of the program of a pushdown system.
    pub(super) fn coded(self, input: &Source, coded: Coded) -> Source {
        Source::coded(input, self.text, self.origins, coded)
    }
}

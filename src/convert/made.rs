//! Texts that are made of an input.

use crate::lang::source::{Origin, Source};

/// A text that is made line by line; each line knows what it comes from.
#[derive(Clone, Debug, Default)]
pub(super) struct Made {
    text: String,
    origins: Vec<Origin>,
}

impl Made {
    /// Whether there is no line yet.
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
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

    /// The same of a program whose globals hold the number of one of `states`.
    pub(super) fn coded(self, input: &Source, states: Vec<String>) -> Source {
        Source::coded(input, self.text, self.origins, states)
    }
}

//! Stacks that share what lies below.

use super::watch::Known;
use crate::pds::explicit::{PushdownSystem, SymbolId};
use std::sync::Arc;

/// A stack. Symbols that were written together stay together, so a step costs the same however many it writes.
#[derive(Clone, Debug, Default)]
pub struct Stack {
    top: Option<Arc<Word>>,
}

/// Who wrote symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// The run began with them: an index of the initial configurations.
    Start(usize),
    /// A rule pushed them.
    Rule {
        /// Its index.
        rule: usize,
        /// Which step of the run that was, from 1.
        step: usize,
    },
}

/// What is left of symbols that were written together: at least one.
#[derive(Debug)]
struct Word {
    by: By,
    /// How many of them are popped.
    gone: usize,
    /// For each of them what is known of the stack from it on.
    known: Arc<[Known]>,
    /// The height of the stack.
    height: usize,
    below: Stack,
}

impl Stack {
    /// How many symbols there are.
    pub fn height(&self) -> usize {
        self.top.as_ref().map_or(0, |word| word.height)
    }

    /// The symbols, the top first.
    pub(crate) fn symbols<'a>(&'a self, system: &'a PushdownSystem) -> impl Iterator<Item = SymbolId> + 'a {
        self.words(system).flat_map(|(_, word)| word.iter().copied())
    }

    /// What is left of symbols that were written together, and by whom; the top first.
    pub(crate) fn words<'a>(&'a self, system: &'a PushdownSystem) -> impl Iterator<Item = (By, &'a [SymbolId])> {
        let words = std::iter::successors(self.top.as_deref(), |word| word.below.top.as_deref());
        words.map(|word| (word.by, &word.by.word(system)[word.gone..]))
    }

    /// What is known of it; `None` if it is empty.
    pub(super) fn known(&self) -> Option<Known> {
        self.top.as_ref().map(|word| word.known[word.gone])
    }

    /// The stack without its top.
    pub(super) fn pop(&self) -> Stack {
        let Some(word) = &self.top else { return Stack::default() };
        if word.gone + 1 == word.known.len() {
            return word.below.clone();
        }
        let (by, known, below) = (word.by, Arc::clone(&word.known), word.below.clone());
        let rest = Word { by, gone: word.gone + 1, known, height: word.height - 1, below };
        Stack { top: Some(Arc::new(rest)) }
    }

    /// The stack with symbols on top; `known` has one element for each.
    pub(super) fn push(self, by: By, known: Arc<[Known]>) -> Stack {
        if known.is_empty() {
            return self;
        }
        let height = self.height() + known.len();
        Stack { top: Some(Arc::new(Word { by, gone: 0, known, height, below: self })) }
    }
}

impl By {
    /// All that was written together, the top first.
    pub(super) fn word(self, system: &PushdownSystem) -> &[SymbolId] {
        match self {
            By::Start(initial) => &system.initial()[initial].stack,
            By::Rule { rule, .. } => &system.rules()[rule].push,
        }
    }
}

/// A stack may be as high as the run is long, so it is taken down without recursion.
impl Drop for Word {
    fn drop(&mut self) {
        let mut below = self.below.top.take();
        while let Some(mut last) = below.and_then(Arc::into_inner) {
            below = last.below.top.take();
        }
    }
}

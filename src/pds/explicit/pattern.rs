//! Sets of configurations: a control state, or any, and a regular expression over the stack.

use super::{Nfa, StateId, SymbolId};

/// One sign of a regular expression. Signs that stand side by side follow each other; `|` binds loosest, `*` tightest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// This symbol.
    Symbol(SymbolId),
    /// `.`: any symbol.
    Any,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `|`
    Or,
    /// `*`: what stands before it, any number of times.
    Star,
}

/// A set of configurations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    state: Option<StateId>,
    stack: Vec<Piece>,
}

impl Pattern {
    /// How many signs a regular expression may have: automata without ε-transitions grow with the square.
    pub const LONGEST: usize = 1_000;

    /// The configurations with this control state (or any), and a stack that the regular expression describes. `None` if it is
    /// none: a parenthesis without its other half, `*` behind nothing, or more than [`Pattern::LONGEST`] signs.
    pub fn new(state: Option<StateId>, stack: Vec<Piece>) -> Option<Pattern> {
        let mut depth = 0usize;
        let mut before = Piece::Open;
        for &piece in &stack {
            match piece {
                Piece::Open => depth += 1,
                Piece::Close => depth = depth.checked_sub(1)?,
                Piece::Star if matches!(before, Piece::Open | Piece::Or) => return None,
                _ => {}
            }
            before = piece;
        }
        (depth == 0 && stack.len() <= Pattern::LONGEST).then_some(Pattern { state, stack })
    }

    /// Exactly one configuration; `None` if its stack is longer than [`Pattern::LONGEST`].
    pub fn one(state: StateId, stack: &[SymbolId]) -> Option<Pattern> {
        Pattern::new(Some(state), stack.iter().map(|&symbol| Piece::Symbol(symbol)).collect())
    }

    /// The control state; `None` is any.
    pub(crate) fn state(&self) -> Option<StateId> {
        self.state
    }

    /// The regular expression.
    pub(crate) fn stack(&self) -> &[Piece] {
        &self.stack
    }

    /// Whether a configuration is in the set.
    pub fn matches(&self, state: StateId, stack: impl IntoIterator<Item = SymbolId>) -> bool {
        self.state.is_none_or(|own| own == state) && Nfa::new(&self.stack).accepts(stack)
    }
}

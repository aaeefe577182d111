//! The control part of a pushdown system: control states, stack symbols and rules as numbers, without data.
//!
//! Explicit and symbolic systems both have one, so saturation is written once. Of a [`SymbolicPds`] it has a single
//! control state, the locations are the symbols, and rule n of the one is rule n of the other.

use super::{RuleKind, SymbolicPds};
use rustc_hash::FxHashMap;

/// What a rule does to the symbol on top of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Effect {
    /// Takes it away.
    Contraction,
    /// Puts another in its place.
    Neutration(u32),
    /// Puts two in its place: the new top, and what waits below it.
    Expansion(u32, u32),
}

/// A rule `<state, symbol> -> <to, …>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ControlRule {
    /// The control state before.
    pub(crate) state: u32,
    /// The symbol on top before.
    pub(crate) symbol: u32,
    /// The control state after.
    pub(crate) to: u32,
    /// What happens to the stack.
    pub(crate) effect: Effect,
}

/// The control part of a pushdown system.
#[derive(Clone, Debug)]
pub struct Control {
    states: u32,
    symbols: u32,
    rules: Vec<ControlRule>,
    /// The numbers of the rules, those with the same head side by side, otherwise in order.
    by_head: Vec<u32>,
    heads: FxHashMap<(u32, u32), (u32, u32)>,
}

impl Control {
    /// A system with these rules, over states and symbols counted from 0.
    pub(crate) fn new(states: u32, symbols: u32, rules: Vec<ControlRule>) -> Control {
        let mut by_head: Vec<u32> = (0..rules.len() as u32).collect();
        let head = |&rule: &u32| (rules[rule as usize].state, rules[rule as usize].symbol);
        by_head.sort_by_key(head);
        let mut heads = FxHashMap::default();
        let mut start = 0;
        for group in by_head.chunk_by(|a, b| head(a) == head(b)) {
            heads.insert(head(&group[0]), (start, start + group.len() as u32));
            start += group.len() as u32;
        }
        Control { states, symbols, rules, by_head, heads }
    }

    /// The number of control states.
    pub(crate) fn states(&self) -> u32 {
        self.states
    }

    /// The number of stack symbols.
    pub(crate) fn symbols(&self) -> u32 {
        self.symbols
    }

    /// All rules.
    pub(crate) fn rules(&self) -> &[ControlRule] {
        &self.rules
    }

    /// The numbers of the rules with this head, in order.
    pub(crate) fn rules_of(&self, state: u32, symbol: u32) -> &[u32] {
        let (start, end) = self.heads.get(&(state, symbol)).copied().unwrap_or_default();
        &self.by_head[start as usize..end as usize]
    }
}

impl SymbolicPds {
    /// Its control part.
    pub(crate) fn control(&self) -> Control {
        let rules = self.rules().iter().map(|rule| {
            let effect = match rule.kind {
                RuleKind::Neutration { to } => Effect::Neutration(to.index() as u32),
                RuleKind::Expansion { callee, to } => {
                    let entry = self.procedures[callee.index()].entry;
                    Effect::Expansion(entry.index() as u32, to.index() as u32)
                }
                RuleKind::Contraction => Effect::Contraction,
            };
            ControlRule { state: 0, symbol: rule.from.index() as u32, to: 0, effect }
        });
        Control::new(1, self.locations.len() as u32, rules.collect())
    }
}

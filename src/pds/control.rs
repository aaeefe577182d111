//! The control part of a pushdown system: control states, stack symbols and rules as numbers, without data.
//!
//! Explicit and symbolic systems both have one, so saturation is written once. Of a [`SymbolicPds`] it has a single
//! control state, the locations are the symbols, and rule n of the one is rule n of the other.

use super::{RuleKind, SymbolicPds};

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
    rules: Vec<ControlRule>,
    /// The numbers of the rules by symbol, for each symbol by state, otherwise in order.
    by_head: Vec<u32>,
    /// For each symbol where its rules begin in `by_head`, and at last where they end.
    starts: Vec<u32>,
}

impl Control {
    /// A system with these rules, over states and symbols counted from 0.
    pub(crate) fn new(states: u32, symbols: u32, rules: Vec<ControlRule>) -> Control {
        let mut by_head: Vec<u32> = (0..rules.len() as u32).collect();
        by_head.sort_by_key(|&rule| {
            let rule = &rules[rule as usize];
            (rule.symbol, rule.state)
        });
        let mut starts = vec![0; symbols as usize + 1];
        rules.iter().for_each(|rule| starts[rule.symbol as usize + 1] += 1);
        (1..starts.len()).for_each(|symbol| starts[symbol] += starts[symbol - 1]);
        Control { states, rules, by_head, starts }
    }

    /// The number of control states.
    pub(crate) fn states(&self) -> u32 {
        self.states
    }

    /// The number of stack symbols.
    pub(crate) fn symbols(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// All rules.
    pub(crate) fn rules(&self) -> &[ControlRule] {
        &self.rules
    }

    /// The numbers of the rules with this head, in order.
    pub(crate) fn rules_of(&self, state: u32, symbol: u32) -> &[u32] {
        let symbol = symbol as usize;
        let rules = &self.by_head[self.starts[symbol] as usize..self.starts[symbol + 1] as usize];
        if self.states == 1 {
            return rules;
        }
        let below = |bound| rules.partition_point(|&rule| self.rules[rule as usize].state < bound);
        &rules[below(state)..below(state + 1)]
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

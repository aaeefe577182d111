//! The control part of a pushdown system: control states, stack symbols and rules as numbers, without data.
//!
//! Explicit and symbolic systems both have one, so saturation is written once.

use super::{Rule, RuleKind, SymbolicPds};

/// What a rule does to the symbol on top of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Effect {
    /// Takes it away.
    Contraction,
    /// Puts another in its place.
    Neutration(u32),
    /// Puts two in its place: the new top, and what waits below it.
    Expansion(u32, u32),
}

/// A rule `<state, symbol> -> <to, …>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ControlRule {
    /// The control state before.
    pub state: u32,
    /// The symbol on top before.
    pub symbol: u32,
    /// The control state after.
    pub to: u32,
    /// What happens to the stack.
    pub effect: Effect,
}

/// The control part of a pushdown system: control states and stack symbols are counted from 0, and so are rules.
pub trait Control {
    /// The number of control states.
    fn states(&self) -> u32;

    /// The number of rules.
    fn rule_count(&self) -> u32;

    /// A rule.
    fn control_rule(&self, number: u32) -> ControlRule;

    /// The numbers of the rules with this head, in order.
    fn rules_of(&self, state: u32, symbol: u32) -> impl Iterator<Item = u32>;

    /// All rules.
    fn control_rules(&self) -> impl Iterator<Item = ControlRule> {
        (0..self.rule_count()).map(|number| self.control_rule(number))
    }
}

/// A control part by itself.
#[derive(Clone, Debug)]
pub(crate) struct ControlPart {
    states: u32,
    rules: Vec<ControlRule>,
    /// The numbers of the rules by symbol, for each symbol by state, otherwise in order.
    by_head: Vec<u32>,
    /// For each symbol where its rules begin in `by_head`, and at last where they end.
    starts: Vec<u32>,
}

impl ControlPart {
    /// A system with these rules, over states and symbols counted from 0.
    pub(crate) fn new(states: u32, symbols: u32, rules: Vec<ControlRule>) -> ControlPart {
        let mut by_head: Vec<u32> = (0..rules.len() as u32).collect();
        by_head.sort_by_key(|&rule| {
            let rule = &rules[rule as usize];
            (rule.symbol, rule.state)
        });
        let mut starts = vec![0; symbols as usize + 1];
        rules.iter().for_each(|rule| starts[rule.symbol as usize + 1] += 1);
        (1..starts.len()).for_each(|symbol| starts[symbol] += starts[symbol - 1]);
        ControlPart { states, rules, by_head, starts }
    }

    /// The number of stack symbols.
    pub(crate) fn symbols(&self) -> u32 {
        self.starts.len() as u32 - 1
    }
}

impl Control for ControlPart {
    fn states(&self) -> u32 {
        self.states
    }

    fn rule_count(&self) -> u32 {
        self.rules.len() as u32
    }

    fn control_rule(&self, number: u32) -> ControlRule {
        self.rules[number as usize]
    }

    fn rules_of(&self, state: u32, symbol: u32) -> impl Iterator<Item = u32> {
        let symbol = symbol as usize;
        let rules = &self.by_head[self.starts[symbol] as usize..self.starts[symbol + 1] as usize];
        let below = |bound| rules.partition_point(|&rule| self.rules[rule as usize].state < bound);
        rules[below(state)..below(state + 1)].iter().copied()
    }
}

/// It has a single control state; symbol n is location n, and rule n is its rule n.
impl Control for SymbolicPds {
    fn states(&self) -> u32 {
        1
    }

    fn rule_count(&self) -> u32 {
        self.rules.len() as u32
    }

    fn control_rule(&self, number: u32) -> ControlRule {
        let Rule { from, kind, .. } = &self.rules[number as usize];
        let effect = match *kind {
            RuleKind::Neutration { to } => Effect::Neutration(to.index() as u32),
            RuleKind::Expansion { callee, to } => {
                let entry = self.procedures[callee.index()].entry;
                Effect::Expansion(entry.index() as u32, to.index() as u32)
            }
            RuleKind::Contraction => Effect::Contraction,
        };
        ControlRule { state: 0, symbol: from.index() as u32, to: 0, effect }
    }

    fn rules_of(&self, _: u32, symbol: u32) -> impl Iterator<Item = u32> {
        self.first_rule[symbol as usize]..self.first_rule[symbol as usize + 1]
    }
}

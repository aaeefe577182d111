//! A pushdown system as engines want it: rules push at most two symbols.
//!
//! A rule `<p, a> -> <q, b1 … bk>` with k > 2 becomes k - 1 *parts* over new control states `r1 …` and one new symbol `#`,
//! which push from below: `<p, a> -> <r1, # bk>`, `<r1, #> -> <r2, # bk-1>`, …, `<rk-2, #> -> <q, b1 b2>`. Each new control state
//! belongs to one rule and has one part, so once begun a rule is completed, and configurations with old control states are
//! reached by both systems alike. Only the first part counts as a step.

use super::{PushdownSystem, StateId, SymbolId};
use crate::pds::control::{ControlPart, ControlRule, Effect};
use std::ops::Range;

/// The control part of an explicit system, with the way back. Control states and symbols of the system come first and
/// keep their numbers; what is new is behind.
#[derive(Clone, Debug)]
pub struct Lowered {
    control: ControlPart,
    /// For each rule of the control part the rule that it is a part of, and which part; in order.
    origins: Vec<(u32, u32)>,
    states: u32,
    symbols: u32,
    /// For each new control state the rule that it belongs to, and between which parts it stands.
    inner: Vec<(u32, u32)>,
}

impl Lowered {
    /// The control part of a system.
    pub fn new(system: &PushdownSystem) -> Lowered {
        let (states, symbols) = (system.state_count() as u32, system.symbol_count() as u32);
        let (mut parts, mut origins, mut inner) = (Vec::new(), Vec::new(), Vec::new());
        for (number, rule) in system.rules().iter().enumerate() {
            let mut head = (rule.state.0, rule.symbol.0);
            let mut part = 0;
            let mut left = rule.push.as_slice();
            while let [first, .., last] = left {
                let [_, second] = left else {
                    let next = states + inner.len() as u32;
                    let effect = Effect::Expansion(symbols, last.0);
                    parts.push(ControlRule { state: head.0, symbol: head.1, to: next, effect });
                    origins.push((number as u32, part));
                    part += 1;
                    inner.push((number as u32, part));
                    head = (next, symbols);
                    left = &left[..left.len() - 1];
                    continue;
                };
                let effect = Effect::Expansion(first.0, second.0);
                parts.push(ControlRule { state: head.0, symbol: head.1, to: rule.to.0, effect });
                origins.push((number as u32, part));
                break;
            }
            let effect = match rule.push.as_slice() {
                [] => Effect::Contraction,
                [symbol] => Effect::Neutration(symbol.0),
                _ => continue,
            };
            parts.push(ControlRule { state: head.0, symbol: head.1, to: rule.to.0, effect });
            origins.push((number as u32, 0));
        }
        let new = u32::from(!inner.is_empty());
        let control = ControlPart::new(states + inner.len() as u32, symbols + new, parts);
        Lowered { control, origins, states, symbols, inner }
    }

    /// The control part.
    pub(crate) fn control(&self) -> &ControlPart {
        &self.control
    }

    /// The rule that a rule of the control part is a part of, and which.
    pub fn origin(&self, part: u32) -> (usize, u32) {
        let (rule, part) = self.origins[part as usize];
        (rule as usize, part)
    }

    /// The rules of the control part that a rule became, in the order in which they are applied.
    pub fn parts(&self, rule: usize) -> Range<u32> {
        let first = |rule: usize| self.origins.partition_point(|&(origin, _)| (origin as usize) < rule) as u32;
        first(rule)..first(rule + 1)
    }

    /// The parts that are not the first of their rule: they cost nothing.
    pub(crate) fn later_parts(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.origins.len() as u32).filter(|&part| self.origins[part as usize].1 > 0)
    }

    /// A control state of the system; `None` if it is a new one.
    pub(crate) fn state(&self, state: u32) -> Option<StateId> {
        (state < self.states).then_some(StateId(state))
    }

    /// A symbol of the system; `None` if it is the new one.
    pub(crate) fn symbol(&self, symbol: u32) -> Option<SymbolId> {
        (symbol < self.symbols).then_some(SymbolId(symbol))
    }

    /// The name of a control state. New ones are called `#R.N`: in the middle of rule R (from 1), behind its part N.
    pub(crate) fn state_name(&self, system: &PushdownSystem, state: u32) -> String {
        match self.state(state) {
            Some(state) => system.state_name(state).to_string(),
            None => {
                let (rule, part) = self.inner[(state - self.states) as usize];
                format!("#{}.{part}", rule + 1)
            }
        }
    }

    /// The name of a symbol. The new one is `#`.
    pub(crate) fn symbol_name<'a>(&self, system: &'a PushdownSystem, symbol: u32) -> &'a str {
        self.symbol(symbol).map_or("#", |symbol| system.symbol_name(symbol))
    }
}

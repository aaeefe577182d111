//! Whether an automaton accepts all configurations that runs reach: the check that makes SAFE evidence.
//!
//! It suffices that the initial configurations are accepted, that nothing leads into control states and nothing but what
//! leaves them is silent, and that for each rule what is accepted before is accepted after. The rules that saturation follows to
//! *make* transitions are here conditions on those that are *there*; how they came about does not matter.

use super::Saturated;
use crate::pds::control::Effect;
use crate::pds::explicit::PushdownSystem;
use std::collections::BTreeSet;

impl<W: Clone> Saturated<W> {
    /// Whether the accepted configurations contain the initial ones and are closed under the rules of the system.
    pub fn is_inductive(&self, system: &PushdownSystem) -> bool {
        let control = self.lowered.control();
        let is_control = |state: u32| state < control.states();
        let mut edges = self.automaton.transitions().iter().map(|transition| transition.edge);
        edges.all(|edge| !is_control(edge.to) && (edge.symbol.is_some() || is_control(edge.from)))
            && system.initial().iter().all(|initial| self.accepts(initial))
            && control.rules().iter().all(|rule| {
                let before = self.behind(rule.state, rule.symbol);
                let after = match rule.effect {
                    Effect::Contraction => self.silently(rule.to),
                    Effect::Neutration(symbol) => self.behind(rule.to, symbol),
                    Effect::Expansion(top, below) => {
                        let callees = self.behind(rule.to, top);
                        callees.into_iter().flat_map(|callee| self.reading(callee, below)).collect()
                    }
                };
                before.is_subset(&after)
            })
    }

    /// Where reading a symbol leads from a control state.
    fn behind(&self, state: u32, symbol: u32) -> BTreeSet<u32> {
        self.silently(state).into_iter().flat_map(|state| self.reading(state, symbol)).collect()
    }
}

//! Whether an automaton accepts all configurations that runs reach: the check that makes SAFE evidence.
//!
//! It suffices that the initial configurations are accepted, that nothing leads into control states and nothing but what
//! leaves them is silent, and that for each rule what is accepted before is accepted after. The rules that saturation follows to
//! *make* transitions are here conditions on those that are *there*; how they came about does not matter.

use super::{Role, Saturated};
use crate::pds::control::{Control, ControlRule, Effect};
use crate::pds::explicit::PushdownSystem;
use rustc_hash::{FxHashMap, FxHashSet};

impl<W: Clone> Saturated<W> {
    /// Whether the accepted configurations contain the initial ones and are closed under the rules of the system.
    pub fn is_inductive(&self, system: &PushdownSystem) -> bool {
        let control = self.lowered.control();
        let is_control = |state: u32| state < control.states();
        let mut edges = self.automaton.transitions().iter().map(|transition| transition.edge);
        if !edges.all(|edge| !is_control(edge.to) && (edge.symbol.is_some() || is_control(edge.from))) {
            return false;
        }
        let steps = Steps::new(self);
        let keeps = |rule: ControlRule| {
            let mut before = steps.behind(rule.state, rule.symbol).peekable();
            // Where nothing is accepted before, nothing need be looked for.
            before.peek().is_none()
                || match rule.effect {
                    Effect::Contraction => before.all(|q| steps.reads(rule.to, None, q)),
                    Effect::Neutration(symbol) => before.all(|q| steps.leads(rule.to, symbol, q)),
                    Effect::Expansion(top, below) => {
                        let callees = steps.callees(rule.to, top);
                        before.all(|q| callees.iter().any(|&callee| steps.reads(callee, Some(below), q)))
                    }
                }
        };
        system.initial().iter().all(|initial| self.accepts(initial)) && control.control_rules().all(keeps)
    }
}

/// The transitions by where they begin and what they read.
struct Steps {
    reading: FxHashMap<(u32, Option<u32>), FxHashSet<u32>>,
    /// Where saturation keeps a callee: merely what to try first.
    own: FxHashMap<(u32, u32), u32>,
}

impl Steps {
    fn new<W: Clone>(saturated: &Saturated<W>) -> Steps {
        let mut reading: FxHashMap<_, FxHashSet<u32>> = FxHashMap::default();
        for edge in saturated.automaton.transitions().iter().map(|transition| transition.edge) {
            reading.entry((edge.from, edge.symbol)).or_default().insert(edge.to);
        }
        let own = saturated.roles.iter().enumerate().filter_map(|(state, &role)| match role {
            Role::Callee(control, symbol) => Some(((control, symbol), state as u32)),
            _ => None,
        });
        Steps { reading, own: own.collect() }
    }

    fn targets(&self, from: u32, symbol: Option<u32>) -> impl Iterator<Item = u32> + '_ {
        self.reading.get(&(from, symbol)).into_iter().flatten().copied()
    }

    fn reads(&self, from: u32, symbol: Option<u32>, to: u32) -> bool {
        self.reading.get(&(from, symbol)).is_some_and(|targets| targets.contains(&to))
    }

    /// Where reading a symbol leads from a control state, silent transitions first; some more than once.
    fn behind(&self, state: u32, symbol: u32) -> impl Iterator<Item = u32> + '_ {
        let returned = self.targets(state, None).flat_map(move |below| self.targets(below, Some(symbol)));
        self.targets(state, Some(symbol)).chain(returned)
    }

    /// Whether reading a symbol leads from a control state to another state.
    fn leads(&self, state: u32, symbol: u32, to: u32) -> bool {
        self.reads(state, Some(symbol), to)
            || self.targets(state, None).any(|below| self.reads(below, Some(symbol), to))
    }

    /// Where reading a symbol leads from a control state, the most promising first.
    fn callees(&self, state: u32, symbol: u32) -> Vec<u32> {
        let own = self.own.get(&(state, symbol)).copied().filter(|&own| self.leads(state, symbol, own));
        own.into_iter().chain(self.behind(state, symbol)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::engine::saturation::automaton::{Automaton, Cause};
    use crate::engine::saturation::explicit::shortest_post_star;
    use crate::generate::choices::Tape;
    use crate::generate::systems::write_from;
    use crate::hunt::pds::configurations;
    use crate::lang::source::{Diagnostics, Source};
    use crate::pds::explicit::parse;

    /// The automaton of post* accepts nothing that is not reached: as soon as it accepts less, it cannot be closed.
    #[test]
    fn an_automaton_that_misses_configurations_is_refused() {
        let (mut refused, mut accepted) = (0, 0);
        for seed in 0..400u32 {
            let tape: Vec<u32> = (0..200).map(|at| (seed * 1_000 + at).wrapping_mul(2_654_435_761)).collect();
            let source = Source::new("x.pds", write_from(&mut Tape::new(&tape)));
            let mut remarks = Diagnostics::new(&source);
            let system = parse(&source, &mut remarks).expect("a system").system;
            let whole = shortest_post_star(&system, &Budget::unlimited()).expect("no limit");
            assert!(whole.is_inductive(&system));
            let reached: Vec<_> = configurations(&system, 3).into_iter().filter(|one| whole.accepts(one)).collect();
            for missing in 0..whole.automaton.transitions().len() {
                let accepting = (0..whole.automaton.states()).filter(|&state| whole.automaton.is_final(state));
                let mut less = Automaton::new(whole.automaton.states(), accepting.collect());
                for (index, transition) in whole.automaton.transitions().iter().enumerate() {
                    if index != missing {
                        let weight = transition.weight.clone();
                        less.add(transition.edge, weight, Cause::Given);
                    }
                }
                let less = Saturated { automaton: less, ..whole.clone() };
                if reached.iter().any(|one| !less.accepts(one)) {
                    assert!(!less.is_inductive(&system), "{missing} of {:?}", source.name());
                    refused += 1;
                } else {
                    accepted += usize::from(less.is_inductive(&system));
                }
            }
        }
        assert!(refused > 500 && accepted > 0, "{refused} {accepted}");
    }
}

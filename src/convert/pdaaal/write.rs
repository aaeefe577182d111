//! Instances are written.
//!
//! Its rules pop, swap or push one symbol on top of what is there, so a rule `<p, a> -> <q, b c d>` becomes three over control states of its own:
//! swap a for d, push c, push b. Initial configurations and targets are P-automata without silent steps, whose states are numbered behind the control
//! states.

use crate::pds::explicit::{Nfa, PushdownSystem, Rule, StateId, SymbolId};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The instance as a JSON document.
pub fn instance(system: &PushdownSystem) -> Value {
    let mut states = States::of(system);
    for (number, rule) in system.rules().iter().enumerate() {
        states.add(system, number, rule);
    }
    let count = states.count();
    let settings = json!({ "state-names": true, "weight-type": "bool" });
    json!({ "instance": [settings, states.document(), initial(system, count), target(system, count)] })
}

/// The control states, each with its rules by the symbol on top.
struct States {
    list: Vec<(String, Map<String, Value>)>,
}

impl States {
    fn of(system: &PushdownSystem) -> States {
        States { list: system.states().map(|state| (system.state_name(state).to_string(), Map::new())).collect() }
    }

    fn count(&self) -> usize {
        self.list.len()
    }

    /// A control state between two parts of a rule; no name of a system has such a sign.
    fn between(&mut self, rule: usize, part: usize) -> usize {
        self.list.push((format!("{rule}#{part}"), Map::new()));
        self.list.len() - 1
    }

    fn step(&mut self, from: usize, symbol: &str, to: usize, operation: &str, operand: &str) {
        let to = self.list[to].0.clone();
        let rules = self.list[from].1.entry(symbol).or_insert_with(|| json!([]));
        if let Value::Array(rules) = rules {
            rules.push(json!({ "to": to, operation: operand }));
        }
    }

    fn add(&mut self, system: &PushdownSystem, number: usize, rule: &Rule) {
        let (mut from, mut top) = (rule.state.0 as usize, system.symbol_name(rule.symbol));
        let to = rule.to.0 as usize;
        let Some((&last, pushed)) = rule.push.split_last() else {
            return self.step(from, top, to, "pop", "");
        };
        // Pushing on top of the same symbol needs no swap.
        let last = system.symbol_name(last);
        let swap = (last != top || pushed.is_empty()).then_some(("swap", last));
        let pushes = pushed.iter().rev().map(|&symbol| ("push", system.symbol_name(symbol)));
        let steps: Vec<(&str, &str)> = swap.into_iter().chain(pushes).collect();
        for (part, &(operation, operand)) in steps.iter().enumerate() {
            let next = if part + 1 == steps.len() { to } else { self.between(number, part) };
            self.step(from, top, next, operation, operand);
            (from, top) = (next, operand);
        }
    }

    fn document(self) -> Value {
        let states = self.list.into_iter().map(|(name, rules)| (name, Value::Object(rules)));
        json!({ "states": Value::Object(states.collect()) })
    }
}

/// Exactly the initial configurations.
fn initial(system: &PushdownSystem, count: usize) -> Value {
    let mut automaton = Automaton::default();
    let end = count;
    let mut next = count + 1;
    automaton.accepting.push(json!(end));
    for configuration in system.initial() {
        let mut at = json!(system.state_name(configuration.state));
        for (index, &symbol) in configuration.stack.iter().enumerate() {
            let to = if index + 1 == configuration.stack.len() { end } else { next };
            automaton.edge(&at, system.symbol_name(symbol), to);
            at = json!(to);
            next = next.max(to + 1);
        }
        if configuration.stack.is_empty() {
            automaton.accepting.push(at);
        }
    }
    automaton.document()
}

/// All targets.
fn target(system: &PushdownSystem, count: usize) -> Value {
    let mut automaton = Automaton::default();
    let mut first = count;
    for pattern in system.targets() {
        let nfa = Nfa::new(pattern.stack());
        let mut reading = BTreeSet::new();
        let mut open = vec![nfa.initial()];
        let states: Vec<StateId> = pattern.state().map_or_else(|| system.states().collect(), |state| vec![state]);
        for state in states {
            automaton.leave(system, &nfa, nfa.initial(), &json!(system.state_name(state)), first);
        }
        while let Some(at) = open.pop() {
            for closed in nfa.closure([at]) {
                if let Some((_, to)) = nfa.reading(closed)
                    && reading.insert(to)
                {
                    automaton.leave(system, &nfa, to, &json!(first + to as usize), first);
                    open.push(to);
                }
            }
        }
        first += nfa.states();
    }
    automaton.document()
}

/// A P-automaton in the making.
#[derive(Default)]
struct Automaton {
    accepting: Vec<Value>,
    edges: Vec<Value>,
}

impl Automaton {
    fn edge(&mut self, from: &Value, symbol: &str, to: usize) {
        self.edges.push(json!([from, symbol, to]));
    }

    /// What a state of an automaton does, for a state of this one.
    fn leave(&mut self, system: &PushdownSystem, nfa: &Nfa, state: u32, from: &Value, first: usize) {
        let closure = nfa.closure([state]);
        if closure.iter().any(|&state| nfa.is_final(state)) {
            self.accepting.push(from.clone());
        }
        let edges: BTreeSet<(SymbolId, u32)> = closure
            .iter()
            .filter_map(|&state| nfa.reading(state))
            .flat_map(|(symbol, to)| {
                let symbols: Vec<SymbolId> = symbol.map_or_else(|| system.symbols().collect(), |symbol| vec![symbol]);
                symbols.into_iter().map(move |symbol| (symbol, to))
            })
            .collect();
        for (symbol, to) in edges {
            self.edge(from, system.symbol_name(symbol), first + to as usize);
        }
    }

    fn document(self) -> Value {
        json!({ "accepting": self.accepting, "edges": self.edges })
    }
}

//! Instances are read, as explicit pushdown systems.
//!
//! P-automata become rules of their own. With a symbol ⊥ below all others, runs begin in accepting states of the first automaton and push what it reads, the
//! last symbol first, until they come to a control state; so each of its configurations can be the first one. From any control state a run may go over to the
//! second automaton, which pops what it reads; the target is to be in an accepting state with nothing but ⊥ left.

use crate::lang::source::{Diagnostic, Diagnostics, Origin, Position, Source, Span, Told};
use crate::pds::explicit::{Configuration, Pattern, PushdownSystem, Rule, StateId, SymbolId};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// More rules than this are not written down.
const MOST: usize = 2_000_000;

#[derive(Deserialize)]
struct Document {
    instance: (Settings, System, Automaton, Automaton),
}

#[derive(Deserialize)]
struct Settings {
    #[serde(rename = "weight-type")]
    weight: Value,
}

#[derive(Deserialize)]
struct System {
    states: States,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum States {
    Named(BTreeMap<String, Steps>),
    Numbered(Vec<Steps>),
}

/// What a control state does, by the symbol on top; `*` is any.
type Steps = BTreeMap<String, OneOrMany>;

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    Many(Vec<Step>),
    One(Step),
}

#[derive(Deserialize)]
struct Step {
    to: Value,
    #[serde(flatten)]
    operation: Operation,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Operation {
    Pop(String),
    Swap(String),
    Push(String),
}

#[derive(Deserialize)]
struct Automaton {
    accepting: Vec<Value>,
    edges: Vec<(Value, String, Value)>,
}

/// The system of an instance in the text format of explicit systems; weights are left away.
///
/// # Errors
/// If it is no instance, names a control state that is not there, or is too large.
pub fn read(source: &Source) -> Result<Source, Diagnostics> {
    let refused = |message: String| {
        let mut remarks = Diagnostics::new(source);
        let begin = Span::new(0, source.bytes().len().min(1));
        remarks.push(Diagnostic::error("instance", begin, format!("this is no instance for PDAAAL: {message}")));
        remarks
    };
    let document: Document = serde_json::from_slice(source.bytes()).map_err(|error| refused(error.to_string()))?;
    let Document { instance: (Settings { weight }, System { states }, initial, target) } = document;
    if !weight.is_string() && !weight.is_array() {
        return Err(refused("expected a `weight-type`".to_string()));
    }
    let text = Builder::new(states, &initial, &target).and_then(|builder| builder.build(&initial, &target));
    let text = text.map_err(refused)?.to_string();
    let origin = Origin { position: Position { line: 1, column: 1 }, told: Told::Itself };
    let origins = vec![origin; text.lines().count()];
    Ok(Source::made(source, text, origins))
}

struct Builder {
    system: PushdownSystem,
    /// The control states by what they are called in the document.
    states: BTreeMap<String, StateId>,
    symbols: BTreeMap<String, SymbolId>,
    bottom: SymbolId,
    used: BTreeSet<String>,
    rules: Vec<(StateId, String, Step)>,
}

impl Builder {
    fn new(states: States, initial: &Automaton, target: &Automaton) -> Result<Builder, String> {
        let states: Vec<(String, Steps)> = match states {
            States::Named(states) => states.into_iter().collect(),
            States::Numbered(states) => {
                states.into_iter().enumerate().map(|(n, steps)| (n.to_string(), steps)).collect()
            }
        };
        let mut system = PushdownSystem::default();
        let mut used = BTreeSet::new();
        let mut known = BTreeMap::new();
        let mut rules = Vec::new();
        let mut labels = BTreeSet::new();
        for (name, steps) in states {
            let state = system.state(&unused(&name, &mut used));
            known.insert(name, state);
            for (top, steps) in steps {
                let steps = match steps {
                    OneOrMany::Many(steps) => steps,
                    OneOrMany::One(step) => vec![step],
                };
                labels.insert(top.clone());
                for step in steps {
                    match &step.operation {
                        Operation::Pop(_) => {}
                        Operation::Swap(label) | Operation::Push(label) => drop(labels.insert(label.clone())),
                    }
                    rules.push((state, top.clone(), step));
                }
            }
        }
        labels.extend(initial.edges.iter().chain(&target.edges).map(|(_, label, _)| label.clone()));
        labels.remove("*");
        let mut used_symbols = BTreeSet::new();
        let symbols = labels.into_iter().map(|label| (system.symbol(&unused(&label, &mut used_symbols)), label));
        let symbols: BTreeMap<String, SymbolId> = symbols.map(|(symbol, label)| (label, symbol)).collect();
        let bottom = system.symbol(&unused("bottom", &mut used_symbols));
        if (rules.len() + initial.edges.len() + target.edges.len()).saturating_mul(symbols.len() + 1) > MOST {
            return Err(format!("it may have more than {MOST} rules"));
        }
        Ok(Builder { system, states: known, symbols, bottom, used, rules })
    }

    fn build(mut self, initial: &Automaton, target: &Automaton) -> Result<PushdownSystem, String> {
        let rules = std::mem::take(&mut self.rules);
        for (state, top, Step { to, operation }) in rules {
            let to = self.control(&to).ok_or_else(|| format!("there is no control state {to}"))?;
            if matches!(&operation, Operation::Pop(label) if !label.is_empty()) {
                return Err("expected `\"pop\": \"\"`".to_string());
            }
            for symbol in self.read(&top) {
                let push = match &operation {
                    Operation::Pop(_) => vec![],
                    Operation::Swap(label) => vec![self.symbols[label]],
                    Operation::Push(label) => vec![self.symbols[label], symbol],
                };
                self.system.add_rule(Rule { state, symbol, to, push });
            }
        }
        self.begin(initial)?;
        self.end(target)?;
        Ok(self.system)
    }

    /// The symbols that a label stands for.
    fn read(&self, label: &str) -> Vec<SymbolId> {
        match label {
            "*" => self.symbols.values().copied().collect(),
            label => vec![self.symbols[label]],
        }
    }

    fn control(&self, state: &Value) -> Option<StateId> {
        let name = state.as_str().map_or_else(|| state.to_string(), str::to_string);
        self.states.get(&name).copied()
    }

    /// The state of an automaton as a control state of ours.
    fn automaton(&mut self, phase: &str, states: &mut BTreeMap<String, StateId>, state: &Value) -> StateId {
        let key = state.to_string();
        if let Some(&known) = states.get(&key) {
            return known;
        }
        let name = state.as_str().map_or_else(|| key.clone(), str::to_string);
        let new = self.system.state(&unused(&format!("{phase}'{name}"), &mut self.used));
        states.insert(key, new);
        new
    }

    /// Runs begin by pushing what the automaton reads, from its end.
    fn begin(&mut self, automaton: &Automaton) -> Result<(), String> {
        let mut states = BTreeMap::new();
        let below: Vec<SymbolId> = self.symbols.values().copied().chain([self.bottom]).collect();
        for accepting in &automaton.accepting {
            let state = self.automaton("init", &mut states, accepting);
            self.system.add_initial(Configuration { state, stack: vec![self.bottom] });
        }
        for (from, label, to) in &automaton.edges {
            let [to_state, from_state] = [to, from].map(|state| self.automaton("init", &mut states, state));
            for pushed in self.read(label) {
                for &symbol in &below {
                    let push = vec![pushed, symbol];
                    self.system.add_rule(Rule { state: to_state, symbol, to: from_state, push });
                }
            }
        }
        for (key, state) in states {
            let value: Value = serde_json::from_str(&key).map_err(|error| error.to_string())?;
            if let Some(to) = self.control(&value) {
                for &symbol in &below {
                    self.system.add_rule(Rule { state, symbol, to, push: vec![symbol] });
                }
            }
        }
        Ok(())
    }

    /// Runs end by popping what the automaton reads.
    fn end(&mut self, automaton: &Automaton) -> Result<(), String> {
        let mut states = BTreeMap::new();
        for (from, label, to) in &automaton.edges {
            let [state, to] = [from, to].map(|state| self.automaton("final", &mut states, state));
            for symbol in self.read(label) {
                self.system.add_rule(Rule { state, symbol, to, push: vec![] });
            }
        }
        for accepting in &automaton.accepting {
            let state = self.automaton("final", &mut states, accepting);
            let bottom = [self.bottom];
            self.system.add_target(Pattern::one(state, &bottom).ok_or("a stack is too long")?);
        }
        let below: Vec<SymbolId> = self.symbols.values().copied().chain([self.bottom]).collect();
        for (key, to) in states {
            let value: Value = serde_json::from_str(&key).map_err(|error| error.to_string())?;
            if let Some(state) = self.control(&value) {
                for &symbol in &below {
                    self.system.add_rule(Rule { state, symbol, to, push: vec![symbol] });
                }
            }
        }
        Ok(())
    }
}

/// A name that the text format takes and that is no other's.
fn unused(name: &str, used: &mut BTreeSet<String>) -> String {
    let fits = |c: char| if c.is_alphanumeric() || matches!(c, '_' | '$' | '\'') { c } else { '_' };
    let mut text: String = name.chars().map(fits).collect();
    if text.is_empty() || text == "ε" {
        text = "_".to_string();
    }
    while !used.insert(text.clone()) {
        text.push('\'');
    }
    text
}

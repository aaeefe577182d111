//! What an account is about: a pushdown system, with numbers and names.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an account is about.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The pushdown system.
    pub system: &'a System,
    /// What was asked.
    pub targets: &'a [Target],
}

impl<'a> Scene<'a> {
    /// That a target is reached, in words.
    pub fn reached(self, target: usize) -> String {
        match self.targets.get(target) {
            Some(target) => format!("reached: {} (line {})", target.text, target.line),
            None => "a target is reached".into(),
        }
    }

    /// The name of a procedure.
    pub fn procedure(self, procedure: usize) -> &'a str {
        self.system.procedures.get(procedure).map_or("?", String::as_str)
    }

    /// The name of a stack symbol, with its line.
    pub fn place(self, symbol: usize) -> String {
        match self.system.symbols.get(symbol) {
            Some(symbol) => match symbol.line {
                Some(line) => format!("{} (line {line})", symbol.name),
                None => symbol.name.clone(),
            },
            None => "?".into(),
        }
    }
}

/// A pushdown system. States, symbols, rules and procedures are named by their index, from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct System {
    /// The states of the P-automaton: control states first. Empty for an engine without one.
    pub states: Vec<State>,
    /// The stack symbols; of a program its locations.
    pub symbols: Vec<Symbol>,
    /// The rules.
    pub rules: Vec<Rule>,
    /// The procedures; none of an explicit system.
    pub procedures: Vec<String>,
}

/// A state of a P-automaton.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct State {
    /// A control state's own name; `#N` of the automaton from which saturation began; `[p a]` or `[f]` for what waits below activations that began with `<p, a>`, or of f.
    pub name: String,
    /// What it is.
    pub kind: StateKind,
    /// Whether it is final.
    pub is_final: bool,
}

/// What a state of a P-automaton is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StateKind {
    /// A control state.
    Control,
    /// A control state in the middle of a rule that pushes more than two symbols.
    Inner,
    /// A state of the automaton from which saturation began.
    Given,
    /// What waits below a callee.
    Callee,
}

/// A stack symbol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Symbol {
    /// Its name: of a location `main#3`, `main#3 returned` or `main#3 violated`.
    pub name: String,
    /// The line of the input, from 1, for locations.
    pub line: Option<u32>,
    /// The statement there, for locations.
    pub text: Option<String>,
    /// The procedure, for locations.
    pub procedure: Option<usize>,
}

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rule {
    /// As the papers write it.
    pub text: String,
    /// The line of the input, from 1.
    pub line: u32,
    /// The symbol on top before.
    pub symbol: usize,
    /// What takes its place, the top first.
    pub push: Vec<usize>,
    /// The condition on the data under which it applies, or the beginning of it; null for none.
    #[serde(default)]
    pub guard: Option<String>,
}

/// What no run may reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Target {
    /// In words.
    pub text: String,
    /// The line of the input, from 1.
    pub line: u32,
}

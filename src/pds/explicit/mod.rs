//! Explicit pushdown systems: finitely many control states, stack symbols and rules, by name, as the papers write them.
//!
//! A configuration `<p, a b c>` is a control state and a stack, the top first. A rule `<p, a> -> <q, w>` applies where the
//! control state is p and a is on top; it puts w in the place of a. The text format (`.pds`) has one statement a line:
//!
//! ```text
//! # comment
//! init <p, a b>              # an initial configuration; several may be given
//! <p, a> -> <q, b c>         # a rule; names are any run of letters, digits, _ $ '
//! <p, a> -> <q, >            # the empty stack is written by writing nothing
//! target <q, c .*>           # configurations: a regular expression over the stack (. | * and parentheses)
//! ```
//!
//! Instead of targets it may have formulas of temporal logic, whose atoms are heads, and words for sets of stack symbols:
//!
//! ```text
//! atoms a ready, fresh       # with a on top it is ready, and fresh
//! ltl "G (<q, a> -> F ready)"
//! ```
//!
//! [`parse`] reads it, [`std::fmt::Display`] writes it so that the same system is read back. Rules may push any number of
//! symbols: [`Lowered`] is the same system for the engines, which push two at most. [`enumerate`](enumerate::enumerate) makes
//! an explicit system of a small symbolic one. A [`Run`] is what engines show; [`replay`] believes it only if it sees it.

pub mod enumerate;
mod lexer;
mod lower;
mod nfa;
mod parser;
mod pattern;
mod printer;
mod replay;
mod run;
mod spelling;

pub use lower::Lowered;
pub(crate) use nfa::Nfa;
pub use parser::{Parsed, has_statements, parse, parse_pattern};
pub use pattern::{Pattern, Piece};
pub use replay::{Refusal, Replayed, replay};
pub(crate) use run::Round;
pub use run::Run;
pub use run::{Item, Journey, Leg};

use rustc_hash::FxHashMap;

/// A control state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(pub u32);

/// A stack symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(pub u32);

/// A control state with a stack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Configuration {
    /// The control state.
    pub state: StateId,
    /// The stack, its top first.
    pub stack: Vec<SymbolId>,
}

/// A rule `<state, symbol> -> <to, push>`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rule {
    /// The control state before.
    pub state: StateId,
    /// The symbol on top before.
    pub symbol: SymbolId,
    /// The control state after.
    pub to: StateId,
    /// What stands in the place of the symbol after, the top first.
    pub push: Vec<SymbolId>,
}

/// Names, numbered in the order in which they are first seen.
#[derive(Clone, Debug, Default)]
struct Names {
    list: Vec<String>,
    index: FxHashMap<String, u32>,
}

impl Names {
    fn intern(&mut self, name: &str) -> u32 {
        if let Some(&known) = self.index.get(name) {
            return known;
        }
        let new = self.list.len() as u32;
        self.list.push(name.to_string());
        self.index.insert(name.to_string(), new);
        new
    }
}

/// An explicit pushdown system.
#[derive(Clone, Debug, Default)]
pub struct PushdownSystem {
    states: Names,
    symbols: Names,
    rules: Vec<Rule>,
    initial: Vec<Configuration>,
    targets: Vec<Pattern>,
    words: Vec<(SymbolId, String)>,
    formulas: Vec<String>,
}

/// The same names with the same numbers, and the same rules, initial configurations, targets, words and formulas in the same order.
impl PartialEq for PushdownSystem {
    fn eq(&self, other: &PushdownSystem) -> bool {
        (&self.states.list, &self.symbols.list) == (&other.states.list, &other.symbols.list)
            && (&self.rules, &self.initial, &self.targets) == (&other.rules, &other.initial, &other.targets)
            && (&self.words, &self.formulas) == (&other.words, &other.formulas)
    }
}

impl Eq for PushdownSystem {}

impl PushdownSystem {
    /// The control state with this name, which is new if need be. A text can be read back only if names are runs of letters,
    /// digits, `_`, `$` and `'`, other than `ε`.
    pub fn state(&mut self, name: &str) -> StateId {
        StateId(self.states.intern(name))
    }

    /// The stack symbol with this name, which is new if need be. Of names holds what [`PushdownSystem::state`] says.
    pub fn symbol(&mut self, name: &str) -> SymbolId {
        SymbolId(self.symbols.intern(name))
    }

    /// Adds a rule.
    pub fn add_rule(&mut self, rule: Rule) {
        self.rules.push(rule);
    }

    /// Adds an initial configuration.
    pub fn add_initial(&mut self, configuration: Configuration) {
        self.initial.push(configuration);
    }

    /// Adds a target.
    pub fn add_target(&mut self, target: Pattern) {
        self.targets.push(target);
    }

    /// Adds a word that holds where the symbol is on top. Of words holds what [`PushdownSystem::state`] says of names.
    pub fn add_word(&mut self, symbol: SymbolId, word: &str) {
        self.words.push((symbol, word.to_string()));
    }

    /// Adds a formula that all runs are to satisfy; it is one line without quotation marks. Whether it is one is not looked at here.
    pub fn add_formula(&mut self, formula: &str) {
        self.formulas.push(formula.to_string());
    }

    /// The number of control states.
    pub fn state_count(&self) -> usize {
        self.states.list.len()
    }

    /// The number of stack symbols.
    pub fn symbol_count(&self) -> usize {
        self.symbols.list.len()
    }

    /// All control states.
    pub fn states(&self) -> impl Iterator<Item = StateId> + use<> {
        (0..self.state_count() as u32).map(StateId)
    }

    /// All stack symbols.
    pub fn symbols(&self) -> impl Iterator<Item = SymbolId> + use<> {
        (0..self.symbol_count() as u32).map(SymbolId)
    }

    /// The name of a control state.
    pub fn state_name(&self, state: StateId) -> &str {
        &self.states.list[state.0 as usize]
    }

    /// The name of a stack symbol.
    pub fn symbol_name(&self, symbol: SymbolId) -> &str {
        &self.symbols.list[symbol.0 as usize]
    }

    /// The control state with this name, if there is one.
    pub fn find_state(&self, name: &str) -> Option<StateId> {
        self.states.index.get(name).copied().map(StateId)
    }

    /// The stack symbol with this name, if there is one.
    pub fn find_symbol(&self, name: &str) -> Option<SymbolId> {
        self.symbols.index.get(name).copied().map(SymbolId)
    }

    /// The rules, in the order of the text.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The initial configurations.
    pub fn initial(&self) -> &[Configuration] {
        &self.initial
    }

    /// The targets: what no run may reach.
    pub fn targets(&self) -> &[Pattern] {
        &self.targets
    }

    /// The words that hold where a symbol is on top.
    pub fn words(&self) -> &[(SymbolId, String)] {
        &self.words
    }

    /// The formulas: what all runs are to satisfy.
    pub fn formulas(&self) -> &[String] {
        &self.formulas
    }
}

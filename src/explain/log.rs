//! The log of an engine's run. `schema/explain.schema.json` is made from these types.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of the format. It grows when a field changes its meaning or goes away, not when one is added.
pub const SCHEMA_VERSION: u32 = 1;

/// The published schema of [`Log`].
pub fn schema() -> schemars::Schema {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<Log>()
}

/// What an engine did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Log {
    /// The version of this format.
    pub schema_version: u32,
    /// What it was about.
    pub input: Input,
    /// The engine: `post` and `pre` for explicit systems, else as on the command line.
    pub engine: String,
    /// The pushdown system that the engine worked on.
    pub system: System,
    /// What was asked: whether these are reached.
    pub targets: Vec<Target>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// How many events followed that are not here.
    pub left_out: u64,
}

/// The input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Input {
    /// Its name.
    pub path: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// Whether it is a program; else it is an explicit pushdown system.
    pub is_program: bool,
    /// Its lines.
    pub lines: Vec<String>,
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

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// Saturation begins; what was found before is forgotten.
    Saturating {
        /// The order of columns of the decision diagrams, if there are any.
        order: Option<String>,
    },
    /// Saturation takes a transition from its list of work; what follows from it comes next.
    Processed {
        /// The index of the transition.
        transition: usize,
    },
    /// A transition was found, or its weight grew.
    Grew {
        /// The index of the transition, from 0 in the order in which transitions are found.
        transition: usize,
        /// The state in which it begins.
        from: usize,
        /// The symbol that it reads; null for none.
        symbol: Option<usize>,
        /// The state in which it ends.
        to: usize,
        /// Why.
        cause: Cause,
        /// The rule, if it was one.
        rule: Option<usize>,
        /// What it follows from: transitions, with those of their increments that are meant.
        premises: Vec<Increments>,
        /// By what the weight grew, in words, if that says anything.
        weight: Option<String>,
    },
    /// A target is reached.
    Reached {
        /// The index of the target.
        target: usize,
    },
    /// The summary engine turns to some targets; it goes on where it left this check, or begins anew.
    Turn {
        /// The indices of the targets.
        targets: Vec<usize>,
    },
    /// A question about a body was answered by the SAT solver.
    Asked {
        /// The body.
        #[serde(flatten)]
        body: Body,
        /// Whether what is over-approximated may be taken.
        is_open: bool,
        /// The size of the formula, in nodes.
        nodes: usize,
        /// Whether there is a run.
        is_found: bool,
    },
    /// A run that was found is not real.
    Spurious {
        /// In which body.
        #[serde(flatten)]
        body: Body,
        /// The locations that it comes to.
        path: Vec<usize>,
        /// The locations of calls, and of heads of loops, at which it takes what is over-approximated.
        taken: Vec<usize>,
    },
    /// A procedure is looked into that was Σ★ up to now.
    Refined {
        /// Which one.
        procedure: usize,
    },
    /// One call is no longer Σ★.
    Replaced {
        /// Where.
        at: usize,
        /// Who is called.
        callee: usize,
    },
    /// A loop is unrolled further.
    Unrolled {
        /// The location where it begins.
        head: usize,
        /// How many of its back edges are followed now.
        rounds: u32,
    },
    /// Any number of rounds of a loop is known as a relation.
    Closed {
        /// The location where it begins.
        head: usize,
    },
    /// A recursion is nested deeper.
    Nested {
        /// A procedure of it.
        procedure: usize,
        /// How deep.
        depth: u32,
    },
    /// Whether it need not be nested deeper.
    Completed {
        /// A procedure of the recursion.
        procedure: usize,
        /// False if what was known is no longer true.
        holds: bool,
    },
    /// It is decided whether a body, entered with certain values, can end in a certain way.
    Settled {
        /// The procedure.
        procedure: usize,
        /// Whether it can.
        is_real: bool,
    },
    /// What a body does is known, as its callers use it.
    Summarised {
        /// The body.
        #[serde(flatten)]
        body: Body,
        /// The size, in nodes.
        nodes: usize,
        /// Whether it is a relation; else each call has a copy of the body's formulas.
        is_projected: bool,
    },
    /// What was known of a body is no longer true.
    Forgotten {
        /// The body.
        #[serde(flatten)]
        body: Body,
    },
}

/// Why a transition grew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// It was there at the beginning.
    Given,
    /// post*: a rule that pushes nothing or one symbol.
    Step,
    /// post*: a rule that pushes two, the upper one: a callee begins.
    Enter,
    /// post*: a rule that pushes two, the lower one: its caller waits.
    Wait,
    /// post*: a callee returned to what waits.
    Resume,
    /// pre*: a rule that pushes nothing.
    Returning,
    /// pre*: a rule that pushes one symbol.
    Before,
    /// pre*: a rule that pushes two.
    Calling,
}

/// Some increments of a transition: how its weight grew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Increments {
    /// The transition.
    pub transition: usize,
    /// The first one, from 0.
    pub first: u32,
    /// The one behind the last.
    pub end: u32,
}

/// What the summary engine executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Body {
    /// The procedure.
    pub procedure: usize,
    /// Of a recursive procedure how deep the calls in it may be nested; else 0.
    pub level: u32,
    /// Whether deeper calls never return, instead of being over-approximated.
    pub is_closed: bool,
}

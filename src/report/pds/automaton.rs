//! P-automata, as a document and as a picture for Graphviz.

use super::{Input, SCHEMA_VERSION};
use crate::engine::saturation::Direction;
use crate::engine::saturation::automaton::{Automaton, Cause, Edge, Premise};
use crate::engine::saturation::explicit::{Role, Saturated};
use crate::lang::source::Source;
use crate::pds::explicit::PushdownSystem;
use serde::{Serialize, Serializer};
use std::fmt;

/// An automaton.
#[derive(Clone, Debug, Serialize)]
pub struct AutomatonDocument {
    schema_version: u32,
    input: Input,
    #[serde(serialize_with = "named")]
    direction: Direction,
    states: Vec<StateRow>,
    transitions: Vec<TransitionRow>,
}

fn named<S: Serializer>(direction: &Direction, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(direction.name())
}

#[derive(Clone, Debug, Serialize)]
struct StateRow {
    id: u32,
    /// A control state's own; `#N` for a state of the automaton from which saturation began, `[p a]` for what waits below
    /// activations that began with `<p, a>`, `#R.N` inside rule R, behind its part N.
    name: String,
    /// `control`, `inner`, `given` or `callee`.
    kind: &'static str,
    #[serde(rename = "final")]
    is_final: bool,
}

#[derive(Clone, Debug, Serialize)]
struct TransitionRow {
    from: u32,
    /// What it reads; null for nothing.
    symbol: Option<String>,
    to: u32,
    /// Its weight, if weights are lengths.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<String>,
    /// `given`, `rule` or `return`: what it was found by first.
    cause: &'static str,
    /// The number of the rule that it was found by, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<usize>,
    /// Why, in words.
    why: String,
}

/// The automaton as a document; `length` shows a weight, if it is one.
pub fn document<W: Clone>(
    system: &PushdownSystem,
    source: &Source,
    direction: Direction,
    saturated: &Saturated<W>,
    length: impl Fn(&W) -> Option<String>,
) -> AutomatonDocument {
    let writer = Writer { system, saturated };
    let states = saturated.roles.iter().enumerate().map(|(id, &role)| writer.state(id as u32, role)).collect();
    let transitions = saturated.automaton.transitions().iter().map(|transition| {
        let first = transition.increments.first().map(|&first| saturated.automaton.increments()[first as usize].cause);
        let (cause, rule, why) = writer.cause(first.unwrap_or(Cause::Given));
        let symbol = transition.edge.symbol.map(|symbol| writer.symbol(symbol));
        let Edge { from, to, .. } = transition.edge;
        TransitionRow { from, symbol, to, length: length(&transition.weight), cause, rule, why }
    });
    let transitions = transitions.collect();
    AutomatonDocument { schema_version: SCHEMA_VERSION, input: Input::of(source), direction, states, transitions }
}

struct Writer<'a, W> {
    system: &'a PushdownSystem,
    saturated: &'a Saturated<W>,
}

impl<W: Clone> Writer<'_, W> {
    fn automaton(&self) -> &Automaton<W> {
        &self.saturated.automaton
    }

    fn symbol(&self, symbol: u32) -> String {
        self.saturated.lowered.symbol_name(self.system, symbol).to_string()
    }

    fn state(&self, id: u32, role: Role) -> StateRow {
        let kind = match role {
            Role::Control(state) if self.saturated.lowered.state(state).is_none() => "inner",
            Role::Control(_) => "control",
            Role::Given(_) => "given",
            Role::Callee(..) => "callee",
        };
        StateRow { id, name: self.name(role), kind, is_final: self.automaton().is_final(id) }
    }

    fn name(&self, role: Role) -> String {
        self.saturated.role_name(self.system, role)
    }

    fn cause(&self, cause: Cause) -> (&'static str, Option<usize>, String) {
        match cause {
            Cause::Given => ("given", None, "given".into()),
            Cause::Step(part, _)
            | Cause::Enter(part, _)
            | Cause::Wait(part, _)
            | Cause::Returning(part)
            | Cause::Before(part, _)
            | Cause::Calling(part, ..) => {
                let (rule, _) = self.saturated.lowered.origin(part);
                let text = self.system.show_rule(&self.system.rules()[rule]).to_string();
                ("rule", Some(rule + 1), text)
            }
            Cause::Resume(waiting, summary) => {
                let text = format!("{}, {}", self.premise(summary), self.premise(waiting));
                ("return", None, text)
            }
        }
    }

    fn premise(&self, premise: Premise) -> String {
        let Edge { from, symbol, to } = self.automaton().edge_of(premise);
        let name = |state: u32| self.name(self.saturated.roles[state as usize]);
        show_edge(&name(from), symbol.map(|symbol| self.symbol(symbol)).as_deref(), &name(to))
    }
}

fn show_edge(from: &str, symbol: Option<&str>, to: &str) -> String {
    match symbol {
        Some(symbol) => format!("{from} --{symbol}--> {to}"),
        None => format!("{from} --ε--> {to}"),
    }
}

/// The transitions in the order in which they were found, each with why.
impl fmt::Display for AutomatonDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.direction {
            Direction::Post => "post*: the configurations that can be reached",
            Direction::Pre => "pre*: the configurations from which a target can be reached",
        };
        writeln!(f, "{what}")?;
        let finals: Vec<&str> = self.states.iter().filter(|s| s.is_final).map(|s| s.name.as_str()).collect();
        writeln!(
            f,
            "{} states, {} transitions, final: {}\n",
            self.states.len(),
            self.transitions.len(),
            finals.join(" ")
        )?;
        let name = |state: u32| self.states[state as usize].name.as_str();
        let shown: Vec<String> =
            self.transitions.iter().map(|row| show_edge(name(row.from), row.symbol.as_deref(), name(row.to))).collect();
        // Long names do not push all the rest to the right.
        let width = shown.iter().map(|text| text.chars().count()).filter(|&width| width <= 60).max().unwrap_or(0);
        for (row, text) in self.transitions.iter().zip(shown) {
            let length = row.length.as_ref().map_or(String::new(), |length| format!("{length:>6}"));
            writeln!(f, "{text:width$}{length}  {}", row.why)?;
        }
        Ok(())
    }
}

impl AutomatonDocument {
    /// The automaton in the language of Graphviz.
    pub fn dot(&self) -> impl fmt::Display + '_ {
        Dot(self)
    }
}

struct Dot<'a>(&'a AutomatonDocument);

impl fmt::Display for Dot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "digraph automaton {{\n  rankdir=LR;\n  node [fontname=monospace];\n  edge [fontname=monospace];")?;
        for state in &self.0.states {
            let peripheries = if state.is_final { 2 } else { 1 };
            let shape = if matches!(state.kind, "control" | "inner") { "box" } else { "ellipse" };
            let label = Quoted(&state.name);
            writeln!(f, "  s{} [label={label}, shape={shape}, peripheries={peripheries}];", state.id)?;
        }
        for row in &self.0.transitions {
            let symbol = row.symbol.as_deref().unwrap_or("\u{3b5}");
            let label = row.length.as_ref().map_or_else(|| symbol.to_string(), |length| format!("{symbol} / {length}"));
            let style = if row.cause == "given" { ", style=bold" } else { "" };
            writeln!(f, "  s{} -> s{} [label={}{style}];", row.from, row.to, Quoted(&label))?;
        }
        writeln!(f, "}}")
    }
}

/// A string of Graphviz. Names hold neither quotes nor backslashes if they were read; if they were made, they may.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

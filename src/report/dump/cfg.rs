//! The control-flow graphs, as a document and as a picture for Graphviz.

use super::At;
use crate::lang::cfg::{Action, Cfg, Role};
use crate::lang::program::{Kind, Place, ProcId, Program};
use crate::lang::source::Source;
use serde::Serialize;
use std::fmt::{self, Write};

/// All graphs.
#[derive(Clone, Debug, Serialize)]
pub struct CfgDocument {
    procedures: Vec<GraphRow>,
}

#[derive(Clone, Debug, Serialize)]
struct GraphRow {
    name: String,
    locations: Vec<LocationRow>,
    edges: Vec<EdgeRow>,
}

#[derive(Clone, Debug, Serialize)]
struct LocationRow {
    id: usize,
    name: String,
    #[serde(flatten)]
    at: At,
    /// `at`, `returned` or `violated`.
    role: &'static str,
    labels: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct EdgeRow {
    from: usize,
    /// Where it leads; of a call: where control comes back to; of a return: nowhere.
    to: Option<usize>,
    /// `pass`, `assume`, `update`, `call`, `store` or `return`.
    action: &'static str,
    /// The text of the program that it stands for.
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    callee: Option<String>,
}

/// The graphs as a document.
pub fn document(cfg: &Cfg, program: &Program, source: &Source) -> CfgDocument {
    let graph = |id: ProcId| {
        let mut graph =
            GraphRow { name: program.name(program[id].name).into(), locations: Vec::new(), edges: Vec::new() };
        for from in cfg.procedure(id) {
            let location = cfg.locations[from.index()];
            let labels = if location.role == Role::At { &program[program[location.place].labels] } else { &[] };
            graph.locations.push(LocationRow {
                id: from.index(),
                name: cfg.show(program, from),
                at: At::place(program, source, location.place),
                role: role(location.role),
                labels: labels.iter().map(|&label| program.name(label).into()).collect(),
            });
            graph.edges.extend(cfg.edges(from).iter().map(|edge| {
                let (action, text, callee) = describe(program, source, location.place, edge.action);
                let to = (!matches!(edge.action, Action::Return)).then_some(edge.to.index());
                EdgeRow { from: from.index(), to, action, text, callee }
            }));
        }
        graph
    };
    CfgDocument { procedures: program.procedure_ids().map(graph).collect() }
}

fn role(role: Role) -> &'static str {
    match role {
        Role::At => "at",
        Role::Returned => "returned",
        Role::Violated => "violated",
    }
}

/// An action in words: its kind, its text, what is called.
fn describe(
    program: &Program,
    source: &Source,
    place: Place,
    action: Action,
) -> (&'static str, String, Option<String>) {
    let whole = || one_line(&source.text(program.span(place)));
    match action {
        Action::Pass => ("pass", String::new(), None),
        Action::Guard(cond, value) => {
            let text = one_line(&source.text(program.expr_span(cond)));
            ("assume", if value { text } else { format!("!({text})") }, None)
        }
        Action::Update => ("update", whole(), None),
        Action::Call(callee) => ("call", whole(), Some(program.name(program[callee].name).into())),
        Action::Store => ("store", whole(), None),
        Action::Return if matches!(program[place].kind, Kind::End) => ("return", "end".into(), None),
        Action::Return => ("return", whole(), None),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl fmt::Display for CfgDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, graph) in self.procedures.iter().enumerate() {
            let first = graph.locations.first().map_or(0, |location| location.id);
            writeln!(f, "{}{}", if index > 0 { "\n" } else { "" }, graph.name)?;
            for edge in &graph.edges {
                let from = &graph.locations[edge.from - first];
                let to = edge.to.map_or("(caller)", |to| graph.locations[to - first].name.as_str());
                let labels: String = from.labels.iter().map(|label| format!(" {label}:")).collect();
                let text = if edge.text.is_empty() { String::new() } else { format!(" {}", edge.text) };
                writeln!(f, "  {:<9} {}{labels} -> {to}  {}{text}", from.at, from.name, edge.action)?;
            }
        }
        Ok(())
    }
}

impl CfgDocument {
    /// The graphs in the language of Graphviz, one cluster a procedure.
    pub fn dot(&self) -> impl fmt::Display + '_ {
        Dot(self)
    }
}

struct Dot<'a>(&'a CfgDocument);

impl fmt::Display for Dot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "digraph cfg {{\n  node [shape=box, fontname=monospace];\n  edge [fontname=monospace];")?;
        for (index, graph) in self.0.procedures.iter().enumerate() {
            writeln!(f, "  subgraph cluster_{index} {{\n    label={};", Quoted(&graph.name))?;
            for location in &graph.locations {
                let labels: String = location.labels.iter().map(|label| format!("\n{label}:")).collect();
                let text = format!("{}{labels}", location.name);
                let look = if location.role == "violated" { ", color=red" } else { "" };
                writeln!(f, "    n{} [label={}{look}];", location.id, Quoted(&text))?;
            }
            writeln!(f, "    return_{index} [label=\"return\", shape=doublecircle];")?;
            for edge in &graph.edges {
                let to = edge.to.map_or(format!("return_{index}"), |to| format!("n{to}"));
                let style = if edge.action == "call" { ", style=bold" } else { "" };
                let text = if edge.action == "store" { "" } else { edge.text.as_str() };
                writeln!(f, "    n{} -> {to} [label={}{style}];", edge.from, Quoted(text))?;
            }
            writeln!(f, "  }}")?;
        }
        writeln!(f, "}}")
    }
}

/// A string of Graphviz.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

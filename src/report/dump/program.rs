//! The resolved program: places, what is done there, and where control goes.

use super::expression::{NodeRow, Prefixes, Sentence};
use super::{At, Declared, list};
use crate::lang::program::{Expr, Kind, Place, Point, ProcId, Program, Var, Variable};
use crate::lang::source::Source;
use crate::verdict::names::Names;
use serde::Serialize;
use std::fmt;

/// The whole program, in tables.
#[derive(Clone, Debug, Serialize)]
pub struct ProgramDocument {
    globals: Vec<Declared>,
    procedures: Vec<ProcedureRow>,
}

#[derive(Clone, Debug, Serialize)]
struct ProcedureRow {
    name: String,
    #[serde(flatten)]
    at: At,
    parameters: Vec<Declared>,
    locals: Vec<Declared>,
    results: usize,
    /// Rows of `nodes`.
    enforce: Vec<usize>,
    places: Vec<PlaceRow>,
    nodes: Vec<NodeRow>,
}

/// A place; what it does not have is left out.
#[derive(Clone, Debug, Serialize)]
struct PlaceRow {
    place: String,
    #[serde(flatten)]
    at: At,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<String>,
    kind: &'static str,
    /// What is written; `_` where a value is dropped.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    targets: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    callee: Option<String>,
    /// Rows of the procedure's `nodes`: values, arguments, or the condition.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    expressions: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    constrain: Option<usize>,
    /// How many values the statement may choose.
    choices: u32,
    /// The places where control goes; of a branch first where it goes if the condition holds.
    next: Vec<u32>,
}

/// The program as a document.
pub fn document(program: &Program, source: &Source) -> ProgramDocument {
    let procedures = program.procedure_ids().map(|id| Reader::of(program, source, id).procedure());
    ProgramDocument {
        globals: program.globals.iter().map(|v| declared(program, source, v)).collect(),
        procedures: procedures.collect(),
    }
}

fn declared(program: &Program, source: &Source, variable: &Variable) -> Declared {
    let at = At::of(source, variable.span);
    Declared { name: program.name(variable.name).into(), at, init: variable.init }
}

/// Reads one procedure.
struct Reader<'a> {
    program: &'a Program,
    source: &'a Source,
    id: ProcId,
    names: Names<'a>,
    nodes: Vec<NodeRow>,
}

impl<'a> Reader<'a> {
    fn of(program: &'a Program, source: &'a Source, id: ProcId) -> Reader<'a> {
        Reader { program, source, id, names: Names::of(program, id), nodes: Vec::new() }
    }

    fn procedure(mut self) -> ProcedureRow {
        let program = self.program;
        let procedure = &program[self.id];
        let variables = |list: &[Variable]| list.iter().map(|v| declared(program, self.source, v)).collect();
        let (parameters, locals) = procedure.locals.split_at(procedure.params);
        let (parameters, locals) = (variables(parameters), variables(locals));
        let enforce = program[procedure.enforce].iter().map(|&expr| self.expression(expr)).collect();
        let places = program.places(self.id).map(|place| self.place(place)).collect();
        ProcedureRow {
            name: program.name(procedure.name).into(),
            at: At::of(self.source, procedure.name_span),
            parameters,
            locals,
            results: procedure.results,
            enforce,
            places,
            nodes: self.nodes,
        }
    }

    /// Adds the nodes of an expression; the row of its root.
    fn expression(&mut self, expr: Expr) -> usize {
        let first = self.nodes.len();
        let offset = expr.first.index();
        for &node in self.program.expr_nodes(expr) {
            let mut row = NodeRow::resolved(node, |var| self.names.get(var));
            row.shift(offset, first);
            self.nodes.push(row);
        }
        self.nodes.len() - 1
    }

    fn place(&mut self, place: Place) -> PlaceRow {
        let program = self.program;
        let statement = &program[place];
        let next = |points: &[Point]| points.iter().map(|point| point.0).collect::<Vec<_>>();
        let mut row = PlaceRow {
            place: program.show(place),
            at: At::place(program, self.source, place),
            labels: program[statement.labels].iter().map(|&label| program.name(label).into()).collect(),
            kind: word(&statement.kind),
            targets: Vec::new(),
            callee: None,
            expressions: Vec::new(),
            constrain: None,
            choices: statement.choices,
            next: next(&[statement.next]),
        };
        match statement.kind {
            Kind::Enter | Kind::Skip => {}
            Kind::Goto(points) => row.next = next(&program[points]),
            Kind::Branch { cond, yes } => {
                row.expressions = vec![self.expression(cond)];
                row.next = next(&[yes, statement.next]);
            }
            Kind::Assume(cond) | Kind::Assert(cond) | Kind::AbortIf(cond) | Kind::Relate(cond) => {
                row.expressions = vec![self.expression(cond)];
            }
            Kind::Assign { targets, values, constrain } => {
                row.targets = self.targets(&program[targets]);
                row.expressions = program[values].iter().map(|&value| self.expression(value)).collect();
                row.constrain = constrain.map(|cond| self.expression(cond));
            }
            Kind::Dead(vars) => row.targets = self.targets(&program[vars]),
            Kind::Call { callee, args, targets } => {
                row.callee = Some(program.name(program[callee].name).into());
                row.expressions = program[args].iter().map(|&arg| self.expression(arg)).collect();
                row.targets = self.targets(&program[targets]);
            }
            Kind::Return(values) => {
                row.expressions = program[values].iter().map(|&value| self.expression(value)).collect();
                row.next.clear();
            }
            Kind::End => row.next.clear(),
        }
        row
    }

    fn targets(&self, targets: &[Option<Var>]) -> Vec<String> {
        targets.iter().map(|target| target.map_or("_", |var| self.names.get(var)).into()).collect()
    }
}

fn word(kind: &Kind) -> &'static str {
    match kind {
        Kind::Enter => "enter",
        Kind::Skip => "skip",
        Kind::Goto(_) => "goto",
        Kind::Branch { .. } => "branch",
        Kind::Assume(_) => "assume",
        Kind::Assert(_) => "assert",
        Kind::AbortIf(_) => "abortif",
        Kind::Assign { .. } => "assign",
        Kind::Relate(_) => "constrain",
        Kind::Dead(_) => "dead",
        Kind::Call { .. } => "call",
        Kind::Return(_) => "return",
        Kind::End => "end",
    }
}

impl fmt::Display for ProgramDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "globals: {}", list(&self.globals))?;
        for procedure in &self.procedures {
            let ProcedureRow { name, parameters, locals, results, .. } = procedure;
            writeln!(f, "\n{name}: parameters {}; locals {}; results {results}", list(parameters), list(locals))?;
            if !procedure.enforce.is_empty() {
                writeln!(f, "  enforce {}", Prefixes(&procedure.nodes, &procedure.enforce))?;
            }
            for row in &procedure.places {
                writeln!(f, "  {:<12} {:<8} {}", row.place, row.at, row.show(&procedure.nodes))?;
            }
        }
        Ok(())
    }
}

impl PlaceRow {
    fn show(&self, nodes: &[NodeRow]) -> String {
        let text = Sentence {
            labels: &self.labels,
            kind: self.kind,
            targets: &self.targets,
            callee: self.callee.as_deref(),
            expressions: &self.expressions,
            constrain: self.constrain,
            nodes,
        };
        let points = self.next.iter().map(|point| format!("#{point}")).collect::<Vec<_>>();
        match points.is_empty() {
            true => text.to_string(),
            false => format!("{text} -> {}", points.join(" or ")),
        }
    }
}

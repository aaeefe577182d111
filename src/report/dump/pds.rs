//! The symbolic pushdown system: its rules, in the notation of the papers.

use super::formula::{self, FormulaRow, Literal};
use crate::lang::cfg::Cfg;
use crate::lang::program::{Place, Point, ProcId, Program, Var};
use crate::logic::formula::Formula;
use crate::logic::text::{INFIX, text};
use crate::pds::{Rule, RuleKind, Slot, SymbolicPds};
use crate::verdict::names::Names;
use serde::Serialize;
use std::fmt;

/// The whole system.
#[derive(Clone, Debug, Serialize)]
pub struct PdsDocument {
    entry: String,
    globals: Vec<VariableRow>,
    procedures: Vec<ProcedureRow>,
    rules: Vec<RuleRow>,
    /// What guards and updates name by index: conjunctions of other rows, or inputs: a global by its name, `local#n`,
    /// `result#n` and `choice#n` by their numbers, since procedures share formulas.
    formulas: Vec<FormulaRow>,
    #[serde(skip)]
    texts: Vec<RuleText>,
}

#[derive(Clone, Debug, Serialize)]
struct VariableRow {
    name: String,
    /// The initial value; null: arbitrary.
    init: Option<bool>,
}

#[derive(Clone, Debug, Serialize)]
struct ProcedureRow {
    name: String,
    entry: String,
    locals: Vec<VariableRow>,
    parameters: usize,
    results: usize,
}

#[derive(Clone, Debug, Serialize)]
struct RuleRow {
    /// `neutration`, `expansion` or `contraction`.
    kind: &'static str,
    from: String,
    /// Where control goes, or comes back to.
    to: Option<String>,
    callee: Option<String>,
    guard: Literal,
    updates: Vec<UpdateRow>,
    choices: u32,
}

#[derive(Clone, Debug, Serialize)]
struct UpdateRow {
    variable: String,
    value: Literal,
}

/// A rule in words.
#[derive(Clone, Debug)]
struct RuleText {
    head: String,
    lines: Vec<String>,
}

/// The system as a document.
pub fn document(pds: &SymbolicPds, cfg: &Cfg, program: &Program) -> PdsDocument {
    let names: Vec<Names<'_>> = program.procedure_ids().map(|id| Names::of(program, id)).collect();
    let variable = |(name, &init): (String, &Option<bool>)| VariableRow { name, init };
    let globals = program.globals.iter().map(|global| program.name(global.name).to_string());
    let procedures = program.procedure_ids().map(|id| {
        let procedure = &pds.procedures[id.index()];
        let locals = names[id.index()].locals.iter().map(|name| name.to_string());
        ProcedureRow {
            name: program.name(program[id].name).into(),
            entry: cfg.show(program, procedure.entry),
            locals: locals.zip(&procedure.init).map(variable).collect(),
            parameters: procedure.params,
            results: procedure.results,
        }
    });
    let writer = Writer { pds, cfg, program, names: &names };
    PdsDocument {
        entry: program.name(program[pds.entry].name).into(),
        globals: globals.zip(&pds.globals).map(variable).collect(),
        procedures: procedures.collect(),
        rules: pds.rules().iter().map(|rule| writer.row(rule)).collect(),
        formulas: formula::table(&pds.formulas, |input| writer.shared(Slot::of(input))),
        texts: pds.rules().iter().map(|rule| writer.text(rule)).collect(),
    }
}

struct Writer<'a> {
    pds: &'a SymbolicPds,
    cfg: &'a Cfg,
    program: &'a Program,
    names: &'a [Names<'a>],
}

impl Writer<'_> {
    /// A slot under the name that it has in all procedures.
    fn shared(&self, slot: Slot) -> String {
        match slot {
            Slot::Global(index) => self.program.name(self.program.globals[index].name).into(),
            Slot::Local(index) => format!("local#{index}"),
            Slot::Result(index) => format!("result#{index}"),
            Slot::Choice(index) => format!("choice#{index}"),
        }
    }

    /// A slot under the name that it has in one procedure.
    fn slot(&self, slot: Slot, procedure: ProcId) -> String {
        match slot {
            Slot::Global(index) => self.names[procedure.index()].get(Var::global(index)).into(),
            Slot::Local(index) => self.names[procedure.index()].get(Var::local(index)).into(),
            Slot::Result(_) | Slot::Choice(_) => self.shared(slot),
        }
    }

    /// Whose locals the updates of a rule are.
    fn written(&self, rule: &Rule) -> ProcId {
        match rule.kind {
            RuleKind::Expansion { callee, .. } => callee,
            RuleKind::Neutration { .. } | RuleKind::Contraction => self.pds.procedure_of(rule.from),
        }
    }

    fn row(&self, rule: &Rule) -> RuleRow {
        let (kind, to, callee) = match rule.kind {
            RuleKind::Neutration { to } => ("neutration", Some(to), None),
            RuleKind::Expansion { callee, to } => ("expansion", Some(to), Some(callee)),
            RuleKind::Contraction => ("contraction", None, None),
        };
        let update = |&(slot, value): &(Slot, Formula)| UpdateRow { variable: self.shared(slot), value: value.into() };
        RuleRow {
            kind,
            from: self.cfg.show(self.program, rule.from),
            to: to.map(|to| self.cfg.show(self.program, to)),
            callee: callee.map(|id| self.program.name(self.program[id].name).into()),
            guard: rule.transfer.guard.into(),
            updates: rule.transfer.updates.iter().map(update).collect(),
            choices: rule.transfer.choices,
        }
    }

    fn text(&self, rule: &Rule) -> RuleText {
        let from = self.cfg.show(self.program, rule.from);
        let head = match rule.kind {
            RuleKind::Neutration { to } => format!("<p, {from}> -> <p', {}>", self.cfg.show(self.program, to)),
            RuleKind::Expansion { callee, to } => {
                let entry = self.program.show(Place { procedure: callee, point: Point::ENTRY });
                format!("<p, {from}> -> <p', {entry} {}>", self.cfg.show(self.program, to))
            }
            RuleKind::Contraction => format!("<p, {from}> -> <p', >"),
        };
        let transfer = &rule.transfer;
        let roots: Vec<Formula> =
            std::iter::once(transfer.guard).chain(transfer.updates.iter().map(|&(_, value)| value)).collect();
        let reads = self.pds.procedure_of(rule.from);
        let text = text(&INFIX, &self.pds.formulas, &roots, |input| self.slot(Slot::of(input), reads));
        let mut lines: Vec<String> = text.parts.iter().map(|(name, part)| format!("where {name} = {part}")).collect();
        if transfer.guard != Formula::TRUE {
            lines.push(format!("if {}", text.roots[0]));
        }
        for (&(slot, _), value) in transfer.updates.iter().zip(&text.roots[1..]) {
            lines.push(format!("{}' = {value}", self.slot(slot, self.written(rule))));
        }
        RuleText { head, lines }
    }
}

impl fmt::Display for PdsDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |v: &VariableRow| match v.init {
            Some(value) => format!("{} := {}", v.name, u8::from(value)),
            None => v.name.clone(),
        };
        let all = |list: &[VariableRow]| super::list(&list.iter().map(show).collect::<Vec<_>>());
        writeln!(f, "entry: {}\nglobals: {}", self.entry, all(&self.globals))?;
        for row in &self.procedures {
            let (parameters, locals) = row.locals.split_at(row.parameters);
            let (parameters, locals) = (all(parameters), all(locals));
            writeln!(f, "{}: parameters {parameters}; locals {locals}; results {}", row.name, row.results)?;
        }
        writeln!(f)?;
        for text in &self.texts {
            writeln!(f, "{}", text.head)?;
            text.lines.iter().try_for_each(|line| writeln!(f, "    {line}"))?;
        }
        Ok(())
    }
}

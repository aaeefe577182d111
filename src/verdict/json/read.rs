//! From the text of a document to a trace.

use super::SCHEMA_VERSION;
use super::document::*;
use super::row::Row;
use crate::lang::program::property::{Property, PropertyKind};
use crate::lang::program::semantics::State;
use crate::lang::program::{Place, Point, ProcId, Program, Var};
use crate::verdict::names::{HIDDEN, Names};
use crate::verdict::trace::{End, Run, RunId, Step, Trace};
use rustc_hash::FxHashMap;
use serde::Deserialize;

/// Why a text is not a trace.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// It is no JSON, or not as the schema says; the message names line and column.
    #[error("not a trace: {0}")]
    Form(#[from] serde_json::Error),
    /// It is a document of another version.
    #[error("this is schema version {0}; only version {SCHEMA_VERSION} is understood")]
    Version(u64),
    /// It names something that the program does not have.
    #[error("{at}: {what}")]
    Name {
        /// Where in the document, such as `runs[2].steps[5].at`.
        at: String,
        /// What is wrong.
        what: String,
    },
}

/// What all versions have in common.
#[derive(Deserialize)]
struct Versioned {
    schema_version: u64,
}

pub(super) fn trace(program: &Program, text: &[u8]) -> Result<Trace, ReadError> {
    let Versioned { schema_version } = serde_json::from_slice(text)?;
    if schema_version != u64::from(SCHEMA_VERSION) {
        return Err(ReadError::Version(schema_version));
    }
    let document: TraceDocument<'_> = serde_json::from_slice(text)?;
    Reader::new(program).trace(document)
}

/// The names of a program.
struct Reader<'a> {
    program: &'a Program,
    procedures: FxHashMap<&'a str, ProcId>,
    variables: FxHashMap<ProcId, FxHashMap<String, Var>>,
}

impl<'a> Reader<'a> {
    fn new(program: &'a Program) -> Reader<'a> {
        let procedures = program.procedure_ids().map(|id| (program.name(program[id].name), id)).collect();
        Reader { program, procedures, variables: FxHashMap::default() }
    }

    fn trace(mut self, document: TraceDocument<'_>) -> Result<Trace, ReadError> {
        self.declarations(&document)?;
        let place = self.place("property.place", &document.property.place)?;
        let PropertyPart { kind, label, .. } = document.property;
        let kind = match (kind, label) {
            (KindPart::Assert, None) => PropertyKind::Assert,
            (KindPart::AbortIf, None) => PropertyKind::AbortIf,
            (KindPart::Label, Some(label)) => PropertyKind::Label(label.into_owned()),
            (KindPart::Label, None) => return Err(error("property.label", "a property of kind `label` needs it")),
            (_, Some(_)) => return Err(error("property.label", "only a property of kind `label` has one")),
        };
        let mut runs = Vec::with_capacity(document.runs.len());
        for (index, part) in document.runs.into_iter().enumerate() {
            if part.id as usize != index {
                return Err(error(&format!("runs[{index}].id"), &format!("expected {index}, found {}", part.id)));
            }
            runs.push(self.run(index, part)?);
        }
        let program = document.program.sha256.into_owned();
        Ok(Trace { program, property: Property { kind, place }, runs, stack: document.stack })
    }

    /// The variables have to be those of the program, in its order: rows are read by position.
    fn declarations(&self, document: &TraceDocument<'_>) -> Result<(), ReadError> {
        let same = |at: &str, own: &[crate::lang::program::Variable], given: &[std::borrow::Cow<'_, str>]| {
            let own = own.iter().map(|variable| self.program.name(variable.name));
            if own.eq(given.iter().map(|name| &**name)) {
                Ok(())
            } else {
                Err(error(at, "these are not the variables of the program"))
            }
        };
        same("globals", &self.program.globals, &document.globals)?;
        for (name, part) in &document.procedures {
            let at = format!("procedures.{name}");
            same(&at, &self.program[self.procedure(&at, name)?].locals, &part.locals)?;
        }
        Ok(())
    }

    fn run(&mut self, index: usize, part: RunPart<'_>) -> Result<Run, ReadError> {
        let at = format!("runs[{index}]");
        let procedure = self.procedure(&format!("{at}.procedure"), &part.procedure)?;
        let program = self.program;
        let variables = self.variables.entry(procedure).or_insert_with(|| variables(program, procedure));
        let variables = std::mem::take(variables);
        let steps = part.steps.into_iter().enumerate();
        let steps = steps.map(|(number, step)| self.step(&at, number, procedure, &variables, step));
        let steps = steps.collect::<Result<_, _>>()?;
        self.variables.insert(procedure, variables);
        let end_point = |place: &str| self.point(&format!("{at}.end.at"), procedure, place);
        let end = match part.end {
            EndPart::Returned { at, choices, results } => {
                End::Returned { point: end_point(&at)?, choices: choices.0, results: results.0 }
            }
            EndPart::Calling { at, choices } => End::Calling { point: end_point(&at)?, choices: choices.0 },
            EndPart::Violation { choices } => End::Violation { choices: choices.0 },
        };
        Ok(Run { procedure, entry: state(part.entry), steps, exit: state(part.exit), end })
    }

    fn step(
        &self,
        run: &str,
        number: usize,
        procedure: ProcId,
        variables: &FxHashMap<String, Var>,
        part: StepPart<'_>,
    ) -> Result<Step, ReadError> {
        let at = || format!("{run}.steps[{number}]");
        let find = |(name, value): &(std::borrow::Cow<'_, str>, bool)| match variables.get(&**name) {
            Some(&var) => Ok((var, *value)),
            None => Err(error(&format!("{}.changes", at()), &format!("the procedure sees no variable `{name}`"))),
        };
        let mut changes = part.changes.0.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        changes.sort_unstable();
        Ok(Step {
            point: self.point(&format!("{}.at", at()), procedure, &part.at)?,
            choices: part.choices.0,
            target: part.target,
            call: part.call.map(RunId),
            changes,
        })
    }

    fn procedure(&self, at: &str, name: &str) -> Result<ProcId, ReadError> {
        let found = self.procedures.get(name).copied();
        found.ok_or_else(|| error(at, &format!("the program has no procedure `{name}`")))
    }

    fn place(&self, at: &str, text: &str) -> Result<Place, ReadError> {
        let nowhere = || error(at, &format!("the program has no place `{text}`"));
        let (name, number) = text.rsplit_once('#').ok_or_else(nowhere)?;
        let point = Point(number.parse().map_err(|_| nowhere())?);
        let procedure = self.procedures.get(name).copied().ok_or_else(nowhere)?;
        if point.0 < self.program[procedure].points() { Ok(Place { procedure, point }) } else { Err(nowhere()) }
    }

    fn point(&self, at: &str, procedure: ProcId, text: &str) -> Result<Point, ReadError> {
        let place = self.place(at, text)?;
        if place.procedure == procedure {
            Ok(place.point)
        } else {
            Err(error(at, &format!("`{text}` is not in the procedure of the run")))
        }
    }
}

fn variables(program: &Program, procedure: ProcId) -> FxHashMap<String, Var> {
    let Names { globals, locals } = Names::of(program, procedure);
    debug_assert!(locals.iter().all(|name| !name.starts_with(HIDDEN)));
    let globals = globals.into_iter().enumerate().map(|(index, name)| (name.into_owned(), Var::global(index)));
    let locals = locals.into_iter().enumerate().map(|(index, name)| (name.to_string(), Var::local(index)));
    globals.chain(locals).collect()
}

fn state(StatePart { globals: Row(globals), locals: Row(locals) }: StatePart) -> State {
    State { globals, locals }
}

fn error(at: &str, what: &str) -> ReadError {
    ReadError::Name { at: at.to_string(), what: what.to_string() }
}

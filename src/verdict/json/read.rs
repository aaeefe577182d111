//! From the text of a document to a trace.

use super::SCHEMA_VERSION;
use super::document::*;
use super::error::ReadError;
use super::lookup::{Lookup, version};
use super::row::Row;
use crate::lang::program::semantics::State;
use crate::lang::program::{ProcId, Program, Var};
use crate::verdict::trace::{End, Run, RunId, Step, Trace, Turn};
use rustc_hash::FxHashMap;

pub(super) fn trace(program: &Program, text: &[u8]) -> Result<Trace, ReadError> {
    version(text, "trace", SCHEMA_VERSION)?;
    let document: TraceDocument<'_> = serde_json::from_slice(text).map_err(ReadError::form("trace"))?;
    Reader::new(program).trace(document)
}

/// The names of a program.
struct Reader<'a> {
    program: &'a Program,
    lookup: Lookup<'a>,
    variables: FxHashMap<ProcId, FxHashMap<String, Var>>,
}

impl<'a> Reader<'a> {
    fn new(program: &'a Program) -> Reader<'a> {
        Reader { program, lookup: Lookup::new(program), variables: FxHashMap::default() }
    }

    fn trace(mut self, document: TraceDocument<'_>) -> Result<Trace, ReadError> {
        self.declarations(&document)?;
        let property = self.lookup.property("property", document.property)?;
        let mut runs = Vec::with_capacity(document.runs.len());
        for (index, part) in document.runs.into_iter().enumerate() {
            if part.id as usize != index {
                return Err(ReadError::name(
                    &format!("runs[{index}].id"),
                    &format!("expected {index}, found {}", part.id),
                ));
            }
            runs.push(self.run(index, part)?);
        }
        let program = document.program.sha256.into_owned();
        let turn = document.turn.map(|turn| match turn {
            TurnPart::Again { level, step } => Turn::Again { level, step },
            TurnPart::Over { choices } => Turn::Over { choices: choices.0 },
        });
        Ok(Trace { program, property, runs, stack: document.stack, turn })
    }

    /// The variables have to be those of the program, in its order: rows are read by position.
    fn declarations(&self, document: &TraceDocument<'_>) -> Result<(), ReadError> {
        let same = |at: &str, own: &[crate::lang::program::Variable], given: &[std::borrow::Cow<'_, str>]| {
            let own = own.iter().map(|variable| self.program.name(variable.name));
            if own.eq(given.iter().map(|name| &**name)) {
                Ok(())
            } else {
                Err(ReadError::name(at, "these are not the variables of the program"))
            }
        };
        same("globals", &self.program.globals, &document.globals)?;
        for (name, part) in &document.procedures {
            let at = format!("procedures.{name}");
            same(&at, &self.program[self.lookup.procedure(&at, name)?].locals, &part.locals)?;
        }
        Ok(())
    }

    fn run(&mut self, index: usize, part: RunPart<'_>) -> Result<Run, ReadError> {
        let at = format!("runs[{index}]");
        let procedure = self.lookup.procedure(&format!("{at}.procedure"), &part.procedure)?;
        let lookup = &self.lookup;
        let variables = self.variables.entry(procedure).or_insert_with(|| lookup.variables(procedure));
        let variables = std::mem::take(variables);
        let steps = part.steps.into_iter().enumerate();
        let steps = steps.map(|(number, step)| self.step(&at, number, procedure, &variables, step));
        let steps = steps.collect::<Result<_, _>>()?;
        self.variables.insert(procedure, variables);
        let end_point = |place: &str| self.lookup.point(&format!("{at}.end.at"), procedure, place);
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
            None => {
                Err(ReadError::name(&format!("{}.changes", at()), &format!("the procedure sees no variable `{name}`")))
            }
        };
        let mut changes = part.changes.0.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        changes.sort_unstable();
        Ok(Step {
            point: self.lookup.point(&format!("{}.at", at()), procedure, &part.at)?,
            choices: part.choices.0,
            target: part.target,
            call: part.call.map(RunId),
            changes,
        })
    }
}

fn state(StatePart { globals: Row(globals), locals: Row(locals) }: StatePart) -> State {
    State { globals, locals }
}

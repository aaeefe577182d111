//! From a trace to its document.

use super::SCHEMA_VERSION;
use super::document::*;
use super::row::Row;
use crate::lang::program::semantics::State;
use crate::lang::program::{Place, Point, ProcId, Program};
use crate::lang::source::Source;
use crate::verdict::names::Names;
use crate::verdict::trace::{End, Run, Step, Trace, Turn};
use rustc_hash::FxHashMap;

pub(super) fn document<'a>(program: &'a Program, source: &'a Source, trace: &'a Trace) -> TraceDocument<'a> {
    let mut names = FxHashMap::default();
    for run in &trace.runs {
        names.entry(run.procedure).or_insert_with(|| Names::of(program, run.procedure));
    }
    let procedures = names.iter().map(|(&procedure, names)| {
        let locals = names.locals.iter().map(|&name| name.into()).collect();
        (program.name(program[procedure].name).into(), ProcedurePart { locals })
    });
    TraceDocument {
        schema_version: SCHEMA_VERSION,
        tool: ToolPart::this(),
        program: ProgramPart { path: source.name().into(), sha256: (&trace.program).into() },
        property: PropertyPart::of(program, &trace.property),
        globals: program.globals.iter().map(|global| program.name(global.name).into()).collect(),
        procedures: procedures.collect(),
        runs: trace
            .runs
            .iter()
            .enumerate()
            .map(|(id, run)| run_part(program, &names[&run.procedure], id, run))
            .collect(),
        stack: trace.stack,
        turn: trace.turn.as_ref().map(|turn| match turn {
            &Turn::Again { level, step } => TurnPart::Again { level, step },
            Turn::Over { choices } => TurnPart::Over { choices: Row(choices.clone()) },
        }),
    }
}

fn run_part<'a>(program: &'a Program, names: &Names<'a>, id: usize, run: &'a Run) -> RunPart<'a> {
    let at = |point: Point| program.show(Place { procedure: run.procedure, point }).into();
    let end = match &run.end {
        End::Returned { point, choices, results } => {
            EndPart::Returned { at: at(*point), choices: Row(choices.clone()), results: Row(results.clone()) }
        }
        End::Calling { point, choices } => EndPart::Calling { at: at(*point), choices: Row(choices.clone()) },
        End::Violation { choices } => EndPart::Violation { choices: Row(choices.clone()) },
    };
    RunPart {
        id: id as u32,
        procedure: program.name(program[run.procedure].name).into(),
        entry: state_part(&run.entry),
        steps: run.steps.iter().map(|step| step_part(program, names, run.procedure, step)).collect(),
        exit: state_part(&run.exit),
        end,
    }
}

fn state_part(state: &State) -> StatePart {
    StatePart { globals: Row(state.globals.clone()), locals: Row(state.locals.clone()) }
}

fn step_part<'a>(program: &'a Program, names: &Names<'a>, procedure: ProcId, step: &'a Step) -> StepPart<'a> {
    let changes = step.changes.iter().map(|&(var, value)| (names.get(var).to_string().into(), value));
    StepPart {
        at: program.show(Place { procedure, point: step.point }).into(),
        choices: Row(step.choices.clone()),
        target: step.target,
        call: step.call.map(|run| run.0),
        changes: ChangesPart(changes.collect()),
    }
}

//! A trace for the page: the graph of runs, not the list of steps, so that one of 2^66 steps is as short here as it is in memory.

use super::flow::{self, Arrow};
use super::limits::{LeftOut, TRACE};
use crate::lang::cfg;
use crate::lang::program::semantics::BitsRef;
use crate::lang::program::{self, Place, Point, ProcId, Var, VarScope, Variable, words};
use crate::lang::source::{Source, Told};
use crate::pipeline::Loaded;
use crate::report::trace::statement::Statement;
use crate::report::trace::table::Row;
use crate::report::trace::{TraceStyle, rows};
use crate::validate::Replayed;
use crate::verdict::trace::{self, End, Run as Ran};
use serde::Serialize;

/// What traces name.
#[derive(Serialize)]
pub(super) struct Program {
    /// The names of globals; null for what the input has nothing like.
    globals: Vec<Option<Name>>,
    /// The numbers that they are bits of.
    words: Vec<Word>,
    procedures: Vec<Procedure>,
}

/// The name of a number, and the indices of its bits, the lowest first.
#[derive(Serialize)]
struct Word(String, Vec<usize>);

/// A name, and the predicate of the C program behind it.
#[derive(Serialize)]
struct Name(String, Option<String>);

#[derive(Serialize)]
struct Procedure {
    name: String,
    locals: Vec<Option<Name>>,
    words: Vec<Word>,
    /// The numbers among the results.
    results: Vec<Word>,
    points: Vec<Line>,
    arrows: Vec<Arrow>,
}

/// Line, text, and where it comes from in the C program.
#[derive(Serialize)]
struct Line(u32, String, String);

/// A trace.
#[derive(Serialize)]
pub(super) struct Trace {
    /// The index of the property.
    property: usize,
    runs: Vec<Run>,
    /// How many of them, the last ones, are the stack at the end.
    stack: usize,
    /// How the run goes on for ever, if it does.
    turn: Option<Turn>,
    /// The steps on which the violation depends; none of a run that goes on for ever.
    why: Option<Vec<Reason>>,
}

/// How a run goes on for ever.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Turn {
    /// As it did since this step of this activation of the stack at the end.
    Again { level: usize, step: usize },
    /// The last step ends it.
    Over,
}

/// A step as it is told to those who ask why.
#[derive(Serialize)]
struct Reason {
    /// The line of a step; none of what stands for several.
    line: Option<u32>,
    /// The same as text.
    lines: String,
    origin: String,
    /// How many calls are open.
    depth: usize,
    text: String,
    effect: String,
}

#[derive(Serialize)]
struct Run {
    procedure: usize,
    /// Values at the entry, as `0` and `1`.
    globals: String,
    locals: String,
    steps: Vec<Step>,
    /// Where it ends: the index of a point.
    end: u32,
    /// The results, if it returns.
    results: Option<String>,
}

/// The index of a point, the run of the callee, and what changes: pairs of a variable, globals from 0 up and locals from -1 down, and its value.
#[derive(Serialize)]
struct Step(u32, Option<u32>, Vec<(i64, u8)>);

/// The names and statements of a program.
pub(super) fn program(program: &program::Program, source: &Source) -> Program {
    let name = |variable: &Variable| match source.told(variable.span.start) {
        Told::Nothing | Told::At(_) => None,
        _ => {
            let predicate = program.predicate(source, variable).map(|text| text.into_owned());
            Some(Name(program.name(variable.name).to_string(), predicate))
        }
    };
    let cfg = cfg::build(program);
    let procedure = |id: ProcId| Procedure {
        name: program.name(program[id].name).to_string(),
        locals: program[id].locals.iter().map(name).collect(),
        words: program.words().locals(id).iter().map(word).collect(),
        results: program.words().results(id).iter().map(|word| Word(word.name.clone(), word.bits.clone())).collect(),
        points: program.places(id).map(|place| statement(program, source, place)).collect(),
        arrows: flow::arrows(program, &cfg, id),
    };
    Program {
        globals: program.globals.iter().map(name).collect(),
        words: program.words().globals().iter().map(word).collect(),
        procedures: program.procedure_ids().map(procedure).collect(),
    }
}

fn word(word: &words::Word) -> Word {
    let place = |bit: &Var| match bit.scope() {
        VarScope::Global(index) | VarScope::Local(index) => index,
    };
    Word(word.name.clone(), word.bits.iter().map(place).collect())
}

fn statement(program: &program::Program, source: &Source, place: Place) -> Line {
    let Statement { line, origin, text } = Statement::at(program, source, place);
    let text = if place.point == Point::ENTRY { format!("enter {text}") } else { text };
    Line(line, text, origin)
}

/// A trace that violates the property with this index, and this name, and how it goes on for ever if it does not say so itself; `None` if it is too long.
pub(super) fn trace(
    (property, name): (usize, &str),
    loaded: &Loaded,
    replayed: &Replayed,
    turn: Option<&trace::Turn>,
    left_out: &mut LeftOut,
) -> Option<Trace> {
    let trace = replayed.trace();
    let steps: usize = trace.runs.iter().map(|run| run.steps.len()).sum();
    if steps > TRACE {
        left_out.say(format!("the trace of {name}, whose runs have {steps} steps, more than {TRACE}"));
        return None;
    }
    let runs = trace.runs.iter().map(|run| self::run(trace, run)).collect();
    let turn = trace.turn.as_ref().or(turn).map(|turn| match turn {
        &trace::Turn::Again { level, step } => Turn::Again { level, step },
        trace::Turn::Over { .. } => Turn::Over,
    });
    let why = turn.is_none().then(|| why(loaded, replayed));
    Some(Trace { property, runs, stack: trace.stack, turn, why })
}

fn why(loaded: &Loaded, replayed: &Replayed) -> Vec<Reason> {
    let Loaded { program, source, .. } = loaded;
    let told = |row: Row| {
        let Row { place, line: lines, origin, depth, text, effect, .. } = row;
        let line = place.map(|place| source.position(program.span(place).start).line);
        Reason { line, lines, origin, depth, text, effect }
    };
    let style = TraceStyle { why: true, ..TraceStyle::default() };
    rows(program, source, replayed, &style).into_iter().flat_map(|(_, rows)| rows).map(told).collect()
}

fn run(trace: &trace::Trace, run: &Ran) -> Run {
    let end = match &run.end {
        End::Returned { point, .. } | End::Calling { point, .. } => *point,
        End::Violation { .. } => trace.property.place.point,
    };
    let results = match &run.end {
        End::Returned { results, .. } => Some(bits(results)),
        End::Calling { .. } | End::Violation { .. } => None,
    };
    let step = |step: &trace::Step| {
        let changes = step.changes.iter().map(|&(var, value)| (index(var), u8::from(value)));
        Step(step.point.0, step.call.map(|call| call.0), changes.collect())
    };
    Run {
        procedure: run.procedure.index(),
        globals: bits(&run.entry.globals),
        locals: bits(&run.entry.locals),
        steps: run.steps.iter().map(step).collect(),
        end: end.0,
        results,
    }
}

fn index(var: Var) -> i64 {
    match var.scope() {
        VarScope::Global(index) => index as i64,
        VarScope::Local(index) => -1 - index as i64,
    }
}

fn bits(bits: &BitsRef) -> String {
    bits.iter().map(|bit| if *bit { '1' } else { '0' }).collect()
}

//! What the proof of SAFE rests on, as lines of text.

use super::trace::TraceStyle;
use super::trace::elide::plain;
use super::trace::statement::Statement;
use super::trace::table::{Row, Table};
use crate::lang::program::loosen::Part;
use crate::lang::program::{Place, Point, Program, Variable};
use crate::lang::source::{Source, Span};
use crate::pipeline::{Explanation, Loaded, Rests};
use std::io::{self, Write};

/// Writes for each proof which statements it needs, and which properties hold vacuously, an empty line behind each.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, loaded: &Loaded, explanations: &[Explanation], style: &TraceStyle) -> io::Result<()> {
    for Explanation { properties, found } in explanations {
        let numbers: Vec<String> = properties.iter().map(usize::to_string).collect();
        let plural = if numbers.len() == 1 { "property" } else { "properties" };
        let whose = format!("the proof of {plural} {}", numbers.join(", "));
        match found {
            Ok(rests) => rest(out, loaded, &whose, rests, style)?,
            Err(reason) => writeln!(out, "what {whose} needs is not known ({reason})")?,
        }
        writeln!(out)?;
    }
    Ok(())
}

fn rest(out: &mut dyn Write, loaded: &Loaded, whose: &str, rests: &Rests, style: &TraceStyle) -> io::Result<()> {
    let Loaded { program, source, .. } = loaded;
    let Rests { uses, vacuous } = rests;
    let (count, among) = (uses.parts.len(), uses.among);
    writeln!(out, "{whose} needs {count} of {among} statements and assumptions; the others may do anything")?;
    if count > 0 {
        let rows: Vec<Row> = uses.parts.iter().map(|&part| row(program, source, part)).collect();
        let table = Table::fit(&rows, style.width, style.paint);
        writeln!(out)?;
        table.title(out, "procedure")?;
        rows.iter().try_for_each(|row| table.row(out, row))?;
    }
    vacuous.iter().try_for_each(|number| writeln!(out, "property {number} holds vacuously: no run comes to it"))
}

fn row(program: &Program, source: &Source, part: Part) -> Row {
    let place = place(part);
    let effect = place.map_or("", |place| program.name(program[place.procedure].name)).to_string();
    let shown = match (part, place) {
        (Part::Statement(place), _) => Statement::at(program, source, place),
        (_, place) => Statement {
            line: source.position(span(program, part).start).line,
            origin: place.map(|place| Statement::at(program, source, place).origin).unwrap_or_default(),
            text: text(program, source, part),
        },
    };
    Row { line: shown.line.to_string(), origin: shown.origin, text: shown.text, effect, ..Row::default() }
}

/// Where control is when it counts; at the start of all it is nowhere.
pub(super) fn place(part: Part) -> Option<Place> {
    match part {
        Part::Global(_) => None,
        Part::Local(procedure, _) | Part::Enforce(procedure, _) => Some(Place { procedure, point: Point::ENTRY }),
        Part::Statement(place) => Some(place),
    }
}

/// Where it stands.
pub(super) fn span(program: &Program, part: Part) -> Span {
    match part {
        Part::Global(index) => program.globals[index].span,
        Part::Local(procedure, index) => program[procedure].locals[index].span,
        Part::Enforce(procedure, index) => program.expr_span(program[program[procedure].enforce][index]),
        Part::Statement(place) => program.span(place),
    }
}

/// Its text in one line.
pub(super) fn text(program: &Program, source: &Source, part: Part) -> String {
    let declared = |variable: &Variable| {
        let value = if variable.init == Some(true) { "T" } else { "F" };
        format!("decl {} := {value}", program.name(variable.name))
    };
    match part {
        Part::Global(index) => declared(&program.globals[index]),
        Part::Local(procedure, index) => declared(&program[procedure].locals[index]),
        Part::Enforce(..) => format!("enforce {}", plain(&source.text(span(program, part)), 60)),
        Part::Statement(place) => Statement::at(program, source, place).text,
    }
}

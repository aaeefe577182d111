//! Boolean programs in Moped's dialect.

mod blocks;
mod body;
mod expression;
mod flow;
mod lines;
mod names;
mod statement;

use crate::lang::program::property::{Property, PropertyKind};
use crate::lang::program::{Kind, Place, ProcId, Procedure, Program};
use crate::pipeline::Loaded;
use body::Body;
use expression::{ANY, constant};
use names::{Names, Scope};
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// The asserts that are asked about.
struct Asked(FxHashSet<Place>);

impl Asked {
    fn is_violated_at(&self, place: Place) -> bool {
        self.0.contains(&place)
    }
}

/// The program as Moped reads it. Its first lines say which labels stand for the properties of `loaded`: `PROCEDURE:LABEL`, one for each property, behind
/// `//` and three blanks.
pub fn program(loaded: &Loaded) -> String {
    let (program, entry) = (&loaded.program, loaded.entry);
    let has_values = program.globals.iter().any(|global| global.init.is_some());
    let begins = has_values && is_called(program, entry) || program.name(program[entry].name) != "main";
    let names = Names::of(program, begins);
    let is_assert = |property: &&Property| !property.kind.is_place();
    let asked = Asked(loaded.properties.iter().filter(is_assert).map(|property| property.place).collect());
    let scopes: Vec<Scope> = program.procedure_ids().map(|id| Scope::of(program, &names, id)).collect();
    let bodies = program.procedure_ids().zip(&scopes).map(|(id, scope)| {
        let mut body = Body::new(program, &names, scope, &asked, id);
        if id == entry && !begins {
            values(program, &names).for_each(|line| body.lines.push(line));
        }
        body.write();
        body
    });
    let bodies: Vec<Body> = bodies.collect();
    let mut out = heading(loaded, &names, &bodies);
    declare("", &names.globals, &mut out);
    if begins {
        let arguments = vec![ANY; program[entry].params].join(", ");
        let lines = values(program, &names).chain([format!("{}({arguments});", names.procedure(entry))]);
        let lines: String = lines.map(|line| format!("  {line}\n")).collect();
        // Writing to a string cannot fail.
        let _ = write!(out, "\nvoid main()\nbegin\n{lines}end\n");
    }
    for ((id, body), scope) in program.procedure_ids().zip(&bodies).zip(&scopes) {
        procedure(&program[id], names.procedure(id), scope, body, &mut out);
    }
    out
}

fn is_called(program: &Program, procedure: ProcId) -> bool {
    let mut places = program.procedure_ids().flat_map(|id| program.places(id));
    places.any(|place| matches!(program[place].kind, Kind::Call { callee, .. } if callee == procedure))
}

/// How globals get their initial values.
fn values<'p>(program: &'p Program, names: &'p Names) -> impl Iterator<Item = String> + 'p {
    let values = program.globals.iter().zip(&names.globals);
    values.filter_map(|(global, name)| Some(format!("{name} := {};", constant(global.init?))))
}

fn heading(loaded: &Loaded, names: &Names, bodies: &[Body]) -> String {
    let (program, source) = (&loaded.program, &loaded.source);
    if loaded.properties.is_empty() {
        return format!("// {}, written for Moped; there is no label to ask about\n\n", source.name());
    }
    let mut out = format!("// {}, written for Moped: UNSAFE if one of these labels is reached\n", source.name());
    for (number, Property { kind, place }) in loaded.properties.iter().enumerate() {
        let body = &bodies[place.procedure.index()];
        let label = match kind {
            PropertyKind::Label(label) => body.lines.label(program, *place, label),
            PropertyKind::Place | PropertyKind::Runs(_) => None,
            PropertyKind::Assert | PropertyKind::AbortIf => body.violated.as_deref(),
        };
        let (label, number) = (label.unwrap_or_default(), number + 1);
        let (procedure, place) = (names.procedure(place.procedure), source.locate(program.span(*place)));
        let _ = writeln!(out, "//   {procedure}:{label}  property {number}, {} at {place}", kind.word());
    }
    out.push('\n');
    out
}

fn declare(indent: &str, names: &[String], out: &mut String) {
    if !names.is_empty() {
        let _ = writeln!(out, "{indent}decl {};", names.join(", "));
    }
}

fn procedure(procedure: &Procedure, name: &str, scope: &Scope, body: &Body, out: &mut String) {
    let (parameters, locals) = scope.locals.split_at(procedure.params);
    let results = match procedure.results {
        0 => "void".to_string(),
        1 => "bool".to_string(),
        n => format!("bool<{n}>"),
    };
    let _ = write!(out, "\n{results} {name}({})\nbegin\n", parameters.join(", "));
    declare("  ", &[locals, &body.kept].concat(), out);
    body.lines.write(out);
    out.push_str("end\n");
}

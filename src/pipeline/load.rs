//! From text to a program with what is asked of it.

use super::{Failure, Loaded, Options, temporal};
use crate::engine::EngineSpec;
use crate::lang::program::property::{LabelRequest, Property, properties};
use crate::lang::program::{Kind, Place, Point, ProcId, Program, resolve};
use crate::lang::source::{Diagnostic, Diagnostics, Source, Span};
use crate::lang::spelling::meant_or_there;
use crate::lang::syntax::parse;

/// Text to program: parsed, resolved, with entry and properties.
///
/// # Errors
/// All errors of the text, or the entry, label or variable that is not there.
pub fn load(source: &Source, options: &Options) -> Result<Loaded, Failure> {
    let mut start = options.stopwatch.now();
    let mut diagnostics = Diagnostics::new(source);
    let ast = parse(source, options.manner, &mut diagnostics);
    let program = resolve(ast, &mut diagnostics);
    diagnostics.sort();
    let Some(mut program) = program else { return Err(Failure::Rejected(diagnostics)) };
    let mut companions = program.accompany(&options.companions);
    program.find_words(source, options.words);
    let entry = match (&options.entry, program.find_procedure(options.entry.as_deref().unwrap_or("main"))) {
        (_, Some(entry)) => entry,
        (Some(name), None) => return Err(Failure::Request(no_entry(&program, name))),
        (None, None) => {
            diagnostics.push(no_main(source));
            return Err(Failure::Rejected(diagnostics));
        }
    };
    let (claims, doubts) = temporal::claims(&options.temporal, source, &program, options.manner)?;
    companions.extend(doubts);
    let all = match claims.is_empty() {
        true => {
            properties(&program, &options.labels).map_err(|request| Failure::Request(no_label(&program, request)))?
        }
        false => {
            let place = Place { procedure: entry, point: Point::ENTRY };
            claims.iter().map(|claim| Property { kind: claim.kind(), place }).collect()
        }
    };
    let (properties, numbers) = asked(all, &options.only)?;
    let claims = match numbers.is_empty() {
        true => claims,
        false => numbers.iter().filter_map(|number| claims.get(number - 1).cloned()).collect(),
    };
    if properties.is_empty() && options.manner.dialect.asserts_block() {
        first_assert(source, &program).into_iter().for_each(|span| diagnostics.push(assert_blocks(span)));
    }
    for row in options.registry.rows() {
        EngineSpec::of(row).engine(&options.given, &program).map_err(Failure::Request)?;
    }
    Ok(Loaded {
        source: source.clone(),
        program,
        warnings: diagnostics,
        companions,
        entry,
        properties,
        claims,
        numbers,
        took: options.stopwatch.lap(&mut start),
    })
}

/// The properties with these numbers, each once and in the order of the text, and these; of an empty list all.
fn asked(all: Vec<Property>, only: &[usize]) -> Result<(Vec<Property>, Vec<usize>), Failure> {
    if let Some(number) = only.iter().find(|&&number| number == 0 || number > all.len()) {
        let there = match all.len() {
            0 => "there are none".to_string(),
            1 => "there is only property 1".to_string(),
            count => format!("they are numbered from 1 to {count}"),
        };
        return Err(Failure::Request(format!("there is no property {number}: {there}")));
    }
    if only.is_empty() {
        return Ok((all, Vec::new()));
    }
    let numbered = all.into_iter().zip(1..).filter(|(_, number)| only.contains(number));
    Ok(numbered.unzip())
}

fn no_entry(program: &Program, name: &str) -> String {
    format!("there is no procedure `{name}` to begin in{}", meant_or_there(name, procedures(program)))
}

fn no_label(program: &Program, LabelRequest { procedure, label }: &LabelRequest) -> String {
    match procedure {
        None => format!("there is no label `{label}`{}", meant_or_there(label, labels(program, None))),
        Some(procedure) => match program.find_procedure(procedure) {
            None => {
                let meant = meant_or_there(procedure, procedures(program));
                format!("there is no procedure `{procedure}`, so no label `{label}` in it{meant}")
            }
            id => {
                let meant = meant_or_there(label, labels(program, id));
                format!("there is no label `{label}` in procedure `{procedure}`{meant}")
            }
        },
    }
}

/// The labels of a program, or of one procedure, in the order of the text.
pub(super) fn labels(program: &Program, within: Option<ProcId>) -> impl Iterator<Item = &str> {
    let places = program.procedure_ids().filter(move |&id| within.is_none_or(|within| within == id));
    let labels = places.flat_map(|id| program.places(id)).flat_map(|place| &program[program[place].labels]);
    labels.map(|&label| program.name(label))
}

fn procedures(program: &Program) -> impl Iterator<Item = &str> {
    program.procedure_ids().map(|id| program.name(program[id].name))
}

/// Where the first statement stands that is an `assert` in the text.
fn first_assert(source: &Source, program: &Program) -> Option<Span> {
    let places = program.procedure_ids().flat_map(|id| program.places(id));
    let spans = places.filter(|&place| matches!(program[place].kind, Kind::Assume(_))).map(|place| program.span(place));
    spans.filter(|&span| source.text(span).starts_with("assert")).min_by_key(|span| span.start)
}

fn assert_blocks(span: Span) -> Diagnostic {
    Diagnostic::warning(
        "assert-blocks",
        span,
        "in this dialect an `assert` does not fail: it ends runs as `assume` does",
    )
    .label("no property")
    .hint("`--label L` asks whether a run comes to the label L")
}

fn no_main(source: &Source) -> Diagnostic {
    let end = source.bytes().len();
    Diagnostic::error("no-main", Span::new(end, end), "there is no procedure `main`")
        .label("expected `void main() begin … end`")
        .hint("runs begin in `main`; `--entry P` begins in procedure P")
}

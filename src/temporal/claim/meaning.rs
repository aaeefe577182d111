//! What an atom means in a program.

use super::head::{self, Head};
use super::{Condition, Said, Spoken};
use crate::lang::program::product::Position;
use crate::lang::program::{Kind, Place, Point, ProcId, Program};
use crate::lang::source::{Diagnostic, Diagnostics, Source, Span};
use crate::lang::spelling::meant_or_there;
use crate::ltl::parse::Atom;

/// When an atom holds.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// Control is at one of these places, which are in order.
    Places(Vec<Place>),
    /// Control is in the procedure.
    In(ProcId),
    /// The condition holds.
    If(Box<Condition>),
    /// The head is there, of a pushdown system.
    Head(Box<Head>),
    /// The run is over.
    Over,
    /// The run has violated an assertion.
    Violated,
}

impl Meaning {
    /// What is known of the atom at a position.
    pub fn said(&self, position: Position) -> Said<'_> {
        let at = |is: &dyn Fn(Place) -> bool| match position {
            Position::At(place) => is(place),
            Position::Over | Position::Violated => false,
        };
        Said::Known(match self {
            Meaning::Head(head) => return head.said(position),
            Meaning::Places(places) => at(&|place| places.binary_search(&place).is_ok()),
            Meaning::In(procedure) => at(&|place| place.procedure == *procedure),
            Meaning::Over => position == Position::Over,
            Meaning::Violated => position == Position::Violated,
            Meaning::If(condition) if condition.of.is_some_and(|of| !at(&|place| place.procedure == of)) => false,
            Meaning::If(condition) => {
                let Condition { program, expr, of } = &**condition;
                return Said::If { program, expr: *expr, of: *of };
            }
        })
    }
}

/// Why an atom means nothing.
pub(super) type Fault = Box<Diagnostic>;

/// What an atom means that stands there in a formula.
pub(super) fn meaning(
    atom: &Atom,
    span: Span,
    text: &Source,
    of: Spoken<'_>,
    remarks: &mut Diagnostics,
) -> Result<Meaning, Fault> {
    if let Some(coded) = of.source.of_system() {
        return head::meaning(atom, span, coded, of);
    }
    let program = of.program;
    let procedure = |name: &str| {
        let known = program.procedure_ids().map(|id| program.name(program[id].name));
        program.find_procedure(name).ok_or_else(|| {
            let message = format!("there is no procedure `{name}`{}", meant_or_there(name, known));
            fault("unknown-procedure", span, message)
        })
    };
    Ok(match atom {
        Atom::Label { procedure: Some(name), label } => {
            let id = procedure(name)?;
            labelled(program, Some(id), label, span)?
        }
        Atom::Label { procedure: None, label } => {
            let meaning = labelled(program, None, label, span)?;
            if let Meaning::Places(places) = &meaning
                && let (Some(first), Some(last)) = (places.first(), places.last())
                && first.procedure != last.procedure
            {
                let name = program.name(program[first.procedure].name);
                let message = format!("several procedures have a label `{label}`: each of them is meant");
                remarks.push(
                    Diagnostic::warning("ambiguous-label", span, message)
                        .hint(format!("`{name}:{label}` is the one of `{name}`")),
                );
            }
            meaning
        }
        Atom::In(name) => Meaning::In(procedure(name)?),
        Atom::At(line) => {
            let places = program.procedure_ids().flat_map(|id| program.places(id));
            let on_line = |place: &Place| {
                place.point != Point::ENTRY && of.source.position(program.span(*place).start).line == *line
            };
            let places: Vec<Place> = places.filter(on_line).collect();
            if places.is_empty() {
                return Err(fault("no-statement", span, format!("no statement begins on line {line}")));
            }
            Meaning::Places(places)
        }
        Atom::Entry(name) | Atom::Exit(name) => {
            let id = procedure(name)?;
            let word = if matches!(atom, Atom::Entry(_)) { "entry" } else { "exit" };
            if let Ok(meaning) = labelled(program, Some(id), word, span) {
                let message = format!("`{name}` has a label `{word}`: that is meant");
                remarks.push(Diagnostic::warning("label-meant", span, message));
                return Ok(meaning);
            }
            Meaning::Places(match atom {
                Atom::Entry(_) => vec![Place { procedure: id, point: Point::ENTRY }],
                _ => returns(program, id).collect(),
            })
        }
        Atom::Call(name) => Meaning::Places(vec![Place { procedure: procedure(name)?, point: Point::ENTRY }]),
        Atom::Return(name) => Meaning::Places(returns(program, procedure(name)?).collect()),
        Atom::Expression(expression) => Meaning::If(Box::new(Condition::read(expression, span, text, of)?)),
        Atom::Head { .. } => {
            let mut remark =
                fault("atom", span, format!("`{atom}` is a head of a pushdown system, and this is a program"));
            remark.hint =
                Some("atoms are labels, `in PROC`, `at LINE`, `call PROC`, `return PROC` and `{ x & !y }`".into());
            return Err(remark);
        }
        Atom::End => Meaning::Over,
        Atom::Violation => Meaning::Violated,
    })
}

/// Where a procedure returns.
fn returns(program: &Program, procedure: ProcId) -> impl Iterator<Item = Place> + '_ {
    program.places(procedure).filter(|place| matches!(program[*place].kind, Kind::Return(_) | Kind::End))
}

/// Control is at the label, in this procedure or in any.
fn labelled(program: &Program, within: Option<ProcId>, label: &str, span: Span) -> Result<Meaning, Fault> {
    let procedures = || program.procedure_ids().filter(|&id| within.is_none_or(|within| within == id));
    let places = || procedures().flat_map(|id| program.places(id));
    let labels = |place: Place| program[program[place].labels].iter().map(|&label| program.name(label));
    let found: Vec<Place> = places().filter(|&place| labels(place).any(|own| own == label)).collect();
    if found.is_empty() {
        let message = format!("there is no label `{label}`{}", meant_or_there(label, places().flat_map(labels)));
        let hint = format!("a variable stands in braces, as in `{{{label}}}`");
        return Err(Box::new(Diagnostic::error("unknown-label", span, message).hint(hint)));
    }
    Ok(Meaning::Places(found))
}

/// An error.
pub(super) fn fault(code: &'static str, span: Span, message: impl Into<String>) -> Fault {
    Box::new(Diagnostic::error(code, span, message))
}

//! The names of a program, as documents use them.

use super::document::{AutomatonPart, KindPart, MonitorPart, PropertyPart};
use super::error::ReadError;
use crate::lang::program::property::{Forbidden, Property, PropertyKind};
use crate::lang::program::{Place, Point, ProcId, Program, Var};
use crate::verdict::names::{HIDDEN, Names};
use rustc_hash::FxHashMap;
use serde::Deserialize;

/// What all versions of a document have in common.
#[derive(Deserialize)]
struct Versioned {
    schema_version: u64,
}

/// Whether a document is of the version that is understood.
pub(in crate::verdict) fn version(text: &[u8], what: &'static str, known: u32) -> Result<(), ReadError> {
    let Versioned { schema_version: found } = serde_json::from_slice(text).map_err(ReadError::form(what))?;
    if found == u64::from(known) { Ok(()) } else { Err(ReadError::Version { found, known }) }
}

/// Finds what names stand for. `at` says where in the document a name is, for the error.
pub(in crate::verdict) struct Lookup<'a> {
    program: &'a Program,
    procedures: FxHashMap<&'a str, ProcId>,
}

impl<'a> Lookup<'a> {
    pub(crate) fn new(program: &'a Program) -> Lookup<'a> {
        let procedures = program.procedure_ids().map(|id| (program.name(program[id].name), id)).collect();
        Lookup { program, procedures }
    }

    pub(crate) fn procedure(&self, at: &str, name: &str) -> Result<ProcId, ReadError> {
        let found = self.procedures.get(name).copied();
        found.ok_or_else(|| ReadError::name(at, &format!("the program has no procedure `{name}`")))
    }

    pub(crate) fn place(&self, at: &str, text: &str) -> Result<Place, ReadError> {
        let nowhere = || ReadError::name(at, &format!("the program has no place `{text}`"));
        let (name, number) = text.rsplit_once('#').ok_or_else(nowhere)?;
        // A number has one spelling: no sign, and no zero before it.
        let point = Point(number.parse().ok().filter(|point: &u32| point.to_string() == number).ok_or_else(nowhere)?);
        let procedure = self.procedures.get(name).copied().ok_or_else(nowhere)?;
        if point.0 < self.program[procedure].points() { Ok(Place { procedure, point }) } else { Err(nowhere()) }
    }

    /// A place that has to be in this procedure.
    pub(crate) fn point(&self, at: &str, procedure: ProcId, text: &str) -> Result<Point, ReadError> {
        let place = self.place(at, text)?;
        if place.procedure == procedure {
            Ok(place.point)
        } else {
            Err(ReadError::name(at, &format!("`{text}` is not in the procedure")))
        }
    }

    pub(crate) fn property(&self, at: &str, part: PropertyPart<'_>) -> Result<Property, ReadError> {
        let place = self.place(&format!("{at}.place"), &part.place)?;
        // What only properties of one kind have, and what this one has.
        let only = [
            (KindPart::Label, "label", part.label.is_some()),
            (KindPart::Ltl, "formula", part.formula.is_some()),
            (KindPart::Automaton, "automaton", part.automaton.is_some()),
            (KindPart::Monitor, "monitor", part.monitor.is_some()),
        ];
        for (kind, field, is_there) in only {
            let name = format!("{at}.{field}");
            let kind_name = if kind == KindPart::Ltl { "ltl" } else { field };
            match (kind == part.kind, is_there) {
                (true, false) => {
                    return Err(ReadError::name(&name, &format!("a property of kind `{kind_name}` needs it")));
                }
                (false, true) => {
                    return Err(ReadError::name(&name, &format!("only a property of kind `{kind_name}` has one")));
                }
                _ => {}
            }
        }
        let kind = match (part.kind, part.label, part.formula, part.automaton, part.monitor) {
            (_, Some(label), ..) => PropertyKind::Label(label.into_owned()),
            (_, _, Some(formula), ..) => PropertyKind::Runs(Forbidden::Formula(formula.into_owned())),
            (.., Some(AutomatonPart { name, hoa }), _) => {
                PropertyKind::Runs(Forbidden::Automaton { name: name.into_owned(), hoa: hoa.into_owned() })
            }
            (.., Some(MonitorPart { name, text })) => {
                PropertyKind::Runs(Forbidden::Monitor { name: name.into_owned(), text: text.into_owned() })
            }
            (KindPart::AbortIf, ..) => PropertyKind::AbortIf,
            (KindPart::Place, ..) => PropertyKind::Place,
            _ => PropertyKind::Assert,
        };
        Ok(Property { kind, place })
    }

    /// The variables that a procedure sees.
    pub(crate) fn variables(&self, procedure: ProcId) -> FxHashMap<String, Var> {
        let Names { globals, locals } = Names::of(self.program, procedure);
        debug_assert!(locals.iter().all(|name| !name.starts_with(HIDDEN)));
        let globals = globals.into_iter().enumerate().map(|(index, name)| (name.into_owned(), Var::global(index)));
        let locals = locals.into_iter().enumerate().map(|(index, name)| (name.to_string(), Var::local(index)));
        globals.chain(locals).collect()
    }
}

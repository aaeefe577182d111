//! Whether a program has a property.

use crate::lang::program::property::{Property, PropertyKind};
use crate::lang::program::{Kind, Program};

/// Whether there is such a place, and at it what the property is about.
pub(super) fn exists(program: &Program, property: &Property) -> bool {
    let place = property.place;
    match program.procedures.get(place.procedure.index()) {
        Some(procedure) if place.point.0 < procedure.points() => {}
        _ => return false,
    }
    let statement = &program[place];
    match &property.kind {
        PropertyKind::Assert => matches!(statement.kind, Kind::Assert(_)),
        PropertyKind::AbortIf => matches!(statement.kind, Kind::AbortIf(_)),
        PropertyKind::Place | PropertyKind::Ltl(_) => true,
        PropertyKind::Label(label) => program[statement.labels].iter().any(|&own| program.name(own) == label),
    }
}

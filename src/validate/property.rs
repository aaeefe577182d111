//! Whether a program has a property.

use crate::lang::program::property::{Property, PropertyKind};
use crate::lang::program::{Kind, Place, Program};

/// Whether there is such a place.
pub(super) fn is_there(program: &Program, place: Place) -> bool {
    program.procedures.get(place.procedure.index()).is_some_and(|procedure| place.point.0 < procedure.points())
}

/// Whether there is such a place, and at it what the property is about. A formula about runs is of no place: that runs do not come to one says nothing
/// about it.
pub(super) fn exists(program: &Program, property: &Property) -> bool {
    if !is_there(program, property.place) {
        return false;
    }
    let statement = &program[property.place];
    match &property.kind {
        PropertyKind::Assert => matches!(statement.kind, Kind::Assert(_)),
        PropertyKind::AbortIf => matches!(statement.kind, Kind::AbortIf(_)),
        PropertyKind::Place => true,
        PropertyKind::Runs(_) => false,
        PropertyKind::Label(label) => program[statement.labels].iter().any(|&own| program.name(own) == label),
    }
}

//! By what a property is found again in another version of its program.

use super::document::owned;
use crate::lang::program::property::{Property, PropertyKind};
use crate::lang::program::{Kind, Place, Point, ProcId, Program};
use crate::verdict::json::KindPart;
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct KeyPart<'a> {
    /// The procedure in which it is.
    pub(super) procedure: Cow<'a, str>,
    /// What is forbidden.
    pub(super) kind: KindPart,
    /// The label, for `label`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) label: Option<Cow<'a, str>>,
    /// How many places for properties of this kind come before it in the procedure, whether they are asked about or not.
    pub(super) before: usize,
}

impl KeyPart<'_> {
    pub(super) fn into_owned(self) -> KeyPart<'static> {
        let KeyPart { procedure, kind, label, before } = self;
        KeyPart { procedure: owned(procedure), kind, label: label.map(owned), before }
    }
}

/// The keys of properties, in their order. They say where a property stands in the program, so they are the same whatever is asked besides.
pub(super) fn keys(program: &Program, properties: &[Property]) -> Vec<KeyPart<'static>> {
    let mut alike: FxHashMap<(ProcId, &PropertyKind), Vec<Point>> = FxHashMap::default();
    let key = |property: &Property, alike: &[Point]| {
        let Property { kind, place } = property;
        let label = match kind {
            PropertyKind::Assert | PropertyKind::AbortIf | PropertyKind::Place => None,
            PropertyKind::Label(label) => Some(label.as_str()),
            PropertyKind::Runs(endless) => Some(endless.name()),
        };
        KeyPart {
            procedure: owned(program.name(program[place.procedure].name).into()),
            kind: KindPart::of(kind),
            label: label.map(|label| owned(label.into())),
            before: alike.partition_point(|&point| point < place.point),
        }
    };
    let keys = properties.iter().map(|property| {
        let Property { kind, place } = property;
        let all = || program.places(place.procedure).filter(|&place| is_such(program, kind, place));
        let points = || all().map(|place| place.point).collect();
        key(property, alike.entry((place.procedure, kind)).or_insert_with(points))
    });
    keys.collect()
}

/// Whether there is a property of this kind at a place; none is about a run as a whole.
fn is_such(program: &Program, kind: &PropertyKind, place: Place) -> bool {
    match kind {
        PropertyKind::Assert => matches!(program[place].kind, Kind::Assert(_)),
        PropertyKind::AbortIf => matches!(program[place].kind, Kind::AbortIf(_)),
        PropertyKind::Label(label) => program[program[place].labels].iter().any(|&other| program.name(other) == label),
        PropertyKind::Place => true,
        PropertyKind::Runs(_) => false,
    }
}

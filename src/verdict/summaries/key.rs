//! By what a property is found again in another version of its program.

use super::document::owned;
use crate::lang::program::property::{Property, PropertyKind};
use crate::lang::program::{ProcId, Program};
use crate::verdict::json::KindPart;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

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
    /// How many properties of this kind come before it in the procedure.
    pub(super) before: usize,
}

impl KeyPart<'_> {
    pub(super) fn into_owned(self) -> KeyPart<'static> {
        let KeyPart { procedure, kind, label, before } = self;
        KeyPart { procedure: owned(procedure), kind, label: label.map(owned), before }
    }
}

/// The keys of properties, in their order.
pub(super) fn keys(program: &Program, properties: &[Property]) -> Vec<KeyPart<'static>> {
    let mut order: Vec<usize> = (0..properties.len()).collect();
    order.sort_by_key(|&index| (properties[index].place.procedure, properties[index].place.point));
    let mut seen: BTreeMap<(ProcId, &str, Option<&str>), usize> = BTreeMap::new();
    let mut keys = vec![None; properties.len()];
    for index in order {
        let Property { kind, place } = &properties[index];
        let label = match kind {
            PropertyKind::Assert | PropertyKind::AbortIf | PropertyKind::Place => None,
            PropertyKind::Label(label) => Some(label.as_str()),
            PropertyKind::Runs(endless) => Some(endless.name()),
        };
        let seen = seen.entry((place.procedure, kind.word(), label)).or_default();
        keys[index] = Some(KeyPart {
            procedure: owned(program.name(program[place.procedure].name).into()),
            kind: KindPart::of(kind),
            label: label.map(|label| owned(label.into())),
            before: *seen,
        });
        *seen += 1;
    }
    keys.into_iter().flatten().collect()
}

//! The document of summaries. What is said here about each field goes into the JSON Schema.

use super::SCHEMA_VERSION;
use super::key::KeyPart;
use crate::lang::source::Source;
use crate::verdict::certificate::json::{NodePart, Reference};
use crate::verdict::json::{ProgramPart, ToolPart};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What is known of the procedures of a Boolean program, to be tried on others.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "bpcheck summaries")]
pub(super) struct SummariesDocument<'a> {
    /// The version of this format.
    pub(super) schema_version: u32,
    /// What wrote it.
    #[serde(borrow)]
    pub(super) tool: ToolPart<'a>,
    /// Of which program it is.
    #[serde(borrow)]
    pub(super) program: ProgramPart<'a>,
    /// The procedures.
    #[serde(borrow)]
    pub(super) procedures: Vec<ProcedurePart<'a>>,
}

impl<'a> SummariesDocument<'a> {
    pub(super) fn of(source: &'a Source, procedures: Vec<ProcedurePart<'a>>) -> SummariesDocument<'a> {
        let program = ProgramPart { path: source.name().into(), sha256: source.sha256().into() };
        SummariesDocument { schema_version: SCHEMA_VERSION, tool: ToolPart::this(), program, procedures }
    }
}

/// What is known of a procedure: of any activation, whoever enters it with whatever.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ProcedurePart<'a> {
    /// Its name.
    pub(super) name: Cow<'a, str>,
    /// The SHA-256 of its text, without comments and space, in lower-case hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) body: Option<Cow<'a, str>>,
    /// The formulas, each over earlier ones. Node n is the n-th of them, counted from 1.
    #[serde(default, borrow, skip_serializing_if = "Vec::is_empty")]
    pub(super) nodes: Vec<NodePart<'a>>,
    /// What it obeys when it returns: over `entry`, globals `now`, and results.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) returns: Vec<Reference>,
    /// For each of its loop heads, in the order of the text, what holds there: over `entry` and `now`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) heads: Vec<Vec<Reference>>,
    /// With what it is entered if it comes to violate a property, in itself or in a callee: over `entry`.
    #[serde(default, borrow, skip_serializing_if = "Vec::is_empty")]
    pub(super) hits: Vec<HitsPart<'a>>,
}

/// From which entries a property may be violated.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HitsPart<'a> {
    /// Which property; without, any.
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub(super) property: Option<KeyPart<'a>>,
    /// What holds of the entry.
    pub(super) entered: Vec<Reference>,
}

impl ProcedurePart<'_> {
    /// How many lemmas there are.
    pub(super) fn count(&self) -> usize {
        let heads: usize = self.heads.iter().map(Vec::len).sum();
        let hits: usize = self.hits.iter().map(|hits| hits.entered.len()).sum();
        self.returns.len() + heads + hits
    }

    /// The same, with text of its own.
    pub(super) fn into_owned(self) -> ProcedurePart<'static> {
        let ProcedurePart { name, body, nodes, returns, heads, hits } = self;
        let hits = hits
            .into_iter()
            .map(|HitsPart { property, entered }| HitsPart { property: property.map(KeyPart::into_owned), entered });
        ProcedurePart {
            name: owned(name),
            body: body.map(owned),
            nodes: nodes.into_iter().map(NodePart::into_owned).collect(),
            returns,
            heads,
            hits: hits.collect(),
        }
    }
}

pub(super) fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
    text.into_owned().into()
}

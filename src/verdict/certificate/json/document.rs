//! The document of a certificate. What is said here about each field goes into the JSON Schema.

use crate::verdict::json::{ProgramPart, PropertyPart, ToolPart};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A proof that no run of a Boolean program violates some properties: contracts of procedures, and invariants.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "bpcheck certificate")]
pub(crate) struct CertificateDocument<'a> {
    /// The version of this format.
    pub(crate) schema_version: u32,
    /// What wrote it.
    #[serde(borrow)]
    pub(crate) tool: ToolPart<'a>,
    /// Of which program it is.
    #[serde(borrow)]
    pub(crate) program: ProgramPart<'a>,
    /// The procedure in which runs begin.
    pub(crate) entry: Cow<'a, str>,
    /// What no run violates.
    #[serde(borrow)]
    pub(crate) properties: Vec<PropertyPart<'a>>,
    /// The contracts. Runs begin under the first one of the entry procedure.
    #[serde(borrow)]
    pub(crate) contracts: Vec<ContractPart<'a>>,
}

/// What is claimed of some activations of a procedure.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ContractPart<'a> {
    /// The index of this contract among all contracts.
    pub(crate) id: usize,
    /// The name of the procedure.
    pub(crate) procedure: Cow<'a, str>,
    /// The formulas of this contract, each over earlier ones. Node n is the n-th of them, counted from 1.
    #[serde(default, borrow, skip_serializing_if = "Vec::is_empty")]
    pub(crate) nodes: Vec<NodePart<'a>>,
    /// What it is entered with: over `entry`.
    pub(crate) entry: Reference,
    /// What it leaves: over `entry`, globals `now`, and results.
    pub(crate) summary: Reference,
    /// For places, `procedure#n`, what holds whenever control is there, before the statement: over `entry` and `now`.
    #[serde(default, borrow, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) invariants: BTreeMap<Cow<'a, str>, Reference>,
    /// For places of calls that do not go by the first contract of their callee, the contract.
    #[serde(default, borrow, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) calls: BTreeMap<Cow<'a, str>, usize>,
}

/// A formula.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum NodePart<'a> {
    /// The value of a global or parameter when the activation was entered. A global that a local hides is written `::name`.
    Entry(#[serde(borrow)] Cow<'a, str>),
    /// The value of a variable now, or, in a summary, of a global at the return.
    Now(#[serde(borrow)] Cow<'a, str>),
    /// A result, counted from 0.
    Result(usize),
    /// Both hold.
    And(Reference, Reference),
}

impl NodePart<'_> {
    /// The same, with text of its own.
    pub(crate) fn into_owned(self) -> NodePart<'static> {
        match self {
            NodePart::Entry(name) => NodePart::Entry(name.into_owned().into()),
            NodePart::Now(name) => NodePart::Now(name.into_owned().into()),
            NodePart::Result(index) => NodePart::Result(index),
            NodePart::And(a, b) => NodePart::And(a, b),
        }
    }
}

/// A formula: a constant, node n as n, or its negation as -n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Reference {
    /// A constant.
    Constant(bool),
    /// A node, or its negation.
    Node(i64),
}

//! The log of an engine's run. `schema/explain.schema.json` is made from these types.

use crate::engine::account::{Account, AccountStep, Scene, System, Target};
use crate::engine::registry::Registry;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::any::Any;
use std::borrow::Cow;

/// The version of the format. It grows when a field changes its meaning or goes away, not when one is added.
pub(crate) const SCHEMA_VERSION: u32 = 1;

/// The published schema of [`Log`].
pub fn schema() -> schemars::Schema {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<Log>()
}

/// What an engine did.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Log {
    /// The version of this format.
    pub(crate) schema_version: u32,
    /// What it was about.
    pub(crate) input: Input,
    /// The engine: `post` and `pre` for explicit systems, else as on the command line.
    pub(crate) engine: String,
    /// The pushdown system that the engine worked on.
    pub system: System,
    /// What was asked: whether these are reached.
    pub(crate) targets: Vec<Target>,
    /// What happened, in order.
    #[schemars(with = "Vec<AnyStep>")]
    pub events: Box<dyn Account>,
    /// How many events followed that are not here.
    pub left_out: u64,
}

/// The input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Input {
    /// Its name.
    pub path: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// Whether it is a program; else it is an explicit pushdown system.
    pub(crate) is_program: bool,
    /// Its lines.
    pub(crate) lines: Vec<String>,
}

/// Stands for a step of any engine in the schema: the kinds of steps that engines have, each once.
struct AnyStep;

impl JsonSchema for AnyStep {
    fn schema_name() -> Cow<'static, str> {
        "Event".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut all = Schema::default();
        for row in Registry::standard().rows() {
            let mut own = (row.telling.schema)(generator);
            let Some(Value::Array(more)) = own.remove(KINDS) else { continue };
            let mut kinds = match all.remove(KINDS) {
                Some(Value::Array(kinds)) => kinds,
                _ => Vec::new(),
            };
            let new: Vec<Value> = more.into_iter().filter(|kind| !kinds.contains(kind)).collect();
            kinds.extend(new);
            own.insert(KINDS.into(), kinds.into());
            all = own;
        }
        all
    }
}

/// Where a schema has the kinds of which something is one.
const KINDS: &str = "oneOf";

impl Log {
    /// What the account is about.
    pub fn scene(&self) -> Scene<'_> {
        Scene { system: &self.system, targets: &self.targets }
    }

    /// The steps, if they are of this type: that of the engine that took them.
    pub fn steps<S: AccountStep>(&self) -> Option<&[S]> {
        (&*self.events as &dyn Any).downcast_ref::<Vec<S>>().map(Vec::as_slice)
    }
}

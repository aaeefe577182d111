//! Rows of truth values as text.

use crate::lang::program::semantics::Bits;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// A row of truth values, written as a string of `0` and `1`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Row(pub(crate) Bits);

impl Row {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|bit| f.write_str(if *bit { "1" } else { "0" }))
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Row, D::Error> {
        deserializer.deserialize_str(RowVisitor)
    }
}

struct RowVisitor;

impl Visitor<'_> for RowVisitor {
    type Value = Row;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string of 0 and 1")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Row, E> {
        let bits = text.bytes().map(|byte| match byte {
            b'0' => Ok(false),
            b'1' => Ok(true),
            _ => Err(E::invalid_value(serde::de::Unexpected::Other("another character"), &self)),
        });
        bits.collect::<Result<Bits, E>>().map(Row)
    }
}

impl JsonSchema for Row {
    fn schema_name() -> Cow<'static, str> {
        "Row".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Truth values, one character each.",
            "type": "string",
            "pattern": "^[01]*$",
        })
    }
}

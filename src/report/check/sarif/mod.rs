//! The result of a check as a SARIF 2.1.0 log, for programs that show findings in source code.
//!
//! All inputs are one run of the tool. A violated property is a result with a code flow, a run that goes on for ever with two, its stem and its loop; SAFE is no result; what is not known, or cannot be
//! checked, is a notification, and then the execution was not successful: no result alone does not mean SAFE. A log that says
//! `executionSuccessful` and has no results does.
//!
//! Only what is used of the format is written down here, under the names of the standard.

mod build;
mod place;

use serde::Serialize;

/// The whole document.
#[derive(Clone, Debug, Serialize)]
pub struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    invocations: [Invocation; 1],
    results: Vec<Finding>,
    column_kind: &'static str,
}

#[derive(Clone, Debug, Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Clone, Debug, Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<Rule>,
}

/// A kind of property.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    short_description: Message,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Clone, Debug, Serialize)]
struct Notification {
    #[serde(skip_serializing_if = "Option::is_none")]
    descriptor: Option<Descriptor>,
    level: Level,
    message: Message,
    locations: Vec<Location>,
}

/// The kind of a notification.
#[derive(Clone, Debug, Serialize)]
struct Descriptor {
    id: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Note,
    Warning,
    Error,
}

/// A violated property: a `result` of the standard.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding {
    rule_id: &'static str,
    level: Level,
    message: Message,
    locations: [Location; 1],
    code_flows: Vec<CodeFlow>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct CodeFlow {
    /// Which part of a run it is that goes on for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
    thread_flows: [ThreadFlow; 1],
}

#[derive(Clone, Debug, Serialize)]
struct ThreadFlow {
    locations: Vec<Step>,
}

/// A `threadFlowLocation` of the standard.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Step {
    location: Location,
    nesting_level: usize,
    /// Where it is known on which steps the violation depends.
    #[serde(skip_serializing_if = "Option::is_none")]
    importance: Option<Importance>,
}

/// How much a step matters.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
enum Importance {
    /// The violation depends on it, or is it.
    Essential,
    /// It could be otherwise.
    Unimportant,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<LogicalLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Clone, Debug, Serialize)]
struct ArtifactLocation {
    uri: String,
}

/// Lines and columns count from 1, columns in characters; the end column is the one behind the last.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<u32>,
}

#[derive(Clone, Debug, Serialize)]
struct LogicalLocation {
    name: String,
    kind: &'static str,
}

#[derive(Clone, Debug, Serialize)]
struct Message {
    text: String,
}

impl Message {
    /// A message that says this. Single braces would be placeholders.
    fn new(text: &str) -> Message {
        Message { text: text.replace('{', "{{").replace('}', "}}") }
    }
}

//! One run as a line of JSON. `schema/campaign.schema.json` is made from these types.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the lines that are written, and the only one that is read.
pub const SCHEMA_VERSION: u32 = 1;

/// The published schema of a line.
pub fn schema() -> schemars::Schema {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<Record>()
}

/// An engine on an input, once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Record {
    /// The version of this format.
    pub schema_version: u32,
    /// What was run.
    pub tool: Tool,
    /// The machine: system, architecture, processors and memory.
    pub machine: String,
    /// When the run began: in UTC, such as `2026-01-31T23:59:59Z`; null if nobody wrote it down.
    #[serde(default)]
    pub started: Option<String>,
    /// The command line of the campaign; null if nobody wrote it down.
    #[serde(default)]
    pub command: Option<String>,
    /// What it was run on.
    pub input: Input,
    /// The engine, as it was asked for, or the name of the other tool.
    pub engine: String,
    /// What else was asked for: flags of `check`.
    pub flags: Vec<String>,
    /// Which of several runs of this engine on this input, from 1.
    pub round: u32,
    /// What was granted to the run.
    pub limits: Limits,
    /// The right answer, if it is known.
    pub expected: Option<Answer>,
    /// The answer; null if an error kept it from being given.
    pub verdict: Option<Answer>,
    /// Why the answer is UNKNOWN: `time`, `memory`, and so on.
    pub reason: Option<String>,
    /// Why there is no answer.
    pub error: Option<String>,
    /// What vouches for the answer; null if nothing is told of it.
    pub evidence: Option<Evidence>,
    /// How the process ended.
    pub exit: Exit,
    /// Processor time, wall time and memory of the run.
    pub cost: Cost,
    /// The counters of the engine, as `bpcheck check --format json` gives them: an object with a field for each, under the name of
    /// the engine. Null if it told none.
    pub stats: Option<Value>,
}

impl Record {
    /// Whether the answer is the opposite of the expected one.
    pub(crate) fn is_wrong(&self) -> bool {
        let opposite = match self.expected {
            Some(Answer::Safe) => Answer::Unsafe,
            Some(Answer::Unsafe) => Answer::Safe,
            Some(Answer::Unknown) | None => return false,
        };
        self.verdict == Some(opposite)
    }
}

/// A program that answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// Its version; null if it does not tell.
    pub version: Option<String>,
    /// The SHA-256 of the description that says how to run it; null for this tool.
    pub description: Option<String>,
}

impl Tool {
    /// This tool.
    pub(crate) fn this() -> Tool {
        let version = Some(env!("CARGO_PKG_VERSION").to_string());
        Tool { name: env!("CARGO_PKG_NAME").to_string(), version, description: None }
    }

    /// Whether it is this tool, of whatever version.
    pub fn is_this(&self) -> bool {
        self.description.is_none()
    }
}

/// A file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Input {
    /// Its path, as it was found.
    pub path: String,
    /// The SHA-256 of its bytes; null if they could not be read.
    pub sha256: Option<String>,
    /// How large it is; null if that is not known.
    pub size: Option<Size>,
}

/// How large a program is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Size {
    /// Lines of text.
    pub lines: u64,
    /// Procedures.
    pub procedures: u64,
    /// Variables: globals, parameters and locals of all procedures.
    pub variables: u64,
    /// Locations of all procedures: places for a program counter.
    pub locations: u64,
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Answer {
    /// No run violates a property.
    Safe,
    /// A run violates a property.
    Unsafe,
    /// Neither is known.
    Unknown,
}

/// What vouches for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// `trace`, `certificate` or `none`.
    pub kind: String,
    /// Whether it was checked before the answer was given.
    pub checked: bool,
    /// Why there is none.
    pub reason: Option<String>,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Exit {
    /// Its exit code.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
}

/// What is granted to a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Limits {
    /// Seconds, of processors as well as by the clock.
    pub seconds: f64,
    /// Memory in bytes.
    pub memory_bytes: Option<u64>,
}

/// What a run cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Cost {
    /// By the clock.
    pub wall_seconds: f64,
    /// Of processors; null where the system does not tell.
    pub cpu_seconds: Option<f64>,
    /// The most memory in use; null where the system does not tell.
    pub peak_memory_bytes: Option<u64>,
    /// How long each part took by the clock: an object with a field for each part. Null if it is not told.
    pub phases: Option<Value>,
}

//! The result of a check as one JSON document. `schema/check.schema.json` is made from these types.

mod build;

pub use build::{file, one, several};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The published schema of [`Document`].
pub fn schema() -> schemars::Schema {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<Document>()
}

/// The version of the format. It grows when a field changes its meaning or goes away, not when one is added.
pub(crate) const SCHEMA_VERSION: u32 = 1;

/// What `bpcheck check --format json` prints: one document, whether one input was given or several.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Document {
    /// Of one input.
    One(Box<OneFile>),
    /// Of several inputs.
    Several(Box<SeveralFiles>),
}

/// The result of checking one input.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OneFile {
    /// The version of this format.
    pub(crate) schema_version: u32,
    /// Who checked.
    pub(crate) tool: Tool,
    /// What was asked.
    pub(crate) config: Config,
    /// What came out.
    #[serde(flatten)]
    pub(crate) file: FileResult,
}

/// The results of checking several inputs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SeveralFiles {
    /// The version of this format.
    pub(crate) schema_version: u32,
    /// Who checked.
    pub(crate) tool: Tool,
    /// What was asked.
    pub(crate) config: Config,
    /// What came out, in the order of the command line.
    pub(crate) files: Vec<FileResult>,
}

/// What has become of what was known of a procedure.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SummaryInfo {
    /// Its name.
    pub(crate) procedure: String,
    /// `unchanged`, `kept`, `weakened`, `lost`, `not asked`, `new` or `gone`.
    pub(crate) word: &'static str,
    /// How many lemmas were known.
    pub(crate) known: usize,
    /// Those of these that hold here.
    pub(crate) kept: usize,
}

/// Who checked.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Tool {
    /// `bpcheck`.
    pub name: String,
    /// Its version.
    pub version: String,
}

impl Default for Tool {
    fn default() -> Tool {
        Tool { name: env!("CARGO_PKG_NAME").into(), version: env!("CARGO_PKG_VERSION").into() }
    }
}

/// What was asked.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Config {
    /// The engine, as on the command line.
    pub engine: String,
    /// Whether each property was to be decided, or only the first violation found.
    pub all: bool,
    /// Whether other engines were to decide, too.
    pub cross_check: bool,
    /// Whether violations were to have as few steps as possible.
    pub shortest: bool,
    /// How many more violations on other paths were wanted.
    pub another: usize,
    /// How deep loops and calls were to be followed.
    pub depth: Option<u32>,
    /// The limit on nodes of decision diagrams.
    pub max_nodes: Option<usize>,
    /// The order of variables in decision diagrams that was tried first: its name, or the file that lists it.
    pub order: String,
    /// The passes that were switched on besides; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    /// The passes that were switched off.
    pub without: Vec<String>,
    /// The labels that stand for the default properties, as on the command line.
    pub labels: Vec<String>,
    /// The flags that ask about runs as a whole; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formulas: Vec<String>,
    /// The procedure in which runs begin.
    pub entry: String,
    /// Whose dialect programs are written in.
    pub dialect: String,
    /// Which operators bind tighter: `standard` or `cprover`.
    pub precedence: String,
    /// Whether SAFE was certified: `wanted`, `unwanted` or `required`.
    pub certificate: String,
    /// Whether warnings counted as errors.
    pub deny_warnings: bool,
    /// The file of summaries that was tried and is written; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summaries: Option<String>,
    /// The certificate of another version that was tried; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reuse: Option<String>,
    /// The time limit for each input, in seconds.
    pub timeout_seconds: Option<f64>,
    /// The memory limit, in bytes.
    pub memory_bytes: Option<u64>,
}

/// What came out for one input.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FileResult {
    /// What was checked.
    pub(crate) input: Input,
    /// How large the program is; null if there is none.
    pub(crate) size: Option<Size>,
    /// The answer; null if an error kept it from being given.
    pub(crate) verdict: Option<Answer>,
    /// Why the answer is UNKNOWN.
    pub(crate) reason: Option<String>,
    /// Why there is no answer.
    pub(crate) error: Option<String>,
    /// One for each property, in the order of the text.
    pub(crate) results: Vec<PropertyResult>,
    /// The engine whose proof vouches for SAFE, if that is not the one that answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) prover: Option<String>,
    /// Whether formulas hold only because the program has no run that they are about; absent if that is not so, or was not found out soon.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) vacuous: bool,
    /// What it took to find out whether a head repeats, if the answer, or that to the last formula, came from that: how many stations there are, how often heads were left out, and how often successors were computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) heads: Option<Value>,
    /// What more is known of properties that are violated, if that was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) ways: Vec<WaysInfo>,
    /// What other engines said, if they were asked; none contradicts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) cross_check: Vec<SecondOpinion>,
    /// What the proofs of SAFE need of the program, if that was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) explanations: Vec<ProofInfo>,
    /// Procedure by procedure what has become of what was known of another version, if that was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) summaries: Vec<SummaryInfo>,
    /// What is wrong or doubtful about the input, in the order of the text, and then about the maps beside it; at most 1000 errors and 1000 warnings.
    pub(crate) diagnostics: Vec<Remark>,
    /// What it cost. All else in this document is the same in each run.
    pub(crate) resources: Cost,
    /// The counters of the engine: an object with a field for each, under the name of the engine.
    pub(crate) stats: Option<Value>,
}

/// Other violations of a property than the one that an engine happened to find.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WaysInfo {
    /// The number of the property.
    pub property: usize,
    /// How many steps the trace has.
    pub steps: Count,
    /// Whether it is known that no violation has fewer steps.
    pub shortest: bool,
    /// Why it is not known; null if it is, or was not asked.
    pub reason: Option<String>,
    /// The steps of the violations on other paths, one for each.
    pub others: Vec<Count>,
    /// Why there are not as many of these as were asked for; null if there are.
    pub why_no_more: Option<String>,
}

/// A count: a number up to 2^53 - 1, which all readers can hold, else its decimal digits; those of 2^1000 stand for all that are not smaller.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Count {
    /// A number.
    Number(u64),
    /// Its digits.
    Digits(String),
}

/// An input.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Input {
    /// Its path, or `<stdin>`.
    pub path: String,
    /// The SHA-256 of its bytes; null if they could not be read.
    pub sha256: Option<String>,
}

/// How large a program is.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct Size {
    /// Lines of text.
    pub lines: usize,
    /// Procedures.
    pub procedures: usize,
    /// Variables: globals, and parameters and locals of all procedures.
    pub variables: usize,
    /// Locations of all procedures: places for a program counter.
    pub locations: u64,
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Answer {
    /// No run violates the property.
    Safe,
    /// A run violates the property.
    Unsafe,
    /// Neither is known.
    Unknown,
}

/// What another engine said about the whole input.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct SecondOpinion {
    /// The engine.
    pub engine: String,
    /// Its answer.
    pub(crate) verdict: Answer,
    /// Why it is unknown.
    pub(crate) reason: Option<String>,
}

/// A property with its answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PropertyResult {
    /// The property.
    pub(crate) property: PropertyInfo,
    /// Where it stands: `procedure#n`, n counting the statements of the procedure in the order of the text.
    pub(crate) place: String,
    /// The answer.
    pub(crate) verdict: Answer,
    /// Why the answer is UNKNOWN.
    pub(crate) reason: Option<String>,
    /// The engine that gave the answer.
    pub engine: String,
    /// What vouches for it.
    pub(crate) evidence: EvidenceInfo,
}

/// A property.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PropertyInfo {
    /// Its number, from 1.
    pub(crate) number: usize,
    /// `assert`, `abortif`, `label`, `ltl`, `automaton` or `monitor`.
    pub(crate) kind: String,
    /// The label, if it is one.
    pub(crate) label: Option<String>,
    /// The formula, for `ltl`; then the place is where runs begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) formula: Option<String>,
    /// What the automaton is called, for `automaton`; then the place is where runs begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) automaton: Option<String>,
    /// What the monitor is called, for `monitor`; then the place is where runs begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) monitor: Option<String>,
    /// The procedure that it stands in.
    pub(crate) procedure: String,
    /// Its line, from 1.
    pub(crate) line: u32,
    /// Its column, from 1, in characters.
    pub(crate) column: u32,
    /// Where it stands in the C program; null if that is not known.
    pub(crate) origin: Option<CPlace>,
}

/// A place of the C program from which the input was made, as the input and the maps beside it tell it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CPlace {
    /// The file; null if it is not known.
    pub(crate) file: Option<String>,
    /// The line.
    pub(crate) line: u32,
    /// The function; null if it is not known.
    pub(crate) function: Option<String>,
}

/// What vouches for an answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct EvidenceInfo {
    /// `trace`, `certificate` or `none`.
    pub(crate) kind: String,
    /// Whether it was checked before the answer was given.
    pub(crate) checked: bool,
    /// Why there is none.
    pub(crate) reason: Option<String>,
}

/// What a proof of SAFE needs of the program.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ProofInfo {
    /// The numbers of the properties that it proves.
    pub(crate) properties: Vec<usize>,
    /// Why the rest is not known; null if it is.
    pub(crate) reason: Option<String>,
    /// The statements and assumptions that it needs. If all others may do anything, the proof holds; if one of these may, too, it does not.
    pub(crate) needs: Vec<Need>,
    /// How many statements and assumptions there are, but for what is proved.
    pub(crate) among: usize,
    /// The numbers of the properties that hold because no run comes to them.
    pub(crate) vacuous: Vec<usize>,
}

/// A statement or an assumption that a proof needs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Need {
    /// Where it counts: `procedure#n`; null for the initial value of a global.
    pub(crate) place: Option<String>,
    /// Its line, from 1.
    pub(crate) line: u32,
    /// Its column, from 1, in characters.
    pub(crate) column: u32,
    /// Its text in one line, cut if it is long.
    pub(crate) text: String,
}

/// Something wrong or doubtful about an input.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Remark {
    /// The file that it is about: the input, or a map beside it.
    pub path: String,
    /// `error` or `warning`.
    pub(crate) severity: String,
    /// The kind of remark, a stable name.
    pub(crate) code: String,
    /// What it is, in a sentence.
    pub(crate) message: String,
    /// Where it begins: line, from 1.
    pub(crate) line: u32,
    /// Where it begins: column, from 1, in characters.
    pub(crate) column: u32,
    /// Where it ends: line.
    pub(crate) end_line: u32,
    /// Where it ends: the column behind the last character.
    pub(crate) end_column: u32,
    /// What is to be said about this very place; may be empty.
    pub(crate) label: String,
    /// What to do about it, where that is known.
    pub(crate) hint: Option<String>,
    /// Other places that matter.
    pub(crate) related: Vec<Related>,
}

/// Another place that matters for a remark.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Related {
    /// Its line, from 1.
    pub(crate) line: u32,
    /// Its column, from 1, in characters.
    pub(crate) column: u32,
    /// What is there.
    pub(crate) message: String,
}

/// What a check cost.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Cost {
    /// Time on the wall for this input.
    pub wall_seconds: f64,
    /// Processor time of the process so far; null where the system does not tell.
    pub cpu_seconds: Option<f64>,
    /// The most memory the process used so far; null where the system does not tell.
    pub peak_memory_bytes: Option<u64>,
    /// Where the time went of the engine that answered; null if none did.
    pub phases: Option<PhaseTimes>,
    /// How many seconds parts of its search took, by the clock; absent if it measures none, or there is no time limit, and so no clock.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parts: BTreeMap<&'static str, f64>,
    /// Those that worked, in the order in which they began, if several did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<Worker>,
}

/// One of several engines.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Worker {
    /// The engine, with its options.
    pub(crate) engine: String,
    /// When it began: time on the wall for this input.
    pub(crate) from_seconds: f64,
}

/// How long each part of a check took, by the clock.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct PhaseTimes {
    /// Text to program.
    pub(crate) load_seconds: f64,
    /// Program to what the engine works on.
    pub(crate) prepare_seconds: f64,
    /// The engine's search.
    pub(crate) search_seconds: f64,
    /// Certificates of what is SAFE: made and checked.
    pub(crate) certify_seconds: f64,
    /// Traces of what is UNSAFE: made and replayed.
    pub(crate) replay_seconds: f64,
}

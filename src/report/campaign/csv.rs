//! All runs as CSV, a line each: every field of a [`Record`], and a column for each phase and each counter that any
//! of them tells.

use super::table::word;
use crate::campaign::record::{Answer, Record};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

/// The columns that each file has.
const FIELDS: [&str; 29] = [
    "schema_version",
    "tool",
    "tool_version",
    "machine",
    "started",
    "command",
    "path",
    "sha256",
    "lines",
    "procedures",
    "variables",
    "locations",
    "engine",
    "flags",
    "round",
    "limit_seconds",
    "limit_memory_bytes",
    "expected",
    "verdict",
    "reason",
    "error",
    "evidence",
    "evidence_checked",
    "evidence_reason",
    "exit_code",
    "exit_signal",
    "wall_seconds",
    "cpu_seconds",
    "peak_memory_bytes",
];

/// Writes a head and a line for each run, sorted by path, engine and round.
///
/// # Errors
/// Those of `out`.
pub fn write(records: &[Record], out: &mut dyn Write) -> io::Result<()> {
    let mut runs: Vec<(&Record, BTreeMap<String, String>)> = records.iter().map(|run| (run, told(run))).collect();
    runs.sort_by_key(|(run, _)| (run.input.path.as_str(), run.engine.as_str(), run.round));
    let columns: BTreeSet<&str> = runs.iter().flat_map(|(_, told)| told.keys().map(String::as_str)).collect();
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(FIELDS.iter().chain(&columns))?;
    for (run, told) in &runs {
        let told = columns.iter().map(|&column| told.get(column).cloned().unwrap_or_default());
        writer.write_record(fields(run).into_iter().chain(told))?;
    }
    writer.flush()
}

/// The values of [`FIELDS`]. What is not known is empty.
fn fields(run: &Record) -> [String; 29] {
    let size = run.input.size;
    let evidence = run.evidence.as_ref();
    [
        run.schema_version.to_string(),
        run.tool.name.clone(),
        or_empty(run.tool.version.as_ref()),
        run.machine.clone(),
        or_empty(run.started.as_ref()),
        or_empty(run.command.as_ref()),
        run.input.path.clone(),
        or_empty(run.input.sha256.as_ref()),
        or_empty(size.map(|size| size.lines)),
        or_empty(size.map(|size| size.procedures)),
        or_empty(size.map(|size| size.variables)),
        or_empty(size.map(|size| size.locations)),
        run.engine.clone(),
        run.flags.join(" "),
        run.round.to_string(),
        run.limits.seconds.to_string(),
        or_empty(run.limits.memory_bytes),
        answer(run.expected),
        answer(run.verdict),
        or_empty(run.reason.as_ref()),
        or_empty(run.error.as_ref()),
        or_empty(evidence.map(|evidence| &evidence.kind)),
        or_empty(evidence.map(|evidence| evidence.checked)),
        or_empty(evidence.and_then(|evidence| evidence.reason.as_ref())),
        or_empty(run.exit.code),
        or_empty(run.exit.signal),
        run.cost.wall_seconds.to_string(),
        or_empty(run.cost.cpu_seconds),
        or_empty(run.cost.peak_memory_bytes),
    ]
}

fn answer(answer: Option<Answer>) -> String {
    or_empty(answer.map(word))
}

fn or_empty(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// The phases and counters of a run, under the name of their column.
fn told(run: &Record) -> BTreeMap<String, String> {
    let mut columns = BTreeMap::new();
    for (name, value) in [("phases", &run.cost.phases), ("stats", &run.stats)] {
        if let Some(value) = value {
            flatten(name.to_string(), value, &mut columns);
        }
    }
    columns
}

/// A value under its name, an object as its fields, unless these are numbered: of those each program has others. Lines of JSON nest at most 128 deep, so this recursion has an end.
fn flatten(name: String, value: &Value, columns: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(fields) if !fields.keys().all(|field| field.parse::<u64>().is_ok()) => {
            fields.iter().for_each(|(field, value)| flatten(format!("{name}.{field}"), value, columns));
        }
        Value::String(text) => drop(columns.insert(name, text.clone())),
        Value::Null => {}
        other => drop(columns.insert(name, other.to_string())),
    }
}

//! Another tool beside `auto` on the same inputs, in one campaign.

use super::measure::TOOL;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

/// What two contestants take for an input, in seconds of processor time; nothing if one has no answer.
pub type Times = [Option<f64>; 2];

/// `auto`, with evidence, and the tool of a description in `contrib/tools`, on all inputs in some files and folders. Nothing if the tool cannot be run.
pub fn measured(tool: &str, inputs: &[&Path], limit: u32) -> Option<BTreeMap<String, Times>> {
    Command::new(tool).arg("--version").stdout(Stdio::null()).status().ok()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let results = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(TOOL);
    command.args(["compare", "--engines", "auto", "--timeout", &format!("{limit}s"), "--tool"]);
    command.arg(root.join("contrib/tools").join(tool).with_extension("toml"));
    let output = command.arg("--output").arg(results.path()).args(inputs).output().expect("the tool runs");
    let said = String::from_utf8_lossy(&output.stderr);
    let log =
        std::fs::read_to_string(results.path().join("runs.jsonl")).unwrap_or_else(|error| panic!("{error}: {said}"));
    let mut times: BTreeMap<String, Times> = BTreeMap::new();
    for run in log.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")) {
        let (verdict, expected) = (&run["verdict"], &run["expected"]);
        let is_answer = verdict == "SAFE" || verdict == "UNSAFE";
        assert!(!is_answer || expected.is_null() || verdict == expected, "{run}");
        let seconds = run["cost"]["cpu_seconds"].as_f64().filter(|_| is_answer);
        let of_input = times.entry(run["input"]["path"].to_string()).or_default();
        of_input[usize::from(run["engine"] == tool)] = seconds;
    }
    Some(times)
}

//! Checks in processes of their own: what they say, and what they cost as the tool itself reports it.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The tool.
pub const TOOL: &str = env!("CARGO_BIN_EXE_bpcheck");

/// What a check said and cost.
pub struct Measured {
    /// `SAFE`, `UNSAFE`, `UNKNOWN`, or `error`.
    pub verdict: String,
    /// Processor time.
    pub seconds: f64,
    /// The whole document.
    pub document: Value,
}

impl Measured {
    /// Whether there is a verdict.
    pub fn is_decided(&self) -> bool {
        self.verdict == "SAFE" || self.verdict == "UNSAFE"
    }
}

/// Writes a member of a family to a file; whichever verdict it has.
pub fn generate(path: &Path, family: &str) -> String {
    let mut command = Command::new(TOOL);
    let output =
        command.args(["generate", "-o"]).arg(path).args(family.split_whitespace()).output().expect("the tool runs");
    assert!(output.status.success(), "{family}: {}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(path).expect("a text");
    let expected = text.lines().next().and_then(|line| line.strip_prefix("// expect: "));
    expected.expect("a family whose verdict is known").to_string()
}

/// Checks with these flags within so many seconds of processor time, and has to give this verdict or none; evidence is made and checked, as by default.
pub fn certified(path: &Path, flags: &str, limit: u32, expected: &str) -> Measured {
    let mut command = Command::new("sh");
    let script = "ulimit -S -t \"$0\"; exec \"$@\"";
    command.args(["-c", script, &limit.to_string(), TOOL, "check", "--format", "json"]);
    let output = command.arg(path).args(flags.split_whitespace()).output().expect("the tool runs");
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let measured = Measured {
        verdict: document["verdict"].as_str().unwrap_or("error").to_string(),
        seconds: document["resources"]["cpu_seconds"].as_f64().unwrap_or(f64::NAN),
        document,
    };
    let said = measured.verdict.as_str();
    assert!(said == "UNKNOWN" || said == expected, "{} {flags}: {said}, expected {expected}", path.display());
    measured
}

/// The files of a suite of real inputs with their verdicts; none where the folder is missing.
pub fn suite(folder: &Path) -> Vec<(String, String)> {
    let Ok(expected) = std::fs::read_to_string(folder.join("expected.tsv")) else {
        eprintln!("skipped: there is no folder {}", folder.display());
        return Vec::new();
    };
    let lines = expected.lines().skip(1).map(|line| line.split('\t'));
    lines.filter_map(|mut cells| Some((cells.next()?.to_string(), cells.next()?.to_string()))).collect()
}

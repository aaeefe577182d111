//! An engine of this tool in a campaign: how it is asked, and what its words mean.

use super::judgement::{Said, no_answer};
use super::{Question, Told};
use crate::budget::CancelToken;
use crate::campaign::process::{self, Ended, Memory};
use crate::campaign::record::{Answer, Evidence, Limits, Size};
use serde::Deserialize;
use serde_json::Value;
use std::io;
use std::path::PathBuf;
use std::process::Command;

/// What this tool reserves beside what it uses: stacks, and the arenas of its threads.
const RESERVED: u64 = 1 << 30;
/// What this tool says when the system refuses it memory, before it ends itself. Others that end themselves have met a bug.
const REFUSED: &str = "memory allocation of ";

/// An engine that takes part.
#[derive(Clone, Debug)]
pub struct Engine {
    /// The engine, as it was asked for.
    pub name: String,
    /// This tool.
    pub program: PathBuf,
    /// More flags of `check`.
    pub flags: Vec<String>,
}

impl Engine {
    pub(super) fn run(&self, question: &Question, limits: &Limits, cancel: &CancelToken) -> io::Result<Told> {
        let mut command = Command::new(&self.program);
        command.args(["check", "--format", "json", "--engine", &self.name]);
        command.arg("--timeout").arg(format!("{}s", limits.seconds));
        if let Some(bytes) = limits.memory_bytes {
            command.arg("--memory").arg(bytes.to_string());
        }
        command.args(question.about).args(&self.flags).arg("--").arg(question.path);
        let ended = process::run(command, limits, Memory::Refused { beyond: RESERVED }, cancel)?;
        let document = serde_json::from_slice::<Document>(&ended.stdout).ok();
        Ok(told(ended, document, limits))
    }
}

/// What `bpcheck check --format json` says, as far as it counts here.
#[derive(Debug, Deserialize)]
struct Document {
    verdict: Option<Answer>,
    reason: Option<String>,
    error: Option<String>,
    size: Option<Size>,
    results: Vec<PropertyResult>,
    resources: Resources,
    stats: Option<Value>,
}

#[derive(Debug, Deserialize)]
struct PropertyResult {
    verdict: Answer,
    evidence: Evidence,
}

#[derive(Debug, Deserialize)]
struct Resources {
    peak_memory_bytes: Option<u64>,
    phases: Option<Value>,
}

/// What a run that ended like this and wrote this told.
fn told(ended: Ended, document: Option<Document>, limits: &Limits) -> Told {
    let Some(Document { verdict, reason, error, size, results, resources, stats }) = document else {
        let said = if was_refused_memory(&ended) { Said::unknown("memory") } else { Said::nothing(no_answer(&ended)) };
        let said = said.judged(limits, &ended);
        return Told { ended, said, size: None, peak_memory_bytes: None, phases: None, stats: None };
    };
    let evidence = verdict.and_then(|verdict| weakest(verdict, results));
    let said = Said { verdict, reason, error, evidence }.judged(limits, &ended);
    // The system counts what we had in use before the process became another.
    let Resources { peak_memory_bytes, phases } = resources;
    Told { ended, said, size, peak_memory_bytes, phases, stats }
}

fn was_refused_memory(ended: &Ended) -> bool {
    String::from_utf8_lossy(&ended.stderr).lines().any(|line| line.starts_with(REFUSED))
}

/// What vouches for a verdict: the weakest of what vouches for the properties that it rests on.
fn weakest(verdict: Answer, results: Vec<PropertyResult>) -> Option<Evidence> {
    let decisive = results.into_iter().filter(|result| result.verdict == verdict && verdict != Answer::Unknown);
    decisive.map(|result| result.evidence).min_by_key(|evidence| evidence.checked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::record::Exit;
    use std::time::Duration;

    fn said(signal: i32, stderr: &str, document: Option<Value>) -> Said {
        let ended = Ended {
            exit: Exit { code: None, signal: Some(signal) },
            stopped: None,
            stdout: Vec::new(),
            stderr: stderr.into(),
            wall: Duration::from_secs(1),
            cpu: Some(Duration::from_secs(1)),
            peak_memory: None,
        };
        let document = document.map(|document| serde_json::from_value(document).expect("a document"));
        told(ended, document, &Limits { seconds: 10.0, memory_bytes: None }).said
    }

    #[test]
    fn memory_that_is_refused_is_a_limit() {
        assert_eq!(said(6, "memory allocation of 5 bytes failed\n", None), Said::unknown("memory"));
        let overflow = said(6, "stack overflow\n", None);
        assert_eq!(overflow, Said::nothing("no answer, signal 6: stack overflow".into()), "a bug is no limit");
    }

    #[test]
    fn the_weakest_evidence_vouches() {
        let result = |verdict: &str, checked: bool| {
            serde_json::json!({
                "verdict": verdict, "evidence": {"kind": "certificate", "checked": checked, "reason": null},
            })
        };
        let document = serde_json::json!({
            "verdict": "SAFE", "reason": null, "error": null, "size": null, "stats": null,
            "results": [result("SAFE", true), result("SAFE", false)],
            "resources": {"peak_memory_bytes": 5, "phases": null},
        });
        let said = said(0, "", Some(document));
        assert_eq!(said.verdict, Some(Answer::Safe));
        assert_eq!(said.evidence.map(|evidence| evidence.checked), Some(false));
    }
}

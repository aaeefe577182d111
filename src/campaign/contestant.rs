//! An engine of this tool in a campaign: how it is asked, and what its words mean.

use super::expected::Expected;
use super::process::{self, Ended, Memory, Stopped};
use super::record::{Answer, Cost, Evidence, Input, Limits, Record, SCHEMA_VERSION, Size, Tool};
use crate::budget::CancelToken;
use serde::Deserialize;
use serde_json::Value;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What this tool reserves beside what it uses: stacks, and the arenas of its threads.
const RESERVED: u64 = 1 << 30;
/// What this tool says when the system refuses it memory, before it ends itself. Others that end themselves have met a bug.
const REFUSED: &str = "memory allocation of ";
/// The signals of a process whose processor time is used up.
const TIMED_OUT: [i32; 2] = [24, 9];

/// An engine that takes part.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// The engine, as it was asked for.
    pub engine: String,
    /// This tool.
    pub program: PathBuf,
    /// More flags of `check`.
    pub flags: Vec<String>,
}

/// What is known of a run before it begins.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The input.
    pub path: &'a Path,
    /// Its name in the record.
    pub name: &'a str,
    /// The SHA-256 of its bytes.
    pub sha256: Option<&'a str>,
    /// The right answer, and the label that it is about.
    pub expected: &'a Expected,
    /// Which run of this engine on this input it is.
    pub round: u32,
}

impl Contestant {
    /// All flags with which it is asked about an input, beside those for engine and limits.
    pub fn flags(&self, expected: &Expected) -> Vec<String> {
        let label = expected.label.iter().flat_map(|label| ["--label".to_string(), label.clone()]);
        label.chain(self.flags.iter().cloned()).collect()
    }

    /// Runs the engine on an input. `None` if that was stopped because the campaign is.
    ///
    /// # Errors
    /// If the process cannot be started or waited for.
    pub fn run(
        &self,
        question: &Question,
        limits: &Limits,
        machine: &str,
        cancel: &CancelToken,
    ) -> io::Result<Option<Record>> {
        let mut command = Command::new(&self.program);
        command.args(["check", "--format", "json", "--engine", &self.engine]);
        command.arg("--timeout").arg(format!("{}s", limits.seconds));
        if let Some(bytes) = limits.memory_bytes {
            command.arg("--memory").arg(bytes.to_string());
        }
        command.args(self.flags(question.expected)).arg("--").arg(question.path);
        let ended = process::run(command, limits, Memory::Refused { beyond: RESERVED }, cancel)?;
        if ended.stopped == Some(Stopped::Cancelled) {
            return Ok(None);
        }
        let document = serde_json::from_slice::<Document>(&ended.stdout).ok();
        Ok(Some(record(self, question, limits, machine, &ended, document)))
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

/// The record of a run that ended like this and said this.
fn record(
    contestant: &Contestant,
    question: &Question,
    limits: &Limits,
    machine: &str,
    ended: &Ended,
    document: Option<Document>,
) -> Record {
    let (document, no_answer) = match document {
        Some(document) => (document, None),
        None => (silence(), Some(no_answer(ended))),
    };
    let evidence = document.verdict.and_then(|verdict| weakest(verdict, document.results));
    let said =
        Said { verdict: document.verdict, reason: document.reason, error: document.error.or(no_answer), evidence };
    let Said { verdict, reason, error, evidence } = judged(said, limits, ended);
    Record {
        schema_version: SCHEMA_VERSION,
        tool: Tool { name: env!("CARGO_PKG_NAME").into(), version: Some(env!("CARGO_PKG_VERSION").into()) },
        machine: machine.into(),
        input: Input { path: question.name.into(), sha256: question.sha256.map(str::to_string), size: document.size },
        engine: contestant.engine.clone(),
        flags: contestant.flags(question.expected),
        round: question.round,
        limits: *limits,
        expected: question.expected.answer,
        verdict,
        reason,
        error,
        evidence,
        exit: ended.exit,
        cost: Cost {
            wall_seconds: ended.wall.as_secs_f64(),
            cpu_seconds: ended.cpu.map(|time| time.as_secs_f64()),
            // The system counts what we had in use before the process became another.
            peak_memory_bytes: document.resources.peak_memory_bytes.or(ended.peak_memory),
            phases: document.resources.phases,
        },
        stats: document.stats,
    }
}

/// What an engine says, and what vouches for it.
struct Said {
    verdict: Option<Answer>,
    reason: Option<String>,
    error: Option<String>,
    evidence: Option<Evidence>,
}

/// What a run is worth: an answer counts if it came within the limits, and a limit that was hit is UNKNOWN.
fn judged(said: Said, limits: &Limits, ended: &Ended) -> Said {
    let unknown = |reason: &str| Said {
        verdict: Some(Answer::Unknown),
        reason: Some(reason.into()),
        error: None,
        evidence: None,
    };
    let late = ended.cpu.unwrap_or(ended.wall).max(ended.wall).as_secs_f64() > limits.seconds;
    let timed_out = ended.exit.signal.is_some_and(|signal| TIMED_OUT.contains(&signal));
    match (ended.stopped, &said) {
        (Some(Stopped::Memory), _) => unknown("memory"),
        (Some(Stopped::Time), _) => unknown("time"),
        (_, Said { verdict: Some(Answer::Safe | Answer::Unsafe), .. }) if late => unknown("time"),
        (_, Said { verdict: None, .. }) if late && timed_out => unknown("time"),
        (_, Said { verdict: None, .. }) if is_refused_memory(ended) => unknown("memory"),
        _ => said,
    }
}

fn is_refused_memory(ended: &Ended) -> bool {
    String::from_utf8_lossy(&ended.stderr).lines().any(|line| line.starts_with(REFUSED))
}

/// What vouches for a verdict: the weakest of what vouches for the properties that it rests on.
fn weakest(verdict: Answer, results: Vec<PropertyResult>) -> Option<Evidence> {
    let decisive = results.into_iter().filter(|result| result.verdict == verdict && verdict != Answer::Unknown);
    decisive.map(|result| result.evidence).min_by_key(|evidence| evidence.checked)
}

fn silence() -> Document {
    let resources = Resources { peak_memory_bytes: None, phases: None };
    Document { verdict: None, reason: None, error: None, size: None, results: Vec::new(), resources, stats: None }
}

/// Why a process that said nothing said nothing, as far as it shows.
fn no_answer(ended: &Ended) -> String {
    let how = match (ended.exit.code, ended.exit.signal) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "no exit code".to_string(),
    };
    let text = String::from_utf8_lossy(&ended.stderr);
    match text.lines().find(|line| !line.trim().is_empty()) {
        Some(line) => format!("no answer, {how}: {}", line.trim().chars().take(200).collect::<String>()),
        None => format!("no answer, {how}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::Exit;
    use super::*;
    use std::time::Duration;

    const LIMITS: Limits = Limits { seconds: 10.0, memory_bytes: Some(1 << 30) };

    fn ended(code: Option<i32>, signal: Option<i32>, seconds: f64) -> Ended {
        let time = Duration::from_secs_f64(seconds);
        Ended {
            exit: Exit { code, signal },
            stopped: None,
            stdout: Vec::new(),
            stderr: b"\n panic!\nmore".to_vec(),
            wall: time,
            cpu: Some(time),
            peak_memory: None,
        }
    }

    fn of(ended: &Ended, document: Option<Value>) -> (Option<Answer>, Option<String>, Option<String>) {
        let contestant = Contestant { engine: "explicit".into(), program: PathBuf::new(), flags: Vec::new() };
        let expected = Expected::default();
        let question = Question { path: Path::new("x.bp"), name: "x.bp", sha256: None, expected: &expected, round: 1 };
        let document = document.map(|document| serde_json::from_value(document).expect("a document"));
        let record = record(&contestant, &question, &LIMITS, "here", ended, document);
        (record.verdict, record.reason, record.error)
    }

    fn said(verdict: &str) -> Option<Value> {
        let evidence = serde_json::json!({"kind": "trace", "checked": true, "reason": null});
        Some(serde_json::json!({
            "verdict": verdict, "reason": null, "error": null, "size": null, "stats": null,
            "results": [{"verdict": verdict, "evidence": evidence}],
            "resources": {"peak_memory_bytes": 5, "phases": null},
        }))
    }

    #[test]
    fn an_answer_counts_if_it_comes_in_time() {
        assert_eq!(of(&ended(Some(10), None, 9.9), said("UNSAFE")), (Some(Answer::Unsafe), None, None));
        let late = (Some(Answer::Unknown), Some("time".to_string()), None);
        assert_eq!(of(&ended(Some(10), None, 10.1), said("UNSAFE")), late);
        assert_eq!(of(&ended(None, Some(9), 12.0), None), late);
        assert_eq!(of(&Ended { stopped: Some(Stopped::Time), ..ended(None, Some(9), 5.0) }, None), late);
    }

    #[test]
    fn memory_that_is_refused_is_a_limit() {
        let memory = (Some(Answer::Unknown), Some("memory".to_string()), None);
        let refused = b"memory allocation of 5 bytes failed\n".to_vec();
        assert_eq!(of(&Ended { stderr: refused, ..ended(None, Some(6), 1.0) }, None), memory);
        let overflow = of(&ended(None, Some(6), 1.0), None);
        assert_eq!(overflow, (None, None, Some("no answer, signal 6: panic!".into())), "a bug is no limit");
        assert_eq!(of(&Ended { stopped: Some(Stopped::Memory), ..ended(None, Some(9), 5.0) }, None), memory);
    }

    #[test]
    fn whoever_says_nothing_has_no_verdict() {
        assert_eq!(of(&ended(Some(6), None, 1.0), None), (None, None, Some("no answer, exit code 6: panic!".into())));
        assert_eq!(of(&ended(None, Some(11), 1.0), None), (None, None, Some("no answer, signal 11: panic!".into())));
    }
}

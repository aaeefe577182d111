//! Who takes part in a campaign: the engines of this tool, and other tools. All are asked about the same inputs, within the same limits, and
//! an answer counts under the same conditions.

mod engine;
mod judgement;
mod tool;

pub use engine::Engine;
pub use tool::Tool;

use super::expected::Expected;
use super::process::{Ended, Stopped};
use super::record::{self, Cost, Input, Limits, Record, SCHEMA_VERSION, Size};
use crate::budget::CancelToken;
use judgement::Said;
use serde_json::Value;
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// One that takes part.
#[derive(Clone, Debug)]
pub enum Contestant {
    /// An engine of this tool.
    Engine(Engine),
    /// Another tool.
    Tool(Box<Tool>),
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
    /// The right answer.
    pub expected: &'a Expected,
    /// What is asked about it: flags of `check` such as `--label L`. None: about its own properties.
    pub about: &'a [String],
    /// Which run of this contestant on this input it is.
    pub round: u32,
}

/// Under which circumstances the runs of a campaign take place.
#[derive(Clone, Debug)]
pub struct Circumstances {
    /// The machine, as [`machine::description`](super::machine::description) has it.
    pub machine: String,
    /// The command line of the campaign.
    pub command: String,
}

/// How a run ended, and what was said.
struct Told {
    ended: Ended,
    said: Said,
    size: Option<Size>,
    /// The memory that it says it had, which counts before what the system says.
    peak_memory_bytes: Option<u64>,
    phases: Option<Value>,
    stats: Option<Value>,
}

impl Contestant {
    /// Its name in records and tables.
    pub fn name(&self) -> &str {
        match self {
            Contestant::Engine(engine) => &engine.name,
            Contestant::Tool(tool) => tool.name(),
        }
    }

    /// The tool that it is or belongs to.
    pub fn tool(&self) -> record::Tool {
        match self {
            Contestant::Engine(_) => record::Tool::this(),
            Contestant::Tool(tool) => tool.record(),
        }
    }

    /// All that it is asked beside the input and the limits, as flags.
    pub fn flags(&self, about: &[String]) -> Vec<String> {
        match self {
            Contestant::Engine(engine) => about.iter().chain(&engine.flags).cloned().collect(),
            Contestant::Tool(_) => about.to_vec(),
        }
    }

    /// Runs it on an input. `None` if that was stopped because the campaign is.
    ///
    /// # Errors
    /// If a process cannot be started or waited for.
    pub fn run(
        &self,
        question: &Question,
        limits: &Limits,
        circumstances: &Circumstances,
        cancel: &CancelToken,
    ) -> io::Result<Option<Record>> {
        let started = SystemTime::now();
        let told = match self {
            Contestant::Engine(engine) => engine.run(question, limits, cancel)?,
            Contestant::Tool(tool) => tool.run(question, limits, cancel)?,
        };
        if told.ended.stopped == Some(Stopped::Cancelled) {
            return Ok(None);
        }
        let record = self.record(question, limits, told);
        Ok(Some(Record {
            machine: circumstances.machine.clone(),
            started: Some(humantime::format_rfc3339_seconds(started).to_string()),
            command: Some(circumstances.command.clone()),
            ..record
        }))
    }

    /// A run as a record that lacks the circumstances.
    fn record(&self, question: &Question, limits: &Limits, told: Told) -> Record {
        let Told { ended, said, size, peak_memory_bytes, phases, stats } = told;
        Record {
            schema_version: SCHEMA_VERSION,
            tool: self.tool(),
            machine: String::new(),
            started: None,
            command: None,
            input: Input { path: question.name.into(), sha256: question.sha256.map(str::to_string), size },
            engine: self.name().into(),
            flags: self.flags(question.about),
            round: question.round,
            limits: *limits,
            expected: question.expected.answer,
            verdict: said.verdict,
            reason: said.reason,
            error: said.error,
            evidence: said.evidence,
            exit: ended.exit,
            cost: Cost {
                wall_seconds: ended.wall.as_secs_f64(),
                cpu_seconds: ended.cpu.map(|time| time.as_secs_f64()),
                peak_memory_bytes: peak_memory_bytes.or(ended.peak_memory),
                phases,
            },
            stats,
        }
    }
}

//! One shard as a line of JSON: enough to run it again, and to see whether it comes out the same.

use crate::hunt::fuzz::{Done, Plan, Shard, Tally};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The version of the lines that are written, and the only one that is read.
const SCHEMA_VERSION: u32 = 1;

/// A shard that was examined.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShardLine {
    schema_version: u32,
    /// The version of the tool.
    pub(crate) version: String,
    /// The command that examines the shard again.
    pub(crate) command: String,
    /// What the inputs are like.
    pub(crate) shape: String,
    /// The seed of the plan.
    pub(crate) seed: u64,
    /// The number of the first case.
    pub(crate) first: u64,
    /// The number of cases.
    pub(crate) programs: u64,
    /// The number of answers.
    pub(crate) runs: u64,
    /// The answers of each engine, counted.
    #[serde(flatten)]
    pub(crate) tally: Tally,
    /// The numbers of the cases with something wrong.
    pub wrong: Vec<u64>,
    /// The SHA-256 of all texts and answers in order.
    pub(crate) digest: String,
    /// Wall time, and cases a second.
    #[serde(flatten)]
    pub(crate) pace: Pace,
}

/// How long a shard took. All else about it is the same each time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pace {
    /// On how many threads.
    pub(crate) threads: usize,
    /// By the clock.
    pub(crate) seconds: f64,
    /// Of processors, if the system tells.
    pub(crate) cpu_seconds: Option<f64>,
    /// Cases a second by the clock.
    pub(crate) programs_per_second: f64,
    /// Answers a second by the clock.
    pub(crate) runs_per_second: f64,
}

impl ShardLine {
    /// The command that examines a shard of a plan.
    pub fn command(plan: &Plan, shard: &Shard) -> String {
        let programs = shard.end - shard.start;
        format!("bpcheck fuzz {plan} --first {} --programs {programs} --shard {programs}", shard.start)
    }

    /// The line for a shard that took so long.
    pub fn new(plan: &Plan, shard: &Shard, done: &Done, threads: usize, time: Duration, cpu: Option<Duration>) -> Self {
        let programs = shard.end - shard.start;
        let runs = done.tally.runs();
        let seconds = time.as_secs_f64();
        // A shard that takes no time at all has no pace, and JSON no infinity.
        let per_second = |count: u64| if seconds > 0.0 { count as f64 / seconds } else { 0.0 };
        ShardLine {
            schema_version: SCHEMA_VERSION,
            version: env!("CARGO_PKG_VERSION").to_string(),
            command: ShardLine::command(plan, shard),
            shape: plan.shape.to_string(),
            seed: plan.seed,
            first: shard.start,
            programs,
            runs,
            tally: done.tally.clone(),
            wrong: done.findings.iter().map(|finding| finding.case.number).collect(),
            digest: done.digest.clone(),
            pace: Pace {
                threads,
                seconds,
                cpu_seconds: cpu.map(|cpu| cpu.as_secs_f64()),
                programs_per_second: per_second(programs),
                runs_per_second: per_second(runs),
            },
        }
    }

    /// Whether it is what this tool knows about the shard that a command examines.
    pub fn is_of(&self, command: &str) -> bool {
        self.schema_version == SCHEMA_VERSION && self.version == env!("CARGO_PKG_VERSION") && self.command == command
    }
}

//! Under which circumstances the runs took place.

use crate::campaign::record::{Record, Tool};
use std::collections::BTreeSet;

/// What was run where, and what was granted to it. Everything sorted, each once.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Setting {
    /// How many runs there are.
    pub(crate) runs: usize,
    /// The most rounds.
    pub(crate) rounds: u32,
    /// The tools with their versions.
    pub(crate) tools: Vec<String>,
    /// The machines.
    pub(crate) machines: Vec<String>,
    /// The command lines, as far as they are known.
    pub(crate) commands: Vec<String>,
    /// When the first and the last run began, as far as that is known.
    pub(crate) period: Option<(String, String)>,
    /// The limits of time, in seconds.
    pub(crate) seconds: Vec<f64>,
    /// The limits of memory in bytes, where there was one.
    pub(crate) memory: Vec<u64>,
}

impl Setting {
    pub(super) fn of(records: &[Record]) -> Setting {
        let tools: BTreeSet<String> = records.iter().map(|record| tool(&record.tool)).collect();
        let machines: BTreeSet<&str> = records.iter().map(|record| record.machine.as_str()).collect();
        let commands: BTreeSet<&str> = records.iter().filter_map(|record| record.command.as_deref()).collect();
        // Written alike, times sort as texts.
        let started = || records.iter().filter_map(|record| record.started.clone());
        let memory: BTreeSet<u64> = records.iter().filter_map(|record| record.limits.memory_bytes).collect();
        let mut seconds: Vec<f64> = Vec::new();
        for limit in records.iter().map(|record| record.limits.seconds) {
            // There are few limits, whatever the number of runs.
            if !seconds.contains(&limit) {
                seconds.push(limit);
            }
        }
        seconds.sort_by(f64::total_cmp);
        Setting {
            runs: records.len(),
            rounds: records.iter().map(|record| record.round).max().unwrap_or(0),
            tools: tools.into_iter().collect(),
            machines: machines.into_iter().map(str::to_string).collect(),
            commands: commands.into_iter().map(str::to_string).collect(),
            period: started().min().zip(started().max()),
            seconds,
            memory: memory.into_iter().collect(),
        }
    }
}

fn tool(tool: &Tool) -> String {
    match &tool.version {
        // Some say their name with it.
        Some(version) if version.to_lowercase().starts_with(&tool.name.to_lowercase()) => version.clone(),
        Some(version) => format!("{} {version}", tool.name),
        None => tool.name.clone(),
    }
}

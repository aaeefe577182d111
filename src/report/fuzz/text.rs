//! What came of some shards, as text.

use super::line::ShardLine;
use crate::hunt::fuzz::{Count, Tally};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Who answered how often and what, the evidence, and a digest over all answers, which is the shard's own if there is one only. The same
/// text each time.
pub fn table(lines: &[ShardLine]) -> String {
    let mut tally = Tally::default();
    lines.iter().for_each(|line| tally.add(&line.tally));
    let programs: u64 = lines.iter().map(|line| line.programs).sum();
    let mut text = format!("{:<16} {:>10} {:>10} {:>10} {:>10}\n", "engine", "asked", "SAFE", "UNSAFE", "UNKNOWN");
    // Writing into a `String` cannot fail.
    for (name, Count { runs, safe, violated, unknown }) in &tally.engines {
        let _ = writeln!(text, "{name:<16} {runs:>10} {safe:>10} {violated:>10} {unknown:>10}");
    }
    let Tally { traces, certified, uncertified, .. } = tally;
    let _ = writeln!(text, "programs: {programs}, runs: {}", tally.runs());
    let _ = writeln!(text, "evidence: {traces} traces, {certified} SAFE with a certificate, {uncertified} without");
    let _ = writeln!(text, "digest: {}", digest(lines));
    text
}

fn digest(lines: &[ShardLine]) -> String {
    if let [line] = lines {
        return line.digest.clone();
    }
    let mut sha256 = Sha256::new();
    lines.iter().for_each(|line| sha256.update(&line.digest));
    sha256.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// How fast a shard was examined, as a line.
pub fn pace(line: &ShardLine) -> String {
    let ShardLine { first, programs, runs, pace, .. } = line;
    let mut text = format!(
        "{first} to {}: {:.1} s, {:.0} programs and {:.0} runs a second",
        first + programs - 1,
        pace.seconds,
        pace.programs_per_second,
        pace.runs_per_second
    );
    if let Some(seconds) = pace.cpu_seconds.filter(|&seconds| seconds > 0.0) {
        let [programs, runs] = [programs, runs].map(|&count| count as f64 / seconds);
        let _ = write!(text, " ({programs:.0} and {runs:.0} a second of a core)");
    }
    text + "\n"
}

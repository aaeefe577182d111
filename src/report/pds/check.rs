//! Whether targets are reached, in the manner of `check`:
//!
//! ```text
//! property N target FILE:LINE:COLUMN: SAFE | UNSAFE | UNKNOWN (reason)
//! evidence: checked | none (reason)
//! verdict: SAFE | UNSAFE | UNKNOWN (reason)
//! ```

use super::run::{self, RunDocument};
use super::{Input, SCHEMA_VERSION};
use crate::budget::StopReason;
use crate::engine::saturation::explicit::Answer;
use crate::lang::source::Source;
use crate::pds::explicit::{Lowered, Parsed};
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};

/// What came out.
#[derive(Clone, Debug, Serialize)]
pub struct CheckDocument {
    schema_version: u32,
    input: Input,
    verdict: &'static str,
    /// Why it is UNKNOWN.
    reason: Option<String>,
    evidence: EvidenceRow,
    results: Vec<TargetRow>,
}

#[derive(Clone, Debug, Serialize)]
struct EvidenceRow {
    checked: bool,
    /// Why there is none.
    reason: Option<&'static str>,
}

#[derive(Clone, Debug, Serialize)]
struct TargetRow {
    number: usize,
    place: String,
    target: String,
    verdict: &'static str,
    reason: Option<String>,
    /// A shortest run to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<RunDocument>,
}

/// The answers as a document, or that a limit was hit. Without a target nothing can be reached, if the text `asks` anything.
pub fn document(
    parsed: &Parsed,
    source: &Source,
    asks: bool,
    answers: Result<(&Lowered, &[Answer]), &StopReason>,
) -> CheckDocument {
    let system = &parsed.system;
    let targets = system.targets().iter().zip(&parsed.targets).enumerate();
    let row = |(index, (target, &span))| {
        let place = source.locate(span);
        let (verdict, reason, run) = match answers {
            Err(reason) => ("UNKNOWN", Some(reason.to_string()), None),
            Ok((lowered, answers)) => match &answers[index] {
                Answer::Unreachable => ("SAFE", None, None),
                Answer::Reached(found) => ("UNSAFE", None, Some(run::document(system, lowered, &found.0, &found.1))),
            },
        };
        TargetRow { number: index + 1, place, target: system.show_pattern(target).to_string(), verdict, reason, run }
    };
    let results: Vec<TargetRow> = targets.map(row).collect();
    let (verdict, reason) = match answers {
        _ if !asks => ("UNKNOWN", Some(StopReason::NoProperty.to_string())),
        Err(reason) => ("UNKNOWN", Some(reason.to_string())),
        Ok(_) if results.iter().any(|row| row.verdict == "UNSAFE") => ("UNSAFE", None),
        Ok(_) => ("SAFE", None),
    };
    let reason_of_none = match verdict {
        "UNKNOWN" => Some("no verdict"),
        _ if results.is_empty() => Some("there is no target"),
        _ => None,
    };
    let evidence = EvidenceRow { checked: reason_of_none.is_none(), reason: reason_of_none };
    CheckDocument { schema_version: SCHEMA_VERSION, input: Input::of(source), verdict, reason, evidence, results }
}

/// That a limit was hit before the text was read.
pub fn unread(path: &str, reason: &StopReason) -> CheckDocument {
    CheckDocument {
        schema_version: SCHEMA_VERSION,
        input: Input { path: path.to_string(), sha256: None },
        verdict: "UNKNOWN",
        reason: Some(reason.to_string()),
        evidence: EvidenceRow { checked: false, reason: Some("no verdict") },
        results: Vec::new(),
    }
}

impl CheckDocument {
    /// `SAFE`, `UNSAFE` or `UNKNOWN`.
    pub fn verdict(&self) -> &'static str {
        self.verdict
    }
}

impl fmt::Display for CheckDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.results {
            writeln!(f, "property {} target {}: {}", row.number, row.place, Worded(row.verdict, &row.reason))?;
        }
        match self.evidence.reason {
            None => writeln!(f, "evidence: checked")?,
            Some(reason) => writeln!(f, "evidence: none ({reason})")?,
        }
        writeln!(f, "verdict: {}", Worded(self.verdict, &self.reason))
    }
}

/// A verdict with its reason.
struct Worded<'a>(&'a str, &'a Option<String>);

impl fmt::Display for Worded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            None => f.write_str(self.0),
            Some(reason) => write!(f, "{} ({reason})", self.0),
        }
    }
}

/// Writes the runs to the targets that are reached, each with a heading, and an empty line behind each.
///
/// # Errors
/// Those of `out`.
pub fn runs(
    out: &mut dyn Write,
    parsed: &Parsed,
    source: &Source,
    lowered: &Lowered,
    answers: &[Answer],
    unfold: bool,
) -> io::Result<()> {
    for ((answer, target), &span) in answers.iter().zip(parsed.system.targets()).zip(&parsed.targets) {
        let Answer::Reached(found) = answer else { continue };
        writeln!(out, "target {} is reached ({})", parsed.system.show_pattern(target), source.locate(span))?;
        run::write(out, &parsed.system, lowered, &found.0, &found.1, unfold)?;
        writeln!(out)?;
    }
    Ok(())
}

//! The result of a check as lines of text.
//!
//! ```text
//! property N KIND FILE:LINE:COLUMN PROCEDURE: SAFE | UNSAFE | UNKNOWN (reason)
//! shortest N: STEPS steps | UNKNOWN (reason)
//! another N: COUNT more | COUNT more (why there are not as many as were asked for)
//! summaries PROCEDURE: unchanged | kept | weakened | lost | not asked | new | gone (KEPT of KNOWN hold)
//! cross-check ENGINE: SAFE | UNSAFE | UNKNOWN (reason)
//! vacuous: there is no run that counts, so every formula holds
//! engine: ENGINE
//! what the engine has to say beside, as `tracked: COUNT of COUNT variables`
//! evidence: checked | checked (the proof is that of ENGINE) | none (reason)
//! verdict: SAFE | UNSAFE | UNKNOWN (reason)
//! ```

use super::{Ending, FileReport, Resources, voucher};
use crate::engine::Stats;
use crate::lang::program::property::{Property, PropertyKind};
use crate::outcome::{Decision, Overall, Verdict};
use crate::pipeline::{Decided, End, Fate, Loaded, Recalled, Ways, Word};
use crate::report::paint::{Ink, Paint};
use crate::report::trace::{self, TraceStyle};
use crate::report::visible::visible;
use serde_json::Value;
use std::io::{self, Write};

/// Writes the lines of one input: a line a property, the engine that gave the answers, the evidence, the verdict. If there is no verdict because of an
/// error, nothing is written, but for a failed self-check, whose line `error: …` stands where the verdict would.
///
/// # Errors
/// Those of `out`.
pub fn results(report: &FileReport, paint: Paint, out: &mut dyn Write) -> io::Result<()> {
    match &report.ending {
        Ending::Decided(loaded, decided) => {
            properties(loaded, decided, paint, out)?;
            decided.ways.iter().try_for_each(|more| ways(loaded, decided, more, out))?;
            for other in &decided.others {
                writeln!(out, "cross-check {}: {}", other.engine, other.overall())?;
            }
            decided.recalled.iter().try_for_each(|recalled| summaries(recalled, out))?;
            if decided.is_vacuous {
                writeln!(out, "vacuous: there is no run that counts, so every formula holds")?;
            }
            if decided.stats.is_some() {
                writeln!(out, "engine: {}", decided.outcome.engine)?;
                if let Some(remark) = decided.stats.as_ref().and_then(Stats::remark) {
                    writeln!(out, "{remark}")?;
                }
            }
            match voucher(&decided.outcome) {
                Ok(()) => match decided.prover {
                    None => writeln!(out, "evidence: checked")?,
                    Some(prover) => writeln!(out, "evidence: checked (the proof is that of {prover})")?,
                },
                Err(why) => writeln!(out, "evidence: none ({why})")?,
            }
        }
        Ending::Stopped(_) => writeln!(out, "evidence: none (no verdict)")?,
        _ => {}
    }
    match (report.overall(), &report.ending, report.error()) {
        (Some(overall), ..) => writeln!(out, "verdict: {}", paint.with(ink(&overall), &overall.to_string())),
        (None, Ending::SelfCheck(_), Some(error)) => writeln!(out, "error: {}", visible(error.as_bytes())),
        _ => Ok(()),
    }
}

/// Writes a line for each procedure of which something was known, and for those that are new. Where nothing was known there are none.
fn summaries(recalled: &Recalled, out: &mut dyn Write) -> io::Result<()> {
    let Recalled { procedures, .. } = recalled;
    if procedures.iter().all(|fate| fate.word == Word::New) {
        return Ok(());
    }
    for Fate { procedure, word, known, kept, .. } in procedures {
        write!(out, "summaries {procedure}: {}", word.text())?;
        match *known {
            0 => writeln!(out)?,
            known => writeln!(out, " ({kept} of {known} {})", if *kept == 1 { "holds" } else { "hold" })?,
        }
    }
    Ok(())
}

/// Writes one line: the input, and its answer. Of UNSAFE it names the first property that is violated.
///
/// # Errors
/// Those of `out`.
pub fn brief(report: &FileReport, paint: Paint, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{}: ", visible(report.path.as_bytes()))?;
    let Some(overall) = report.overall() else {
        return writeln!(out, "error: {}", visible(report.error().unwrap_or_default().as_bytes()));
    };
    write!(out, "{}", paint.with(ink(&overall), &overall.to_string()))?;
    if let Ending::Decided(loaded, decided) = &report.ending {
        if let Some(first) = decided.outcome.first_violation() {
            write!(out, " ({})", subject(loaded, &decided.outcome.decisions[first].property))?;
        }
        if decided.is_vacuous {
            write!(out, " (vacuously: no run counts)")?;
        }
    }
    writeln!(out)
}

/// Writes the traces of the properties that were found violated, an empty line behind each; those on other paths behind the first one of their property.
///
/// # Errors
/// Those of `out`.
pub fn traces(loaded: &Loaded, decided: &Decided, style: &TraceStyle, out: &mut dyn Write) -> io::Result<()> {
    for (index, decision) in decided.outcome.decisions.iter().enumerate() {
        let Verdict::Unsafe(replayed) = &decision.verdict else { continue };
        trace::write(out, &loaded.program, &loaded.source, replayed, style)?;
        writeln!(out)?;
        for other in decided.others_of(index) {
            writeln!(out, "another way")?;
            trace::write(out, &loaded.program, &loaded.source, other, style)?;
            writeln!(out)?;
        }
    }
    Ok(())
}

/// Writes the properties that are asked of a program, a line each, with their numbers.
///
/// # Errors
/// Those of `out`.
pub fn list(loaded: &Loaded, out: &mut dyn Write) -> io::Result<()> {
    let mut properties = loaded.properties.iter().enumerate();
    properties.try_for_each(|(index, property)| {
        writeln!(out, "property {} {}", loaded.number(index), subject(loaded, property))
    })
}

fn properties(loaded: &Loaded, decided: &Decided, paint: Paint, out: &mut dyn Write) -> io::Result<()> {
    let mut decisions = decided.outcome.decisions.iter().enumerate();
    decisions
        .try_for_each(|(index, decision)| writeln!(out, "{}", property(loaded, loaded.number(index), decision, paint)))
}

/// The line of a property.
pub(super) fn property(loaded: &Loaded, number: usize, decision: &Decision, paint: Paint) -> String {
    let ink = match decision.verdict {
        Verdict::Safe(_) => Ink::Good,
        Verdict::Unsafe(_) => Ink::Bad,
        Verdict::Unknown(_) => Ink::Doubt,
    };
    let verdict = paint.with(ink, &decision.verdict.to_string());
    format!("property {number} {}: {verdict}", subject(loaded, &decision.property))
}

/// Why there are not as many violations as were asked for.
pub(super) fn why_no_more(end: &End) -> Option<String> {
    match end {
        End::Enough => None,
        End::NoMore => Some("there is no other way".into()),
        End::Stopped(reason) => Some(reason.to_string()),
    }
}

/// What more is known of a property that is violated.
fn ways(loaded: &Loaded, decided: &Decided, ways: &Ways, out: &mut dyn Write) -> io::Result<()> {
    let Ways { property, shortest, others, end } = ways;
    let number = loaded.number(*property);
    match (shortest, &decided.outcome.decisions[*property].verdict) {
        (Some(Ok(())), Verdict::Unsafe(found)) => writeln!(out, "shortest {number}: {} steps", found.length())?,
        (Some(Err(reason)), _) => writeln!(out, "shortest {number}: UNKNOWN ({reason})")?,
        _ => {}
    }
    match (others.len(), why_no_more(end)) {
        (0, None) => Ok(()),
        (count, None) => writeln!(out, "another {number}: {count} more"),
        (count, Some(why)) => writeln!(out, "another {number}: {count} more ({why})"),
    }
}

fn ink(overall: &Overall) -> Ink {
    match overall {
        Overall::Safe => Ink::Good,
        Overall::Unsafe => Ink::Bad,
        Overall::Unknown(_) => Ink::Doubt,
    }
}

/// What a property is about: its kind, its place and its procedure.
fn subject(loaded: &Loaded, property: &Property) -> String {
    let Loaded { source, program, .. } = loaded;
    if let PropertyKind::Runs(endless) = &property.kind {
        return visible(format!("{} \"{}\"", property.kind.word(), endless.name()).as_bytes());
    }
    let place = source.locate(program.span(property.place));
    let procedure = program.name(program[property.place.procedure].name);
    visible(format!("{} {place} {procedure}", property.kind.word()).as_bytes())
}

/// The counters of an engine and what the check cost, a line each; for the standard error output.
///
/// # Errors
/// Those of `out`.
pub fn statistics(decided: Option<&Decided>, resources: &Resources, out: &mut dyn Write) -> io::Result<()> {
    if let Some(stats) = decided.and_then(|decided| decided.stats.as_ref()) {
        counters("stats:", &serde_json::to_value(stats).map_err(io::Error::other)?, out)?;
    }
    if let Some(heads) = decided.and_then(|decided| decided.heads.as_ref()) {
        counters("stats: heads", &serde_json::to_value(heads).map_err(io::Error::other)?, out)?;
    }
    if let Some(Decided { outcome, race, .. }) = decided.filter(|decided| !decided.race.is_empty()) {
        let began: Vec<String> =
            race.iter().map(|began| format!("{} from {:.3} s", began.engine, began.at.as_secs_f64())).collect();
        writeln!(out, "stats: {}; the answers are those of {}", began.join(", "), outcome.engine)?;
    }
    write!(out, "stats: wall {:.3} s", resources.wall.as_secs_f64())?;
    if let Some(cpu) = resources.cpu {
        write!(out, ", cpu {:.3} s", cpu.as_secs_f64())?;
    }
    if let Some(peak) = resources.peak_memory {
        write!(out, ", peak memory {:.1} MiB", peak as f64 / f64::from(1 << 20))?;
    }
    writeln!(out)
}

/// One line for each number in a structure, with the names that lead to it. Engines nest their counters two or three
/// deep, so this recursion has an end.
fn counters(path: &str, value: &Value, out: &mut dyn Write) -> io::Result<()> {
    match value {
        Value::Object(fields) => fields
            .iter()
            .try_for_each(|(name, value)| counters(&format!("{path} {}", name.replace('_', " ")), value, out)),
        Value::String(text) => writeln!(out, "{path} {text}"),
        other => writeln!(out, "{path} {other}"),
    }
}

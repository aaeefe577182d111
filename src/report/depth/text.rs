//! Lines of text.

use super::pump;
use crate::lang::program::{Place, ProcId};
use crate::pipeline::Loaded;
use crate::pipeline::depth::{Depth, Depths, Evidence};
use std::io::{self, Write};

/// So many calls are shown from each end of a long way.
const SHOWN: usize = 12;

/// Writes what was measured; others are the engines that measured the same.
///
/// # Errors
/// What writing fails with.
pub fn write(out: &mut dyn Write, loaded: &Loaded, depths: &Depths, others: &[Depths]) -> io::Result<()> {
    let program = &loaded.program;
    let name = |procedure: ProcId| program.name(program[procedure].name);
    writeln!(out, "height {}", number(&depths.height))?;
    for (procedure, depth) in program.procedure_ids().zip(&depths.procedures) {
        let at = loaded.source.locate(program[procedure].span);
        match depth {
            Depth::Bounded { depth, .. } => writeln!(out, "procedure {} {at}: depth {depth}", name(procedure))?,
            Depth::Unbounded(Some(pump)) => {
                writeln!(out, "procedure {} {at}: unbounded ({})", name(procedure), pump::line(loaded, pump))?;
            }
            Depth::Unbounded(None) | Depth::AtLeast { .. } => {
                writeln!(out, "procedure {} {at}: {}", name(procedure), number(depth))?;
            }
        }
    }
    for component in &depths.components {
        let names: Vec<&str> = component.procedures.iter().map(|&procedure| name(procedure)).collect();
        write!(out, "recursion {}: {}", names.join(", "), number(&component.depth))?;
        for (place, depth) in &component.from {
            write!(out, "; from {}: {}", loaded.source.locate(program.span(*place)), number(depth))?;
        }
        writeln!(out)?;
    }
    if let Some(heaviest) = &depths.heaviest {
        write!(out, "heaviest stack {}: {}", heaviest.weight, name(loaded.entry))?;
        let rounds: Vec<&[Place]> = heaviest.calls.chunk_by(|a, b| a == b).collect();
        for (index, round) in rounds.iter().enumerate() {
            // Of a long way the JSON document has all.
            if index == SHOWN && rounds.len() > 2 * SHOWN {
                write!(out, " \u{2026} {} calls \u{2026}", rounds[SHOWN..rounds.len() - SHOWN].concat().len())?;
            }
            if (SHOWN..rounds.len().saturating_sub(SHOWN)).contains(&index) {
                continue;
            }
            let at = loaded.source.locate(program.span(round[0]));
            let times = if round.len() > 1 { format!(" ({} times)", round.len()) } else { String::new() };
            write!(out, " {at}{times} -> {}", pump::callee(loaded, round[0]).map_or("?", name))?;
        }
        writeln!(out, " (measured, and not confirmed)")?;
    }
    writeln!(out, "engine: {}", depths.engine)?;
    for other in others {
        match other.stopped() {
            None => writeln!(out, "agreed: {}", other.engine)?,
            Some(reason) => writeln!(out, "not measured: {} ({reason})", other.engine)?,
        }
    }
    match unconfirmed(depths) {
        None => writeln!(out, "evidence: checked")?,
        Some(why) => writeln!(out, "evidence: none ({why})")?,
    }
    let answer = match &depths.height {
        Depth::Bounded { depth, .. } => format!("BOUNDED {depth}"),
        Depth::Unbounded(_) => "UNBOUNDED".to_string(),
        Depth::AtLeast { least, reason, .. } => format!("UNKNOWN ({reason}; at least {least})"),
    };
    writeln!(out, "depth: {answer}")
}

/// A number, by itself.
pub(super) fn number(depth: &Depth) -> String {
    match depth {
        Depth::Bounded { depth, .. } => depth.to_string(),
        Depth::Unbounded(_) => "unbounded".to_string(),
        Depth::AtLeast { least, reason, .. } => format!("at least {least} ({reason})"),
    }
}

/// Why some number is without evidence, if one is.
pub(super) fn unconfirmed(depths: &Depths) -> Option<String> {
    depths.all().find_map(|depth| match depth {
        Depth::Bounded { evidence: Evidence::None(why), .. } => Some(why.clone()),
        Depth::Bounded { depth: 1.., reached: None, evidence: Evidence::Certificate(_) } => {
            Some("a run to the bound was not found within the limits".into())
        }
        Depth::Unbounded(None) => Some("a run that can go on for ever was not found within the limits".into()),
        Depth::AtLeast { reason, .. } => Some(reason.to_string()),
        Depth::Bounded { .. } | Depth::Unbounded(Some(_)) => None,
    })
}

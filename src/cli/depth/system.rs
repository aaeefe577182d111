//! Pushdown systems, in their own terms.

use super::{Args, Format};
use crate::cli::exit::Exit;
use crate::cli::pushdown::System;
use crate::cli::reading::told;
use crate::cli::session::{NoResult, Session};
use crate::cli::usage;
use bpcheck::Failure;
use bpcheck::engine::saturation::explicit::{NoAnswer, height};
use bpcheck::report::pds::depth::document;

/// Measures a pushdown system.
pub(super) fn measured(args: &Args, session: &Session) -> Result<Exit, NoResult> {
    let of_programs = args.cross_check || args.weights.is_some() || args.no_evidence || args.witness.is_some();
    if of_programs || args.reading.entry.is_some() {
        let what = "--cross-check, --weights, --no-evidence, --witness and --entry are for programs";
        return Ok(usage("depth", what));
    }
    let input = session.system(&args.file, args.reading.format(&args.file))?;
    input.begins()?;
    let found = session.work(&input, |input, budget| match height(&input.parsed.system, budget) {
        Ok((reached, height)) => {
            let System { source, parsed, .. } = input;
            Ok(Ok(document(&parsed.system, source, &reached.lowered, &height)))
        }
        Err(NoAnswer::Stopped(reason)) => Err(reason),
        Err(bug) => Ok(Err(Failure::SelfCheck(bug.to_string()))),
    })?;
    let document = found.map_err(told)?;
    let is_higher = args.at_most.is_some_and(|most| document.height().is_none_or(|height| height as u64 > most));
    let exit = if is_higher { Exit::Unsafe } else { Exit::Done };
    Ok(match args.format {
        Format::Human => session.print(exit, |out| write!(out, "{document}")),
        Format::Json => session.json(&document, exit),
    })
}

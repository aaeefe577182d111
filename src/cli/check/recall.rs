//! The files with what is known of another version of a program.

use super::flags::Args;
use crate::cli::exit::Exit;
use crate::cli::{input, output, reading};
use bpcheck::Source;
use bpcheck::pipeline::Decided;
use bpcheck::verdict::json::ReadError;
use bpcheck::verdict::summaries::Summaries;
use std::path::Path;
use std::sync::Arc;

/// What is known before a check; none if nothing is to be remembered.
///
/// # Errors
/// The exit code; what is wrong with a file is told.
pub fn read(args: &Args) -> Result<Option<Arc<Summaries>>, Exit> {
    let known = match (&args.summaries, &args.reuse) {
        (None, None) => return Ok(None),
        (Some(path), None) if !path.exists() => Summaries::default(),
        (Some(path), None) => parsed(path, Summaries::from_json)?,
        (_, Some(path)) => parsed(path, Summaries::from_certificate)?,
    };
    Ok(Some(Arc::new(known)))
}

fn parsed(path: &Path, parse: impl Fn(&[u8]) -> Result<Summaries, ReadError>) -> Result<Summaries, Exit> {
    let text = reading::open(path)?;
    parse(text.bytes()).map_err(|error| {
        output::stderr(format_args!("error: {}: {error}\n", input::name(path)));
        Exit::Input
    })
}

/// Writes what is known after a check of a program, if it came so far.
pub fn write(path: &Path, source: &Source, decided: &Decided) -> Exit {
    match &decided.recalled {
        Some(recalled) => output::to(Some(path), recalled.summaries.to_json(source).as_bytes()),
        None => {
            output::stderr(format_args!("note: {} is not written: nothing was learnt\n", input::name(path)));
            Exit::Done
        }
    }
}

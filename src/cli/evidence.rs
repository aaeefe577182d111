//! What the commands about traces and certificates have in common: a program and a piece of evidence, both from files.

use super::exit::Exit;
use super::input;
use super::output;
use super::reading::{self, Reading};
use bpcheck::Options;
use bpcheck::lang::program::Program;
use bpcheck::pipeline::Loaded;
use bpcheck::report::evidence;
use bpcheck::verdict::json::ReadError;
use std::path::Path;

/// Reads a program, of which is asked what these options ask, and evidence for it. `what` is the word for it: `trace`.
///
/// # Errors
/// What to exit with; why was said.
pub fn read<T>(
    what: &str,
    program: &Path,
    (reading, asked): (&Reading, Options),
    path: &Path,
    from_json: impl Fn(&Program, &[u8]) -> Result<T, ReadError>,
) -> Result<(Loaded, T), Exit> {
    if input::is_stdin(program) && input::is_stdin(path) {
        let only = format!("only one of PROGRAM and {} can be the standard input", what.to_uppercase());
        return Err(super::usage(what, only));
    }
    let loaded = reading.load(program, asked)?;
    let text = reading::open(path)?;
    match from_json(&loaded.program, text.bytes()) {
        Ok(evidence) => Ok((loaded, evidence)),
        Err(error @ ReadError::Name { .. }) => Err(refuse(&evidence::foreign(what, &loaded.source, &error))),
        Err(error) => {
            output::stderr(format_args!("error: {}: {error}\n", text.name()));
            Err(Exit::Input)
        }
    }
}

/// Says that the evidence is refused.
pub fn refuse(text: &str) -> Exit {
    output::print(Exit::Refused, |out| out.write_all(text.as_bytes()))
}

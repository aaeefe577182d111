//! The table of contents of a proof in files.

use crate::pipeline::Loaded;
use crate::validate::inductive::Obligation;
use std::io::{self, Write};

/// Writes the titles of the columns, which tabulators part.
///
/// # Errors
/// Those of `out`.
pub fn titles(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "name\tplace\tfrom\tto\tclaim")
}

/// Writes the line of an obligation: its name, where it would fail, from which place of the proof to which one it goes, and what is claimed.
///
/// # Errors
/// Those of `out`.
pub fn line(out: &mut dyn Write, loaded: &Loaded, obligation: &Obligation) -> io::Result<()> {
    let Loaded { source, program, .. } = loaded;
    let Obligation { name, claim, from, at, .. } = obligation;
    let place = source.locate(program.span(*at));
    writeln!(out, "{name}\t{place}\t{}\t{}\t{claim}", program.show(*from), program.show(*at))
}

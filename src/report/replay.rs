//! What came of replaying a trace, as lines of text.

use crate::lang::source::Source;
use crate::pipeline::Loaded;
use crate::validate::{Refusal, Replayed};
use std::fmt;

/// The lines for a trace that the program bears out: what it violates and when, and that it is accepted.
pub fn accepted(loaded: &Loaded, replayed: &Replayed<'_>) -> String {
    let Loaded { source, program, .. } = loaded;
    let property = &replayed.trace().property;
    let place = source.locate(program.span(property.place));
    let procedure = program.name(program[property.place.procedure].name);
    let (kind, steps) = (property.kind.word(), replayed.length());
    let plural = if steps.value() == &1u32.into() { "" } else { "s" };
    format!("property {kind} {place} {procedure}: violated after {steps} step{plural}\nevidence: accepted\n")
}

/// The lines for a trace that the program does not bear out: where they part, and that it is refused.
pub fn refused(loaded: &Loaded, refusal: &Refusal) -> String {
    let Loaded { source, program, .. } = loaded;
    match refusal.locate(program, source) {
        Some(place) => verdict(&format_args!("{place}: {refusal}")),
        None => verdict(refusal),
    }
}

/// The lines for a trace that names what the program `source` does not have.
pub fn foreign(source: &Source, why: &dyn fmt::Display) -> String {
    verdict(&format_args!("this is no trace of {}: {why}", source.name()))
}

fn verdict(why: &dyn fmt::Display) -> String {
    format!("evidence: refused ({why})\n")
}

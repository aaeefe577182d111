//! What came of checking a trace or a certificate, as lines of text.

use crate::lang::program::Program;
use crate::lang::program::property::{Property, PropertyKind};
use crate::lang::source::Source;
use crate::pipeline::{Assured, Loaded};
use crate::report::visible::visible;
use crate::validate::Replayed;
use crate::validate::inductive::Accepted;
use crate::verdict::Certificate;
use std::fmt;

/// The lines for a trace that the program bears out: what it violates and when, and that it is accepted.
pub fn replayed(loaded: &Loaded, replayed: &Replayed) -> String {
    let property = property(&loaded.program, &loaded.source, &replayed.trace().property);
    let steps = replayed.length();
    let plural = if steps.value() == &1u32.into() { "" } else { "s" };
    let what = match replayed.trace().property.kind {
        PropertyKind::Assert | PropertyKind::AbortIf | PropertyKind::Label(_) | PropertyKind::Runs(_) => "violated",
        PropertyKind::Place => "reached",
    };
    format!("{property}: {what} after {steps} step{plural}\nevidence: accepted\n")
}

/// The lines for a certificate that the program bears out: what it proves, which of the properties hold vacuously, and that it is accepted;
/// with how many refutations were checked, if they were, and how many of the properties that are asked about it proves.
pub fn proved(loaded: &Loaded, vacuous: &[bool], accepted: &Accepted, refutations: Option<usize>) -> String {
    let claims = counted(accepted.claims(), "claim");
    let checked = refutations.map_or(String::new(), |count| format!(", {} checked", counted(count, "refutation")));
    let lines = proved_lines(&loaded.program, &loaded.source, accepted.certificate(), vacuous);
    let asked = &loaded.properties;
    let proved = asked.iter().filter(|property| accepted.certificate().properties.contains(property)).count();
    let share = format!("{proved} of {} {}", asked.len(), if asked.len() == 1 { "property" } else { "properties" });
    format!("{lines}evidence: accepted ({claims}{checked}; {share})\n")
}

/// The lines for a certificate about endless runs that is accepted: what it proves, with how many refutations were checked, if they were.
pub fn assured(all: &[Assured], refutations: Option<usize>) -> String {
    let lines: String = all.iter().map(|one| format!("{}\n", assured_line(one))).collect();
    let claims = counted(all.iter().map(|one| one.accepted.claims()).sum(), "claim");
    let checked = refutations.map_or(String::new(), |count| format!(", {} checked", counted(count, "refutation")));
    format!("{lines}evidence: accepted ({claims}{checked})\n")
}

/// The line for a claim about endless runs that holds.
pub fn assured_line(one: &Assured) -> String {
    let which = if one.is_about_infinite_runs() { "no run that never ends" } else { "no run" };
    format!("property {}: {which} violates it", visible(one.property().kind.to_string().as_bytes()))
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The line for a certificate that is true, but does not prove a property that it is to prove.
pub fn unproved(loaded: &Loaded, missing: &Property) -> String {
    refused(None, &format_args!("it does not prove {}", property(&loaded.program, &loaded.source, missing)))
}

/// The lines for properties that are proved.
pub(super) fn proved_lines(program: &Program, source: &Source, certificate: &Certificate, vacuous: &[bool]) -> String {
    let lines = certificate.properties.iter().zip(vacuous).map(|(proved, &is_vacuous)| {
        let vacuously = if is_vacuous { " (vacuously: none comes to it)" } else { "" };
        format!("{}: no run violates it{vacuously}\n", property(program, source, proved))
    });
    lines.collect()
}

/// The line for evidence that the program does not bear out: where they part, and that it is refused.
pub fn refused(place: Option<String>, why: &dyn fmt::Display) -> String {
    match place {
        Some(place) => format!("evidence: refused ({place}: {why})\n"),
        None => format!("evidence: refused ({why})\n"),
    }
}

/// The line for evidence (`what` is the word for it: `trace`) that names what the program `source` does not have.
pub fn foreign(what: &str, source: &Source, why: &dyn fmt::Display) -> String {
    refused(None, &format_args!("this is no {what} of {}: {why}", source.name()))
}

fn property(program: &Program, source: &Source, property: &Property) -> String {
    let place = source.locate(program.span(property.place));
    let procedure = program.name(program[property.place.procedure].name);
    format!("property {} {place} {procedure}", property.kind.word())
}

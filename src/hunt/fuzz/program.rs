//! Everybody is asked about one program.

use super::evidence::check;
use super::examine::{Examined, caught};
use super::opinion::{Kind, Word, Wrong};
use super::question::Question;
use crate::budget::CancelToken;
use crate::hunt::brute::{Bounds, Explored, explore};
use crate::lang::program::property::{Property, PropertyKind};
use crate::lang::source::{Severity, Source};
use crate::pipeline::{Decided, Failure, Loaded, Options, load};

/// Who asks an engine: `pipeline::decide` with an observer that is silent.
pub type Ask<'a> = &'a (dyn Fn(&Loaded, &Options) -> Result<Decided, Failure> + Sync);

/// Who is asked, and how.
pub(super) struct Asked<'a> {
    pub(crate) entry: Option<&'a str>,
    pub(crate) questions: &'a [Question],
    pub(crate) bounds: Option<Bounds>,
}

/// Asks about a text.
///
/// # Errors
/// The first thing that is wrong.
pub(super) fn examine(
    asked: &Asked<'_>,
    text: &str,
    ask: Ask<'_>,
    cancel: &CancelToken,
    examined: &mut Examined,
) -> Result<(), Wrong> {
    let reading = Options::default().with_entry(asked.entry.map(str::to_string));
    let source = Source::new("fuzz.bp", text);
    let loaded = caught(|| load(&source, &reading).map_err(|failure| (Kind::Rejected, rejected(&failure))))
        .map_err(|(kind, what)| Wrong { kind, what, by: Vec::new() })?;
    for question in asked.questions {
        let options = question.options(asked.entry, cancel);
        examined.ask(question.who(), |evidence| {
            let decided = ask(&loaded, &options).map_err(|failure| (Kind::SelfCheck, failure.to_string()))?;
            let decisions = &decided.outcome.decisions;
            *evidence += check(&loaded, decisions, cancel).map_err(|what| (Kind::Evidence, what))?;
            Ok(decisions.iter().map(|decision| Word::from(&decision.verdict)).collect())
        })?;
    }
    let Some(bounds) = asked.bounds else { return Ok(()) };
    examined.ask("enumeration", |_| {
        let found = explore(&loaded.program, loaded.entry, bounds);
        Ok(loaded.properties.iter().map(|property| enumerated(&found, property)).collect())
    })
}

/// What the runs say that were enumerated.
fn enumerated(found: &Explored, property: &Property) -> Word {
    let is_violated = match property.kind {
        PropertyKind::Label(_) | PropertyKind::Place | PropertyKind::Runs(_) => {
            found.first.contains_key(&property.place)
        }
        PropertyKind::Assert | PropertyKind::AbortIf => found.violated.contains_key(&property.place),
    };
    match (is_violated, found.complete) {
        (true, _) => Word::Unsafe,
        (false, true) => Word::Safe,
        (false, false) => Word::Unknown,
    }
}

fn rejected(failure: &Failure) -> String {
    match failure {
        Failure::Rejected(diagnostics) => {
            let error = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
            error.map_or_else(|| failure.to_string(), |error| format!("the input is rejected: {}", error.message))
        }
        other => other.to_string(),
    }
}

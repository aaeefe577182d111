//! A second and a third opinion.

use super::course::Course;
use super::{Failure, Loaded, Options};
use crate::engine::{EngineSpec, Extent, Silent};
use crate::outcome::Outcome;

/// What engines of other kinds than this one say, one after the other.
///
/// # Errors
/// [`Failure::SelfCheck`] if one contradicts, or one's evidence fails.
pub(super) fn others(
    loaded: &Loaded,
    options: &Options,
    extent: Extent,
    (engine, ours): (&EngineSpec, &Outcome),
) -> Result<Vec<Outcome>, Failure> {
    let mut others = Vec::new();
    for engine in options.registry.referees().filter(|referee| !referee.is_akin(engine)) {
        let course = Course { loaded, options, engine: &engine, shelf: None };
        let other = course.decide(extent, &options.budget, &mut Silent)?.outcome;
        agree(ours, &other)?;
        others.push(other);
    }
    Ok(others)
}

/// Two engines contradict each other nowhere.
///
/// # Errors
/// [`Failure::SelfCheck`] if they do.
pub(super) fn agree(ours: &Outcome, theirs: &Outcome) -> Result<(), Failure> {
    let Some(property) = ours.contradiction(theirs) else { return Ok(()) };
    let [a, b] = [ours, theirs].map(|outcome| outcome.decisions[property].verdict.to_string());
    let what = format!("property {} is {a} by {}, and {b} by {}", property + 1, ours.engine, theirs.engine);
    Err(Failure::SelfCheck(what))
}

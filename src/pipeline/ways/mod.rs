//! Other violations of a property than the one that an engine happened to find: one with the fewest steps, and some that go other ways.

mod path;
mod search;

use super::{Failure, Loaded, Options};
use crate::budget::StopReason;
use crate::engine::paths::Paths;
use crate::lang::program::property::Property;
use crate::outcome::{Decision, Outcome, Verdict};
use crate::validate::Replayed;
use search::{Found, Search};
use std::slice;

/// What more is known of a property that is violated.
#[derive(Clone, Debug)]
pub struct Ways {
    /// The index of the property.
    pub property: usize,
    /// If it was asked, whether the trace of the verdict has the fewest steps that a violation has; if that is not known, why.
    pub shortest: Option<Result<(), StopReason>>,
    /// Violations on other paths, each on one of its own: of all of them those with the fewest steps, the shortest first.
    pub others: Vec<Replayed>,
    /// Why there are not more of them.
    pub end: End,
}

/// Why a list of violations ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// There are as many as were asked for.
    Enough,
    /// No run violates the property on another path, on the word of the engine.
    NoMore,
    /// A limit was hit.
    Stopped(StopReason),
}

/// What is asked of the properties that are violated. A trace with fewer steps takes the place of the one that an engine has found.
///
/// # Errors
/// [`Failure::SelfCheck`] if what is found contradicts the outcome.
pub(super) fn ways(loaded: &Loaded, outcome: &mut Outcome, options: &Options) -> Result<Vec<Ways>, Failure> {
    let mut known = match options.shortest {
        true => shortest(loaded, &mut outcome.decisions, options)?,
        false => Vec::new(),
    }
    .into_iter();
    let mut all = Vec::new();
    for (index, Decision { property, verdict }) in outcome.decisions.iter().enumerate() {
        let Verdict::Unsafe(first) = verdict else { continue };
        let (others, end) = others(loaded, property, first, options)?;
        all.push(Ways { property: index, shortest: known.next(), others, end });
    }
    Ok(all)
}

/// For each property that is violated, the first one first, whether its violation has the fewest steps now: all are looked for in one search.
fn shortest(
    loaded: &Loaded,
    decisions: &mut [Decision],
    options: &Options,
) -> Result<Vec<Result<(), StopReason>>, Failure> {
    let violated = decisions.iter_mut().filter_map(|Decision { property, verdict }| match verdict {
        Verdict::Unsafe(found) => Some((property.clone(), found)),
        Verdict::Safe(_) | Verdict::Unknown(_) => None,
    });
    let (properties, old): (Vec<Property>, Vec<&mut Box<Replayed>>) = violated.unzip();
    let new = match Search::new(loaded, &properties, options) {
        Ok(search) => search.nearest(&Paths::default())?,
        Err(reason) => vec![Found::Stopped(reason); properties.len()],
    };
    old.into_iter().zip(new).map(|(old, new)| replace(old, new)).collect()
}

/// The violation with the fewest steps takes the place of another.
fn replace(old: &mut Box<Replayed>, new: Found) -> Result<Result<(), StopReason>, Failure> {
    match new {
        Found::Violation(new) if new.length() > old.length() => {
            let what = format!("{} steps are not the fewest: {} are enough", new.length(), old.length());
            Err(Failure::SelfCheck(what))
        }
        Found::Violation(new) => {
            *old = new;
            Ok(Ok(()))
        }
        Found::None => Err(Failure::SelfCheck("the search for the fewest steps finds no violation".into())),
        Found::Stopped(reason) => Ok(Err(reason)),
    }
}

/// As many violations as are wanted on other paths than a given one.
fn others(
    loaded: &Loaded,
    property: &Property,
    first: &Replayed,
    options: &Options,
) -> Result<(Vec<Replayed>, End), Failure> {
    let mut others = Vec::new();
    if options.another == 0 {
        return Ok((others, End::Enough));
    }
    let search = match Search::new(loaded, slice::from_ref(property), options) {
        Ok(search) => search,
        Err(reason) => return Ok((others, End::Stopped(reason))),
    };
    let mut forbidden = Paths::default();
    while others.len() < options.another {
        let Some(path) = path::of_trace(others.last().unwrap_or(first).trace()) else {
            return Ok((others, End::Stopped(StopReason::Unsupported("paths of more than 1,000,000 steps".into()))));
        };
        if !forbidden.add(path) {
            return Err(Failure::SelfCheck("a violation goes a path that it may not go".into()));
        }
        match search.nearest(&forbidden)?.pop() {
            Some(Found::Violation(replayed)) => others.push(*replayed),
            Some(Found::None) | None => return Ok((others, End::NoMore)),
            Some(Found::Stopped(reason)) => return Ok((others, End::Stopped(reason))),
        }
    }
    Ok((others, End::Enough))
}

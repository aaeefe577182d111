//! Other violations of a property than the one that an engine happened to find: one with the fewest steps, and some that go other ways.

mod path;

use super::violation::violation;
use super::{Failure, Loaded, Options, Ready, prepare};
use crate::budget::StopReason;
use crate::engine::paths::{Paths, Turn};
use crate::engine::{Engine, Extent, Finding, Question, Silent};
use crate::lang::program::property::Property;
use crate::outcome::{Outcome, Verdict};
use crate::validate::Replayed;
use std::slice;

/// How many paths in a row may be found in vain. A trace has one run for all calls that are entered and left alike, so a path on which such calls go several
/// ways is none of a trace.
const MOST_IN_VAIN: usize = 32;

/// What more is known of a property that is violated.
#[derive(Clone, Debug)]
pub struct Ways {
    /// The index of the property.
    pub property: usize,
    /// If it was asked, whether the trace of the verdict has the fewest steps that a violation has; if that is not known, why.
    pub shortest: Option<Result<(), StopReason>>,
    /// Violations on other paths, each on one of its own.
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
    /// All runs on other paths differ only in calls that are entered and left alike, on the word of the engine.
    Alike,
    /// The search was given up, since it found nothing but such runs for a while.
    GivenUp,
    /// A limit was hit.
    Stopped(StopReason),
}

/// What is asked of the properties that are violated. A trace with fewer steps takes the place of the one that an engine has found.
///
/// # Errors
/// [`Failure::SelfCheck`] if what is found contradicts the outcome.
pub(super) fn ways(loaded: &Loaded, outcome: &mut Outcome, options: &Options) -> Result<Vec<Ways>, Failure> {
    let mut all = Vec::new();
    for (index, decision) in outcome.decisions.iter_mut().enumerate() {
        let Verdict::Unsafe(found) = &mut decision.verdict else { continue };
        let mut search = match Search::new(loaded, options, &decision.property) {
            Ok(search) => search,
            Err(reason) => {
                let shortest = options.shortest.then(|| Err(reason.clone()));
                let end = if options.another == 0 { End::Enough } else { End::Stopped(reason) };
                all.push(Ways { property: index, shortest, others: Vec::new(), end });
                continue;
            }
        };
        let shortest = options.shortest.then(|| search.shortest(found)).transpose()?;
        let (mut others, end) = search.others(found, options.another)?;
        others.sort_by(|one, other| one.length().cmp(other.length()));
        all.push(Ways { property: index, shortest, others, end });
    }
    Ok(all)
}

/// The search for violations of one property.
struct Search<'a> {
    loaded: &'a Loaded,
    options: &'a Options,
    property: &'a Property,
    ready: Ready,
    forbidden: Paths,
}

/// What a search finds.
enum Found {
    /// A violation, and the path on which it was found.
    Violation(Box<Replayed>, Option<Vec<Turn>>),
    None,
    Stopped(StopReason),
}

impl<'a> Search<'a> {
    fn new(loaded: &'a Loaded, options: &'a Options, property: &'a Property) -> Result<Search<'a>, StopReason> {
        let forbidden = Paths::default();
        let engine = engine(options, &forbidden)?;
        let passes = options.passes.both(engine.passes());
        let ready = prepare(loaded, slice::from_ref(property), passes, &options.budget)?;
        Ok(Search { loaded, options, property, ready, forbidden })
    }

    /// The violation with the fewest steps takes the place of another.
    fn shortest(&mut self, found: &mut Box<Replayed>) -> Result<Result<(), StopReason>, Failure> {
        match self.next()? {
            Found::Violation(shortest, _) if shortest.length() > found.length() => {
                let what = format!("{} steps are not the fewest: {} are enough", shortest.length(), found.length());
                Err(Failure::SelfCheck(what))
            }
            Found::Violation(shortest, _) => {
                *found = shortest;
                Ok(Ok(()))
            }
            Found::None => Err(Failure::SelfCheck("the search for the fewest steps finds no violation".into())),
            Found::Stopped(reason) => Ok(Err(reason)),
        }
    }

    /// So many violations on other paths than a given one.
    fn others(&mut self, first: &Replayed, wanted: usize) -> Result<(Vec<Replayed>, End), Failure> {
        let mut others = Vec::new();
        let (mut in_vain, mut are_alike) = (0, false);
        let too_long = || StopReason::Unsupported("paths of more than 1,000,000 steps".into());
        if wanted == 0 {
            return Ok((others, End::Enough));
        }
        let mut known = match path::of_trace(first.trace()) {
            Some(path) => vec![path],
            None => return Ok((others, End::Stopped(too_long()))),
        };
        self.forbidden.add(known[0].iter().copied());
        while others.len() < wanted {
            let (replayed, raw) = match self.next()? {
                Found::Violation(replayed, raw) => (replayed, raw),
                Found::None if are_alike => return Ok((others, End::Alike)),
                Found::None => return Ok((others, End::NoMore)),
                Found::Stopped(reason) => return Ok((others, End::Stopped(reason))),
            };
            let (Some(raw), Some(path)) = (raw, path::of_trace(replayed.trace())) else {
                return Ok((others, End::Stopped(too_long())));
            };
            self.forbidden.add(raw);
            if known.contains(&path) {
                are_alike = true;
                in_vain += 1;
                if in_vain == MOST_IN_VAIN {
                    return Ok((others, End::GivenUp));
                }
                continue;
            }
            self.forbidden.add(path.iter().copied());
            known.push(path);
            others.push(*replayed);
            in_vain = 0;
        }
        Ok((others, End::Enough))
    }

    /// The violation with the fewest steps that is not forbidden.
    fn next(&mut self) -> Result<Found, Failure> {
        let Search { loaded, options, property, ready, forbidden } = self;
        let budget = &options.budget;
        let mut engine = match engine(options, forbidden) {
            Ok(engine) => engine,
            Err(reason) => return Ok(Found::Stopped(reason)),
        };
        let question =
            Question { system: &ready.system, targets: &ready.targets, extent: Extent::First, wants_proof: false };
        let finding = engine.run(&question, budget, &mut Silent).targets.into_iter().next();
        let derivation = match finding {
            Some(Finding::Reached(derivation)) => ready.system.back.derivation(*derivation, budget),
            Some(Finding::Unreachable) | None => return Ok(Found::None),
            Some(Finding::Unknown(reason)) => return Ok(Found::Stopped(reason)),
            Some(Finding::Lost(what)) => return Err(Failure::SelfCheck(what)),
        };
        let derivation = match derivation {
            Ok(derivation) => derivation,
            Err(reason) => return Ok(Found::Stopped(reason)),
        };
        let path = path::of_derivation(&ready.cfg, &derivation);
        Ok(match violation(loaded, ready, property, &derivation, budget)? {
            Verdict::Unsafe(replayed) => Found::Violation(replayed, path),
            Verdict::Unknown(reason) => Found::Stopped(reason),
            Verdict::Safe(_) => Found::None,
        })
    }
}

/// What searches.
fn engine(options: &Options, forbidden: &Paths) -> Result<Box<dyn Engine + Send>, StopReason> {
    let engine = options.registry.nearest(forbidden.clone());
    engine.ok_or_else(|| StopReason::Unsupported("a search for the fewest steps".into()))
}

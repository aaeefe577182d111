//! Helper assertions, weakest first (2015-fedyukovich, Algorithm 2; see the README, "Helper assertions").
//!
//! The helper assertion of depth d says: the property holds, or an outermost recursive call is entered with something from where recursion may go deeper than d.
//! It needs few instances; what its refutation says of recursive calls holds without the premise, so the next one, of twice the depth, need not look
//! into calls as deep as that again.

use super::context::{Context, Decided, Measured};
use super::event::Event;
use super::options::{Mode, RddEngine};
use super::premise::{Cube, Premise};
use super::search::Search;
use super::shallow::shallow;
use crate::budget::StopReason;
use crate::summaries::predicate::{Predicate, PredicateId};
use std::collections::BTreeMap;

/// The work of one helper assertion.
const EACH: u64 = 100_000;
/// The work of all.
const ALL: u64 = 200_000;
/// The depth of the last one.
const DEEPEST: u32 = 64;

/// What comes of a helper assertion.
enum Helped {
    /// It decides the property.
    Decided(Decided),
    /// It holds, and lemmas say why.
    Holds,
    /// Nothing.
    GivenUp,
}

/// Proves helper assertions, as long as they hold. What comes out, if that decides.
///
/// # Errors
/// The limit that was hit.
pub(super) fn help(context: &mut Context<'_, '_>, first: PredicateId) -> Result<Option<Decided>, StopReason> {
    let known = &context.known.relations;
    let is_recursive = |predicate: &PredicateId| {
        let body = known.body(*predicate);
        // Of hits that nobody watches any more nothing is left.
        let is_call = !matches!(body.predicate, Predicate::At(..)) && !body.steps.is_empty();
        is_call && context.calls.component_of(body.predicate.procedure()).is_some()
    };
    let all = (0..known.bodies.len() as u32).map(PredicateId);
    let recursive: Vec<PredicateId> = all.filter(is_recursive).collect();
    let limit = context.budget.clone().with_effort(ALL);
    let mut depth = 1;
    while depth <= DEEPEST && !recursive.is_empty() {
        let mut measured = Measured::new(&limit.clone().with_effort(EACH));
        let inner = &mut Context {
            engine: RddEngine { mode: Mode::Plain, nest: false, ..context.engine },
            known: context.known,
            calls: context.calls,
            memory: context.memory,
            stats: context.stats,
            teller: context.teller,
            budget: &measured.budget,
            target: context.target,
            wants_proof: context.wants_proof,
        };
        let helped = helper(inner, first, &recursive, depth);
        context.stats.work_lemmas += measured.read();
        match helped {
            Ok(Helped::Decided(decided)) => return Ok(Some(decided)),
            Ok(Helped::Holds) => depth *= 2,
            Ok(Helped::GivenUp) => break,
            Err(StopReason::Effort) if context.budget.effort() != Some(0) => break,
            // Of the helper assertion, not of the property.
            Err(StopReason::Bound(_)) => break,
            Err(reason) => return Err(reason),
        }
    }
    Ok(None)
}

/// Tries the helper assertion of a depth.
fn helper(
    context: &mut Context<'_, '_>,
    first: PredicateId,
    recursive: &[PredicateId],
    depth: u32,
) -> Result<Helped, StopReason> {
    let mut cubes: BTreeMap<PredicateId, Vec<Cube>> = BTreeMap::new();
    for &predicate in recursive {
        let Some(found) = shallow(context, predicate, depth)? else { return Ok(Helped::GivenUp) };
        cubes.insert(predicate, found);
    }
    context.stats.helpers += 1;
    let count = cubes.values().map(Vec::len).sum();
    let mut search = Search::new(context, first, Some((depth, Premise::new(cubes))));
    let decided = search.decide(context);
    let spent = search.end(context.known, context.stats);
    context.stats.sat += spent;
    let holds = match decided? {
        // A run that is real is so without the premise.
        decided @ Decided::Reached(_) => return Ok(Helped::Decided(decided)),
        Decided::Unreachable => true,
        Decided::Unproved(_) => false,
    };
    context.teller.step(|| Event::Helper { depth, cubes: count, holds });
    if !holds {
        return Ok(Helped::GivenUp);
    }
    context.stats.helped += 1;
    let mut search = Search::new(context, first, None);
    let decided = search.is_answered(context);
    let spent = search.end(context.known, context.stats);
    context.stats.sat += spent;
    Ok(decided?.map_or(Helped::Holds, Helped::Decided))
}

//! Completion: of what refutes bounded runs, that which holds of all runs (see the README, "Induction").
//!
//! The tree with all leaves blocked has no run. What the refutation says of instances is true of runs within the tree, and a candidate for all
//! runs. Houdini keeps what follows from itself; that holds at any depth, and every instance obeys it from then on.
//!
//! The paper waits until open leaves are enough, which recursion without end never lets happen.

use super::context::{Context, Measured, tell};
use super::cores::Cores;
use super::event::{Event, Fate};
use super::search::Search;
use crate::budget::StopReason;
use crate::engine::NoProof;
use crate::logic::sat::interpolate::System;
use crate::summaries::instances::houdini::Lemmas;
use crate::summaries::instances::learn::Reading;
use crate::summaries::instances::tree::{NodeId, Run};
use std::collections::BTreeSet;

/// The interpolants that are taken.
pub(super) const READING: Reading = Reading { system: System::Ps, is_checked: false };

/// A tree with so many instances that are unwound is large. Then, and each time that it is some times as large, all leaves are unwound, and induction may do
/// more: so it succeeds some day. A tree that is large is begun again when something new is known.
pub(super) const LARGE: usize = 128;
/// See [`LARGE`].
pub(super) const GROWTH: usize = 4;

/// In one of so many iterations the oldest leaf is unwound, too.
pub(super) const FAIR: u64 = 4;

/// Induction may do so much work when a tree is large.
pub(super) const LEAP: u64 = 10_000;
/// So many times as much the next time: more than the square of how much larger the tree is then.
pub(super) const LEAP_GROWTH: u64 = 32;

/// Induction may do one of so many parts of the work that the questions about the tree have done.
const SHARE: u64 = 16;

/// Induction may do so much work in any case.
const FLOOR: u64 = 4_000;

/// Tries what the refutation with blocked leaves says; it needs the leaves `core` if that was asked. Whether more is known now.
///
/// It may do a part of the work that the questions about the tree have done: where these are easy the tree is unwound at once.
///
/// # Errors
/// The limit that was hit, but for that one.
pub(super) fn step(
    search: &mut Search,
    context: &mut Context<'_, '_>,
    core: Option<BTreeSet<NodeId>>,
) -> Result<bool, StopReason> {
    let budget = context.budget.clone();
    let limited = match search.is_due() {
        true => budget.clone().with_effort(search.leap),
        false => budget.clone().with_effort((search.work / SHARE).max(FLOOR).saturating_sub(search.work_lemmas)),
    };
    let mut measured = Measured::new(&limited);
    let found = match core {
        Some(core) => lemmas(search, context, &core, &measured),
        None => bounded(search, context, &measured),
    };
    let work = measured.read();
    search.work_lemmas += work;
    context.stats.work_lemmas += work;
    match found {
        Err(StopReason::Effort) if budget.effort() != Some(0) => {
            context.teller.step(|| Event::LeftOut);
            Ok(false)
        }
        found => found,
    }
}

/// The same where it was not asked whether there is a run without leaves. If there is, nothing comes of it.
fn bounded(search: &mut Search, context: &mut Context<'_, '_>, measured: &Measured) -> Result<bool, StopReason> {
    context.known.counts.blocked += 1;
    match search.tree.ask(&search.tree.leaves.clone(), &measured.budget)? {
        Run::Found(_) => Ok(false),
        Run::None(core) => lemmas(search, context, &core, measured),
    }
}

/// Adds to what is known; whether it was anything.
fn lemmas(
    search: &Search,
    context: &mut Context<'_, '_>,
    blocked: &BTreeSet<NodeId>,
    Measured { budget, .. }: &Measured,
) -> Result<bool, StopReason> {
    budget.poll()?;
    let Context { known, memory, teller, stats, .. } = context;
    let mut cores = Cores::new(known, &memory.store, &search.tree, blocked, None);
    let found = cores.lemmas(known, &memory.store, budget);
    stats.queries_body += cores.questions();
    stats.sat += cores.sat();
    let found = match found {
        Err(NoProof::Stopped(reason)) => return Err(reason),
        Err(NoProof::NotInductive) => return Ok(false),
        Ok(found) => found,
    };
    let candidates = memory.store.new_among(known, found, budget)?;
    stats.candidates += candidates.values().map(|lemmas| lemmas.len() as u64).sum::<u64>();
    let tried = if teller.tells() { candidates.clone() } else { Lemmas::new() };
    let kept = memory.inductive(known, candidates, budget)?;
    tell(known, *teller, &tried, |predicate, lemma| match kept.get(&predicate) {
        Some(kept) if kept.contains(&lemma) => Fate::Inductive,
        _ => Fate::Dropped,
    });
    Ok(kept.values().any(|kept| !kept.is_empty()))
}

//! How many heads that count are on a chain at most.
//!
//! ```text
//! Y := all heads that count; d := 0
//! while Y is not empty:
//!   d := d + 1
//!   Z := what is in Y and called from Y, perhaps by way of heads that do not count
//!   if Z = Y: no bound, for each head of Y is called from Y, so there is a cycle
//!   Y := Z
//! ```
//!
//! After i rounds Y has the heads with which a chain of i + 1 that count ends. Y only shrinks, so it takes no more rounds than there are heads, and
//! of a cycle few.

use super::cycle::on_a_cycle;
use super::sets::{Heads, Sets};
use super::{Head, Longest};
use crate::budget::StopReason;
use crate::engine::heads::Frame;
use std::collections::BTreeSet;

/// The most heads that count on a chain.
pub(super) fn trim(sets: &mut Sets<'_>) -> Result<Longest, StopReason> {
    let all = sets.all()?;
    let (ends, others) = sets.split(all.clone());
    match others.is_empty() {
        true => in_rounds(sets, ends, &all),
        false => by_way(sets, ends, &all),
    }
}

/// The same if all heads count: a frame is looked at again only if one that calls it has changed.
fn in_rounds(sets: &mut Sets<'_>, mut ends: Heads, all: &Heads) -> Result<Longest, StopReason> {
    ends.retain(|_, heads| !heads.is_empty());
    let mut depth = 0;
    let mut open: BTreeSet<Frame> = ends.keys().copied().collect();
    while !ends.is_empty() {
        depth += 1;
        let mut changed = Heads::new();
        for frame in open {
            let Some(&heads) = ends.get(&frame) else { continue };
            let further = sets.still_called(frame, heads, &ends)?;
            if further != heads {
                changed.insert(frame, further);
            }
        }
        if changed.is_empty() {
            return unbounded(sets, &ends, all);
        }
        open = changed.keys().flat_map(|&frame| sets.callees(frame)).collect();
        ends.extend(changed);
        ends.retain(|_, heads| !heads.is_empty());
    }
    Ok(Longest::Bounded(depth))
}

/// The same in general.
fn by_way(sets: &mut Sets<'_>, mut ends: Heads, all: &Heads) -> Result<Longest, StopReason> {
    ends.retain(|_, heads| !heads.is_empty());
    let mut depth = 0;
    while !ends.is_empty() {
        depth += 1;
        let called = sets.by_way(Sets::called, ends.clone(), all)?;
        let further = sets.both(&ends, &called)?;
        if further == ends {
            return unbounded(sets, &ends, all);
        }
        ends = further;
    }
    Ok(Longest::Bounded(depth))
}

fn unbounded(sets: &mut Sets<'_>, ends: &Heads, all: &Heads) -> Result<Longest, StopReason> {
    let (frame, values) = on_a_cycle(sets, ends, all)?;
    Ok(Longest::Unbounded(Head { procedure: sets.procedure(frame), values }))
}

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
use super::sets::Sets;
use super::{Head, Longest};
use crate::budget::StopReason;

/// The most heads that count on a chain.
pub(super) fn trim(sets: &mut Sets<'_>) -> Result<Longest, StopReason> {
    let all = sets.all()?;
    let (mut ends, _) = sets.split(all.clone());
    ends.retain(|_, heads| !heads.is_empty());
    let mut depth = 0;
    while !ends.is_empty() {
        depth += 1;
        let called = sets.by_way(Sets::called, ends.clone(), &all)?;
        let further = sets.both(&ends, &called)?;
        if further == ends {
            let (frame, values) = on_a_cycle(sets, &ends, &all)?;
            return Ok(Longest::Unbounded(Head { procedure: sets.procedure(frame), values }));
        }
        ends = further;
    }
    Ok(Longest::Bounded(depth))
}

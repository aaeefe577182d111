//! A head on a cycle: from any head of those that are all called from among themselves, go back until one comes again.

use super::sets::{Heads, Sets};
use crate::budget::StopReason;
use crate::engine::heads::{Frame, HeadSet, Values};

/// One of `ends` that lies on a cycle, if each of them is called from one of them, perhaps by way of `all`.
pub(super) fn on_a_cycle(sets: &mut Sets<'_>, ends: &Heads, all: &Heads) -> Result<(Frame, Values), StopReason> {
    let lost = || StopReason::Unsupported("heads that are called from nowhere".into());
    let mut seen = Heads::new();
    let (mut frame, _, mut head) = first(sets, ends).ok_or_else(lost)?;
    loop {
        sets.add(&mut seen, frame, head)?;
        let callers = sets.by_way(Sets::callers, Heads::from([(frame, head)]), all)?;
        let callers = sets.both(&callers, ends)?;
        let again = sets.both(&callers, &seen)?;
        if let Some((frame, values, _)) = first(sets, &again) {
            return Ok((frame, values));
        }
        (frame, _, head) = first(sets, &callers).ok_or_else(lost)?;
    }
}

/// Some head.
fn first(sets: &mut Sets<'_>, heads: &Heads) -> Option<(Frame, Values, HeadSet)> {
    let (&frame, &heads) = heads.iter().find(|(_, heads)| !heads.is_empty())?;
    let (values, head) = sets.graph.pick(frame, heads)?;
    Some((frame, values, head))
}

//! What stacks weigh at most: for each head the heaviest way to it, all heads of the same weight as one set.

use super::sets::Sets;
use crate::budget::StopReason;
use crate::engine::heads::{Frame, HeadSet};
use crate::lang::program::Place;
use std::collections::BTreeMap;

/// For each frame and weight the heads to which the heaviest way weighs that.
type Weighed = BTreeMap<(Frame, u64), HeadSet>;

/// The weight of the heaviest stack, and the calls on it. After i rounds the ways of at most i calls are known, so it takes as many rounds as calls
/// are on one.
pub(super) fn heaviest(sets: &mut Sets<'_>) -> Result<(u64, Vec<Place>), StopReason> {
    let begin = (Frame::First, sets.weighs(Frame::First));
    let mut known = Weighed::from([(begin, sets.graph.reached(Frame::First))]);
    let mut open = known.clone();
    while !open.is_empty() {
        let mut news = Weighed::new();
        for (&(frame, weight), &heads) in &open {
            for call in sets.calls_from(frame) {
                let callee = Frame::Called(sets.graph.calls()[call].callee);
                let called = sets.graph.image(call, heads)?;
                let at = (callee, weight + sets.weighs(callee));
                let heavier = raise(sets, &mut known, at, called)?;
                // What was to go on with less weight goes on with more.
                if !heavier.is_empty() {
                    let old = news.get(&at).copied().unwrap_or(HeadSet::NONE);
                    news.insert(at, sets.graph.union(old, heavier)?);
                }
            }
        }
        open = news;
    }
    let &(frame, weight) =
        known.keys().max_by_key(|&&(frame, weight)| (weight, std::cmp::Reverse(frame))).unwrap_or(&begin);
    let path = path(sets, &known, (frame, weight))?;
    Ok((weight, path))
}

/// Those of these heads to which this is the heaviest way so far; from now on it is known.
fn raise(
    sets: &mut Sets<'_>,
    known: &mut Weighed,
    (frame, weight): (Frame, u64),
    mut heads: HeadSet,
) -> Result<HeadSet, StopReason> {
    for (_, &mut as_heavy) in known.range_mut((frame, weight)..=(frame, u64::MAX)) {
        heads = sets.graph.without(heads, as_heavy)?;
    }
    if heads.is_empty() {
        return Ok(heads);
    }
    for (_, lighter) in known.range_mut((frame, 0)..(frame, weight)) {
        *lighter = sets.graph.without(*lighter, heads)?;
    }
    known.retain(|_, heads| !heads.is_empty());
    let old = known.get(&(frame, weight)).copied().unwrap_or(HeadSet::NONE);
    known.insert((frame, weight), sets.graph.union(old, heads)?);
    Ok(heads)
}

/// The calls on a way of this weight, from the bottom up.
fn path(sets: &mut Sets<'_>, known: &Weighed, (mut frame, mut weight): (Frame, u64)) -> Result<Vec<Place>, StopReason> {
    let lost = || StopReason::Unsupported("a stack without a way to it".into());
    let mut path = Vec::new();
    let (_, mut head) = sets.graph.pick(frame, known[&(frame, weight)]).ok_or_else(lost)?;
    while frame != Frame::First {
        let below = weight - sets.weighs(frame);
        let mut found = None;
        for index in sets.calls_to(frame) {
            let call = sets.graph.calls()[index];
            let Some(&callers) = known.get(&(call.caller, below)) else { continue };
            let preimage = sets.graph.preimage(index, head)?;
            let callers = sets.graph.both(preimage, callers)?;
            if let Some((_, caller)) = sets.graph.pick(call.caller, callers) {
                found = Some((call, caller));
                break;
            }
        }
        let (call, caller) = found.ok_or_else(lost)?;
        path.push(call.site);
        (frame, weight, head) = (call.caller, below, caller);
    }
    path.reverse();
    Ok(path)
}

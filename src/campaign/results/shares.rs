//! Whose answers they are, of an engine that asks several others.

use super::Results;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What one of the others answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    /// Which one: the name under which its counters stand.
    pub engine: String,
    /// How many inputs were solved by it.
    pub inputs: usize,
    /// The seconds of these.
    pub seconds: f64,
}

/// What each of the others answered, the one with the most answers first; nothing of an engine that answers alone.
pub(super) fn shares(results: &Results, engine: usize) -> Vec<Share> {
    let mut known: BTreeMap<&str, (usize, f64)> = BTreeMap::new();
    for (_, cell) in results.column(engine).filter(|(_, cell)| cell.solved()) {
        let Some(by) = &cell.by else { continue };
        let (inputs, seconds) = known.entry(by).or_default();
        *inputs += 1;
        *seconds += cell.seconds();
    }
    if known.len() < 2 {
        return Vec::new();
    }
    let share = |(engine, (inputs, seconds)): (&str, _)| Share { engine: engine.to_string(), inputs, seconds };
    let mut shares: Vec<Share> = known.into_iter().map(share).collect();
    // Stable: of equally many, by name.
    shares.sort_by_key(|share| Reverse(share.inputs));
    shares
}

//! From several sets of accepting edges to one set of accepting states.
//!
//! A run waits for the eventualities one after the other. The state says for which one, and an edge goes on past each that it does not put
//! off. Past the last one is an accepting state, from where it begins again with the first.

use super::expand::Left;
use super::generalised::Generalised;
use super::{Automaton, Edge, State, TooLarge};
use rustc_hash::FxHashMap;

/// The Büchi automaton that accepts the same words.
pub(super) fn degeneralise(from: &Generalised, atoms: &[String], most: usize) -> Result<Automaton, TooLarge> {
    let last = from.eventualities;
    let mut left = Left { count: most, most };
    let mut places = vec![(0, 0)];
    let mut numbers = FxHashMap::from_iter([(places[0], 0)]);
    let mut states = Vec::new();
    while states.len() < places.len() {
        let (state, level) = places[states.len()];
        let mut edges = Vec::new();
        for step in &from.states[state] {
            left.take(1)?;
            let begin = if level == last { 0 } else { level };
            let waits = (begin..last).find(|eventuality| step.postponed.binary_search(eventuality).is_ok());
            let place = (step.to, waits.unwrap_or(last));
            let to = *numbers.entry(place).or_insert_with(|| {
                places.push(place);
                places.len() - 1
            });
            edges.push(Edge { to, guard: step.guard.clone() });
        }
        states.push(State { is_accepting: level == last, edges });
    }
    Ok(Automaton { atoms: atoms.to_vec(), states })
}

//! The tableau: an automaton with acceptance on edges, by several sets.

use super::expand::{Left, Step, expand};
use super::{Guard, TooLarge};
use crate::ltl::formula::{Ltl, LtlGraph};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// An automaton that begins in state 0. A run is accepting if there is no eventuality that all of its edges put off from some position on.
pub(super) struct Generalised {
    /// The edges of each state, in order.
    pub(super) states: Vec<Vec<Move>>,
    /// How many eventualities there are.
    pub(super) eventualities: usize,
}

/// An edge.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Move {
    /// The state that it leads to.
    pub(super) to: usize,
    /// The numbers of the eventualities that it puts off, in order.
    pub(super) postponed: Vec<usize>,
    /// What has to hold before.
    pub(super) guard: Guard,
}

/// The tableau of a formula in negation normal form, with states merged that have the same edges.
pub(super) fn build(graph: &LtlGraph, normal: Ltl, most: usize) -> Result<Generalised, TooLarge> {
    let mut left = Left { count: most, most };
    let mut sets = vec![vec![normal]];
    let mut numbers = FxHashMap::from_iter([(sets[0].clone(), 0)]);
    let mut steps: Vec<Vec<Step>> = Vec::new();
    while steps.len() < sets.len() {
        let here = expand(graph, &sets[steps.len()], &mut left)?;
        for step in &here {
            numbers.entry(step.next.clone()).or_insert_with(|| {
                sets.push(step.next.clone());
                sets.len() - 1
            });
        }
        steps.push(here);
    }
    let postponed: BTreeSet<Ltl> = steps.iter().flatten().flat_map(|step| step.postponed.iter().copied()).collect();
    let eventualities: FxHashMap<Ltl, usize> = postponed.into_iter().zip(0..).collect();
    let of_step = |step: &Step| Move {
        to: numbers[&step.next],
        postponed: step.postponed.iter().map(|formula| eventualities[formula]).collect(),
        guard: step.guard.clone(),
    };
    let states = merged(steps.iter().map(|steps| steps.iter().map(of_step).collect()).collect());
    Ok(Generalised { states, eventualities: eventualities.len() })
}

/// The same with one state for all that have the same edges, until there are no two.
fn merged(mut states: Vec<Vec<Move>>) -> Vec<Vec<Move>> {
    loop {
        let mut numbers = FxHashMap::default();
        let mut kept = Vec::new();
        let mut renamed = Vec::with_capacity(states.len());
        for mut moves in states {
            moves.sort();
            moves.dedup();
            let number = *numbers.entry(moves.clone()).or_insert(kept.len());
            if number == kept.len() {
                kept.push(moves);
            }
            renamed.push(number);
        }
        let is_done = kept.len() == renamed.len();
        states = kept;
        if is_done {
            return states;
        }
        states.iter_mut().flatten().for_each(|edge| edge.to = renamed[edge.to]);
    }
}

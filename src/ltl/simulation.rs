//! Evidence that one automaton accepts every word that another one accepts: a table of pairs of states.
//!
//! A pair of a state of the *leader* and one of the *follower* says that the second answers the first: whatever edge and letter the leader
//! takes, the follower has an edge with that letter to a state that answers the one that the leader is at then. If the follower had to be at
//! an accepting state whenever the leader is, this would be a direct simulation. A follower that counts its eventualities in another
//! order accepts at other times, so each pair has a *rank*, which says how often the leader may be at accepting states until the follower
//! is at one: it goes down with each of these, and it may go up only when the follower accepts. As ranks cannot go down for ever, a
//! follower that answers in this way accepts if the leader does. A direct simulation is such a table, with ranks of 0 alone.
//!
//! [`find`] makes the table and [`check`] believes nothing of it. Both ask [`Guard::is_covered_by`](super::automaton::Guard) whether letters are answered.

use super::automaton::{Automaton, Edge};
use std::collections::BTreeMap;
use thiserror::Error;

/// Ranks are lower. Of 2,000 random formulas with up to nine operators none needs a rank above 3; a higher limit only delays the answer that
/// there is no simulation.
const RANKS: u32 = 16;

/// The table: a state of the leader, a state of the follower, and the rank of this pair.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Simulation {
    /// The pairs, each once, with their ranks.
    pub pairs: BTreeMap<(usize, usize), u32>,
}

/// Why a table is no simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// The initial states are no pair.
    #[error("the initial states are no pair of the simulation")]
    NoBeginning,
    /// A pair is of a state that there is not.
    #[error("the pair ({leader}, {follower}) names a state that there is not")]
    NoState {
        /// The state of the leader.
        leader: usize,
        /// The state of the follower.
        follower: usize,
    },
    /// A step of the leader is not answered.
    #[error("the pair ({leader}, {follower}) does not answer edge {edge} of state {leader}")]
    Unanswered {
        /// The state of the leader.
        leader: usize,
        /// The state of the follower.
        follower: usize,
        /// The index of the edge of the leader.
        edge: usize,
    },
}

/// Checks the table pair by pair. If it passes, the follower accepts each word that the leader accepts.
///
/// # Errors
/// The first pair that is wrong.
pub fn check(simulation: &Simulation, leader: &Automaton, follower: &Automaton) -> Result<(), Refused> {
    if !simulation.pairs.contains_key(&(0, 0)) {
        return Err(Refused::NoBeginning);
    }
    for (&(one, other), &rank) in &simulation.pairs {
        let (Some(from), Some(with)) = (leader.states.get(one), follower.states.get(other)) else {
            return Err(Refused::NoState { leader: one, follower: other });
        };
        for (index, edge) in from.edges.iter().enumerate() {
            let answers = with.edges.iter().filter(|answer| {
                let needed = simulation.pairs.get(&(edge.to, answer.to)).copied();
                let needed = needed.and_then(|behind| needed_rank(leader, follower, edge, answer, behind));
                needed.is_some_and(|needed| needed <= rank)
            });
            if !edge.guard.is_covered_by(&answers.map(|answer| &answer.guard).collect::<Vec<_>>()) {
                return Err(Refused::Unanswered { leader: one, follower: other, edge: index });
            }
        }
    }
    Ok(())
}

/// The least rank before a step, if this one is behind it; none if no number is as high.
fn needed_rank(leader: &Automaton, follower: &Automaton, edge: &Edge, answer: &Edge, behind: u32) -> Option<u32> {
    let accepts =
        |automaton: &Automaton, state: usize| automaton.states.get(state).is_some_and(|state| state.is_accepting);
    if accepts(follower, answer.to) { Some(0) } else { behind.checked_add(u32::from(accepts(leader, edge.to))) }
}

/// Looks for a table, with the least ranks that there can be; nothing if there is none with low ranks.
///
/// Ranks go up from 0 until each pair has what it needs; a pair whose rank becomes too high is none. This is the lifting of progress
/// measures (Jurdzinski, STACS 2000) for three priorities.
pub fn find(leader: &Automaton, follower: &Automaton) -> Option<Simulation> {
    let mut pairs = candidates(leader, follower);
    loop {
        let mut is_stable = true;
        let order: Vec<(usize, usize)> = pairs.keys().rev().copied().collect();
        for pair in order {
            let rank = lifted(leader, follower, &pairs, pair);
            if Some(&rank) != pairs.get(&pair) {
                is_stable = false;
                if rank < RANKS {
                    pairs.insert(pair, rank);
                } else {
                    pairs.remove(&pair);
                }
            }
        }
        if is_stable {
            break;
        }
    }
    pairs.contains_key(&(0, 0)).then(|| Simulation { pairs: used(leader, follower, &pairs) })
}

/// The pairs that can be come to from the initial ones by some answer, all with rank 0.
fn candidates(leader: &Automaton, follower: &Automaton) -> BTreeMap<(usize, usize), u32> {
    let mut pairs = BTreeMap::new();
    let mut open = vec![(0, 0)];
    while let Some((one, other)) = open.pop() {
        if pairs.insert((one, other), 0).is_none() {
            for edge in &leader.states[one].edges {
                let answers = follower.states[other].edges.iter();
                open.extend(answers.filter(|to| edge.guard.and(&to.guard).is_some()).map(|to| (edge.to, to.to)));
            }
        }
    }
    pairs
}

/// The least rank that a pair has to have, or [`RANKS`].
fn lifted(
    leader: &Automaton,
    follower: &Automaton,
    pairs: &BTreeMap<(usize, usize), u32>,
    (one, other): (usize, usize),
) -> u32 {
    let mut rank = pairs.get(&(one, other)).copied().unwrap_or(RANKS);
    for edge in &leader.states[one].edges {
        let needed = follower.states[other].edges.iter().filter_map(|answer| {
            let behind = pairs.get(&(edge.to, answer.to))?;
            Some((needed_rank(leader, follower, edge, answer, *behind)?, &answer.guard))
        });
        let needed: Vec<_> = needed.collect();
        let is_answered = |rank: u32| {
            let guards: Vec<_> = needed.iter().filter(|(needed, _)| *needed <= rank).map(|(_, guard)| *guard).collect();
            edge.guard.is_covered_by(&guards)
        };
        while rank < RANKS && !is_answered(rank) {
            rank += 1;
        }
    }
    rank
}

/// The pairs that the answers need: those that can be come to by an answer that a pair's rank allows.
fn used(
    leader: &Automaton,
    follower: &Automaton,
    pairs: &BTreeMap<(usize, usize), u32>,
) -> BTreeMap<(usize, usize), u32> {
    let mut found = BTreeMap::new();
    let mut open = vec![(0, 0)];
    while let Some(pair) = open.pop() {
        let Some(&rank) = pairs.get(&pair) else { continue };
        if found.insert(pair, rank).is_some() {
            continue;
        }
        for edge in &leader.states[pair.0].edges {
            let answers = follower.states[pair.1].edges.iter().filter(|answer| {
                let behind = pairs.get(&(edge.to, answer.to));
                let needed = behind.and_then(|&behind| needed_rank(leader, follower, edge, answer, behind));
                needed.is_some_and(|needed| needed <= rank) && edge.guard.and(&answer.guard).is_some()
            });
            open.extend(answers.map(|answer| (edge.to, answer.to)));
        }
    }
    found
}

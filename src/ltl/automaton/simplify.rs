//! Fewer states and edges for the same words.
//!
//! What has no accepting cycle behind it goes. States are merged that answer each other step by step, accepting for accepting, and an edge
//! goes if another one of its state leads to a state that answers all that its own does (direct simulation; Somenzi and Bloem, CAV 2000).
//! Each of these leaves an automaton that answers the old one step by step; only whether a state on no cycle is accepting may differ.

use super::components::components;
use super::{Automaton, Edge, Guard, State};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Of automata with more states and edges together states are not compared with each other, which takes time that grows with the square of
/// edges.
const FEW: usize = 4_000;

/// Edges of a state that has more are not compared with each other, for the same reason.
const FEW_EDGES: usize = 500;

/// The automaton with fewer states, numbered in the order in which they are come to.
pub(super) fn simplify(automaton: Automaton) -> Automaton {
    let mut automaton = merged(alive(automaton));
    let edges: usize = automaton.states.iter().map(|state| state.edges.len()).sum();
    if automaton.states.len() + edges <= FEW {
        let answers = answers(&automaton);
        automaton = reduced(automaton, &answers);
    }
    reached(automaton)
}

/// The same without edges to states that have no accepting cycle behind them.
fn alive(mut automaton: Automaton) -> Automaton {
    let components = components(&automaton);
    let count = components.iter().max().map_or(0, |last| last + 1);
    let (mut has_cycle, mut accepts, mut is_alive) = (vec![false; count], vec![false; count], vec![false; count]);
    for (state, &component) in automaton.states.iter().zip(&components) {
        has_cycle[component] |= state.edges.iter().any(|edge| components[edge.to] == component);
        accepts[component] |= state.is_accepting;
    }
    // Components come after those that they lead to.
    let mut order: Vec<usize> = (0..automaton.states.len()).collect();
    order.sort_by_key(|&state| components[state]);
    for state in order {
        let component = components[state];
        is_alive[component] |= has_cycle[component] && accepts[component];
        is_alive[component] |= automaton.states[state].edges.iter().any(|edge| is_alive[components[edge.to]]);
    }
    let edges = automaton.states.iter_mut().map(|state| &mut state.edges);
    edges.for_each(|edges| edges.retain(|edge| is_alive[components[edge.to]]));
    automaton
}

/// The same with one state for all that have the same edges and are accepting, or are not, until there are no two. Of a state that is on no
/// cycle it makes no difference whether it is accepting, so it is merged with either kind.
fn merged(mut automaton: Automaton) -> Automaton {
    loop {
        automaton.states.iter_mut().for_each(|state| state.edges = joined(std::mem::take(&mut state.edges)));
        let flags = flags(&automaton);
        let mut numbers = FxHashMap::default();
        let mut kept: Vec<State> = Vec::new();
        let mut renamed = Vec::with_capacity(automaton.states.len());
        for (State { edges, .. }, is_accepting) in automaton.states.into_iter().zip(flags) {
            let number = *numbers.entry((is_accepting, edges.clone())).or_insert(kept.len());
            if number == kept.len() {
                kept.push(State { is_accepting, edges });
            }
            renamed.push(number);
        }
        let is_done = kept.len() == renamed.len();
        automaton.states = kept;
        if is_done {
            return automaton;
        }
        rename(&mut automaton, &renamed);
    }
}

/// For each state whether it is accepting, or, if it is on no cycle, whether one that has the same edges and is on a cycle is accepting.
fn flags(automaton: &Automaton) -> Vec<bool> {
    let components = components(automaton);
    let states = || automaton.states.iter().zip(&components);
    let mut sizes = vec![0; components.len()];
    components.iter().for_each(|&component| sizes[component] += 1);
    let is_on_cycle = |(state, component): (&State, &usize)| {
        sizes[*component] > 1 || state.edges.iter().any(|edge| components[edge.to] == *component)
    };
    let on_cycles = states().filter(|&place| is_on_cycle(place));
    let known: FxHashMap<&[Edge], bool> =
        on_cycles.map(|(state, _)| (state.edges.as_slice(), state.is_accepting)).collect();
    let flag = |place: (&State, &usize)| match known.get(place.0.edges.as_slice()) {
        Some(&is_accepting) if !is_on_cycle(place) => is_accepting,
        _ => place.0.is_accepting,
    };
    states().map(flag).collect()
}

fn rename(automaton: &mut Automaton, names: &[usize]) {
    automaton.states.iter_mut().flat_map(|state| &mut state.edges).for_each(|edge| edge.to = names[edge.to]);
}

/// The same edges in order, those joined that lead to one state and differ in one literal, and those left out that another one implies.
fn joined(mut edges: Vec<Edge>) -> Vec<Edge> {
    loop {
        edges.sort();
        edges.dedup();
        if edges.len() > FEW_EDGES {
            return edges;
        }
        let mut joint = None;
        'pairs: for (index, edge) in edges.iter().enumerate() {
            for (other, second) in edges.iter().enumerate().skip(index + 1).take_while(|(_, other)| other.to == edge.to)
            {
                if let Some(guard) = joint_guard(&edge.guard, &second.guard) {
                    joint = Some((index, other, guard));
                    break 'pairs;
                }
            }
        }
        let Some((index, other, guard)) = joint else { return edges };
        edges.remove(other);
        edges[index].guard = guard;
    }
}

/// The guard that holds where one of the two does, if there is one.
fn joint_guard(one: &Guard, other: &Guard) -> Option<Guard> {
    if one.is_implied_by(other) {
        return Some(one.clone());
    }
    if other.is_implied_by(one) {
        return Some(other.clone());
    }
    let same_atoms = one.literals().len() == other.literals().len()
        && one.literals().iter().zip(other.literals()).all(|(one, other)| one.0 == other.0);
    let common = || one.literals().iter().filter(|literal| other.literals().contains(literal));
    let differ_once = same_atoms && common().count() + 1 == one.literals().len();
    differ_once.then(|| common().try_fold(Guard::always(), |guard, &(atom, holds)| guard.with(atom, holds)))?
}

/// For each pair of states, whether the second answers the first: each step of the first with a step of its own that is taken at least as
/// often and leads to a state that answers, and it is accepting if the first one is. The greatest such relation.
fn answers(automaton: &Automaton) -> Vec<Vec<bool>> {
    let states = &automaton.states;
    let mut answers: Vec<Vec<bool>> =
        states.iter().map(|one| states.iter().map(|other| !one.is_accepting || other.is_accepting).collect()).collect();
    loop {
        let mut is_stable = true;
        for (one, other) in (0..states.len()).flat_map(|one| (0..states.len()).map(move |other| (one, other))) {
            let has_answer = |edge: &Edge| {
                let mut with = states[other].edges.iter();
                with.any(|answer| answers[edge.to][answer.to] && answer.guard.is_implied_by(&edge.guard))
            };
            if answers[one][other] && one != other && !states[one].edges.iter().all(has_answer) {
                answers[one][other] = false;
                is_stable = false;
            }
        }
        if is_stable {
            return answers;
        }
    }
}

/// The same with one state for all that answer each other, and without edges that another one makes superfluous.
fn reduced(mut automaton: Automaton, answers: &[Vec<bool>]) -> Automaton {
    let count = automaton.states.len();
    let first =
        |state: usize| (0..count).find(|&other| answers[state][other] && answers[other][state]).unwrap_or(state);
    let names: Vec<usize> = (0..count).map(first).collect();
    rename(&mut automaton, &names);
    for state in &mut automaton.states {
        let edges = joined(std::mem::take(&mut state.edges));
        let is_better = |one: &Edge, other: &Edge| {
            one != other && answers[other.to][one.to] && one.guard.is_implied_by(&other.guard)
        };
        state.edges = edges.iter().filter(|edge| !edges.iter().any(|other| is_better(other, edge))).cloned().collect();
    }
    automaton
}

/// The states that are come to, numbered in this order.
fn reached(automaton: Automaton) -> Automaton {
    let mut numbers = vec![None; automaton.states.len()];
    let mut order = Vec::new();
    let mut open = VecDeque::from([0]);
    while let Some(state) = open.pop_front() {
        if numbers[state].is_none() {
            numbers[state] = Some(order.len());
            order.push(state);
            open.extend(automaton.states[state].edges.iter().map(|edge| edge.to));
        }
    }
    let names: Vec<usize> = numbers.into_iter().map(Option::unwrap_or_default).collect();
    let states = order.iter().map(|&state| automaton.states[state].clone()).collect();
    let mut automaton = Automaton { atoms: automaton.atoms, states };
    rename(&mut automaton, &names);
    automaton.states.iter_mut().for_each(|state| state.edges.sort());
    automaton
}

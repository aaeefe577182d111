//! Enumeration of all configurations of a small explicit pushdown system, straight from its rules.
//!
//! A configuration is a control state and the whole stack; no automata. Runs may make stacks arbitrarily high, so their
//! height is bounded.

use crate::pds::explicit::{Configuration, Nfa, PushdownSystem, Rule, StateId};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// What one step makes of a configuration.
pub(crate) fn successors(system: &PushdownSystem, configuration: &Configuration) -> Vec<Configuration> {
    let Some((&top, below)) = configuration.stack.split_first() else { return Vec::new() };
    let applies = |rule: &&Rule| (rule.state, rule.symbol) == (configuration.state, top);
    let apply = |rule: &Rule| Configuration { state: rule.to, stack: rule.push.iter().chain(below).copied().collect() };
    system.rules().iter().filter(applies).map(apply).collect()
}

/// All configurations that runs reach whose stacks are never higher than `height`, each with the number of steps of a
/// shortest such run.
pub fn reachable(system: &PushdownSystem, height: usize) -> FxHashMap<Configuration, u64> {
    let mut seen: FxHashMap<Configuration, u64> = FxHashMap::default();
    let mut open: VecDeque<Configuration> = VecDeque::new();
    for initial in system.initial() {
        if seen.insert(initial.clone(), 0).is_none() {
            open.push_back(initial.clone());
        }
    }
    while let Some(configuration) = open.pop_front() {
        let steps = seen[&configuration] + 1;
        for next in successors(system, &configuration) {
            if next.stack.len() <= height && !seen.contains_key(&next) {
                seen.insert(next.clone(), steps);
                open.push_back(next);
            }
        }
    }
    seen
}

/// All configurations whose stacks are not higher than `height`.
pub fn configurations(system: &PushdownSystem, height: usize) -> Vec<Configuration> {
    let mut stacks = vec![Vec::new()];
    let mut first = 0;
    for _ in 0..height {
        let end = stacks.len();
        for index in first..end {
            for symbol in system.symbols() {
                stacks.push(stacks[index].iter().copied().chain([symbol]).collect());
            }
        }
        first = end;
    }
    let with = |state| stacks.iter().map(move |stack| Configuration { state, stack: stack.clone() });
    system.states().flat_map(with).collect()
}

/// For each configuration whose stack is not higher than `height` the number of steps of a shortest run to a target whose
/// stacks are never higher; those without such a run are left out.
pub fn reaching(system: &PushdownSystem, height: usize) -> FxHashMap<Configuration, u64> {
    let all = configurations(system, height);
    let index: FxHashMap<&Configuration, usize> = all.iter().enumerate().map(|(index, own)| (own, index)).collect();
    let targets: Vec<_> = system.targets().iter().map(|target| (target.state(), Nfa::new(target.stack()))).collect();
    let mut before = vec![Vec::new(); all.len()];
    let mut steps: Vec<Option<u64>> = vec![None; all.len()];
    let mut open = VecDeque::new();
    for (number, configuration) in all.iter().enumerate() {
        for next in successors(system, configuration) {
            if let Some(&next) = index.get(&next) {
                before[next].push(number);
            }
        }
        let is_there = |(state, nfa): &(Option<StateId>, Nfa)| {
            state.is_none_or(|own| own == configuration.state) && nfa.accepts(configuration.stack.iter().copied())
        };
        if targets.iter().any(is_there) {
            steps[number] = Some(0);
            open.push_back(number);
        }
    }
    while let Some(number) = open.pop_front() {
        for &previous in &before[number] {
            if steps[previous].is_none() {
                steps[previous] = steps[number].map(|steps| steps + 1);
                open.push_back(previous);
            }
        }
    }
    all.iter().zip(steps).filter_map(|(own, steps)| Some((own.clone(), steps?))).collect()
}

//! All stacks, as a tree: what weighs most is on one of them, or there is a cycle with something that weighs.

use super::{Chains, Head, Longest};
use crate::engine::heads::Stacks;
use crate::lang::program::Place;

/// What a chain weighs at most.
pub(super) fn longest(stacks: &Stacks, chains: &Chains<'_>) -> Longest {
    let weight = weigh(stacks, chains);
    let circles = stacks.cycles.iter().filter(|cycle| weight[cycle.top as usize].is_some());
    let mut heads = circles.flat_map(|cycle| &cycle.heads);
    match heads.find(|(procedure, _)| chains.weighs(*procedure) > 0) {
        Some((procedure, values)) => Longest::Unbounded(Head { procedure: *procedure, values: values.clone() }),
        None => Longest::Bounded(weight.into_iter().flatten().max().unwrap_or(0)),
    }
}

/// The same of whole stacks of a program that bounds them, and the calls on the way.
pub(super) fn heaviest(stacks: &Stacks, chains: &Chains<'_>) -> (u64, Vec<Place>) {
    let weight = weigh(stacks, chains);
    let ends = (0..weight.len()).filter_map(|at| Some((weight[at]?, std::cmp::Reverse(at))));
    let Some((most, std::cmp::Reverse(end))) = ends.max() else { return (0, Vec::new()) };
    let call = |&at: &usize| stacks.activations[at].called.map(|(caller, _)| caller as usize);
    let path = std::iter::successors(Some(end), call);
    let mut calls: Vec<Place> = path.filter_map(|at| Some(stacks.activations[at].called?.1)).collect();
    calls.reverse();
    (most, calls)
}

/// For each activation what the chain weighs that ends with it, if one does.
fn weigh(stacks: &Stacks, chains: &Chains<'_>) -> Vec<Option<u64>> {
    let mut weight: Vec<Option<u64>> = Vec::with_capacity(stacks.activations.len());
    for activation in &stacks.activations {
        let below = activation.called.and_then(|(caller, _)| weight[caller as usize]);
        let site = activation.called.map(|(_, site)| site);
        let begins = chains.from.is_none_or(|from| site == Some(from));
        let own = chains.weighs(activation.procedure);
        let chain = match below {
            Some(below) => Some(below + own),
            None => begins.then_some(own),
        };
        weight.push(chain.filter(|_| chains.are_within(activation.procedure)));
    }
    weight
}

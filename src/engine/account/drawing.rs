//! What was known after a step, as nodes and arrows. Where they stand is not said here.

use super::System;
use std::collections::{BTreeMap, BTreeSet};

/// What is drawn of an account, whatever step is looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// How many nodes there are at most.
    pub nodes: usize,
    /// Which of them hang together, and which way.
    pub edges: Vec<(usize, usize)>,
    /// The nodes that stand first.
    pub first: Vec<usize>,
    /// Whether arrows have long names beside them.
    pub is_wide: bool,
}

/// What is there after a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The arrows, no two from the same node to the same node.
    pub arrows: Vec<Arrow>,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its index among the nodes of the plan.
    pub index: usize,
    /// The name, and what is said below it.
    pub lines: Vec<String>,
    /// Whether it has corners: control states and procedures do.
    pub is_square: bool,
    /// Whether its border is double: final states.
    pub is_double: bool,
    /// What the last step has to do with it.
    pub mark: Mark,
}

/// An arrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The index of the node where it begins, among those of the drawing.
    pub from: usize,
    /// The index of the node where it ends.
    pub to: usize,
    /// What is said beside it.
    pub label: String,
    /// What the last step has to do with it.
    pub mark: Mark,
}

/// What the last step has to do with a node or arrow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Nothing.
    #[default]
    Plain,
    /// It follows from this.
    Premise,
    /// It is this.
    New,
}

/// Who calls whom, as the rules say: for each procedure its calls, each a location and a callee.
pub fn calls(system: &System) -> Vec<Vec<(usize, usize)>> {
    let mut calls = vec![Vec::new(); system.procedures.len()];
    for rule in &system.rules {
        let procedure = |symbol: usize| system.symbols[symbol].procedure;
        if let ([callee, _], Some(caller)) = (&rule.push[..], procedure(rule.symbol))
            && let Some(callee) = procedure(*callee)
        {
            calls[caller].push((rule.symbol, callee));
        }
    }
    calls
}

/// The plan of a drawing of procedures, callers before callees.
pub fn call_plan(system: &System) -> Plan {
    let calls = calls(system);
    let called: BTreeSet<usize> = calls.iter().flatten().map(|&(_, callee)| callee).collect();
    let edges = calls.iter().enumerate().flat_map(|(caller, calls)| calls.iter().map(move |call| (caller, call.1)));
    let first = (0..calls.len()).filter(|procedure| !called.contains(procedure));
    Plan { nodes: calls.len(), edges: edges.collect(), first: first.collect(), is_wide: false }
}

/// The procedures with their calls; `known` says what is known of each, and what the last step has to do with it.
pub fn call_graph(system: &System, known: impl Fn(usize) -> (String, Mark)) -> Drawing {
    let nodes = system.procedures.iter().enumerate().map(|(index, name)| {
        let (known, mark) = known(index);
        Node { index, lines: vec![name.clone(), known], is_square: true, is_double: false, mark }
    });
    let mut counts: BTreeMap<(usize, usize), u64> = BTreeMap::new();
    for (caller, callees) in calls(system).iter().enumerate() {
        callees.iter().for_each(|&(_, callee)| *counts.entry((caller, callee)).or_default() += 1);
    }
    let arrows = counts.into_iter().map(|((from, to), count)| Arrow {
        from,
        to,
        label: if count > 1 { format!("{count} calls") } else { String::new() },
        mark: Mark::Plain,
    });
    Drawing { nodes: nodes.collect(), arrows: arrows.collect() }
}

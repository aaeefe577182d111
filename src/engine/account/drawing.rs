//! What was known after a step, as nodes and arrows. Where they stand is not said here.

use super::System;
use std::collections::{BTreeMap, BTreeSet};

/// A name in a node has at most so many characters.
pub const LONGEST_NAME: usize = 26;
/// A line beside an arrow has at most so many characters.
pub const LONGEST_LABEL: usize = 22;
/// There are at most so many lines beside an arrow.
pub const MOST_LABELS: usize = 4;

/// What is known of a procedure is told in so many characters.
const LONGEST_STATE: usize = 28;

/// A text of at most `longest` characters: what is left out is in the middle, for ends of names tell them apart.
pub fn elided(text: &str, longest: usize) -> String {
    let count = text.chars().count();
    if count <= longest {
        return text.to_string();
    }
    let (head, tail) = (longest / 2, longest - 1 - longest / 2);
    text.chars().take(head).chain(['\u{2026}']).chain(text.chars().skip(count - tail)).collect()
}

/// How much room a text takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// The characters of its longest line.
    pub characters: usize,
    /// Its lines.
    pub lines: usize,
}

impl Extent {
    /// That of a text.
    pub fn of(lines: &[String]) -> Extent {
        let characters = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        Extent { characters, lines: lines.len() }
    }
}

/// What is drawn of an account, whatever step is looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The nodes that there are at most, each with the room that its text takes at most.
    pub nodes: Vec<Extent>,
    /// From which node arrows lead to which, no two from the same to the same, and the room that is beside them at most.
    pub arrows: Vec<(usize, usize, Extent)>,
    /// The nodes that stand first.
    pub first: Vec<usize>,
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
    /// What is said beside it, in lines.
    pub label: Vec<String>,
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

/// How often each procedure calls each other, as the rules say.
fn counts(system: &System) -> BTreeMap<(usize, usize), u64> {
    let mut counts = BTreeMap::new();
    for (caller, callees) in calls(system).iter().enumerate() {
        callees.iter().for_each(|&(_, callee)| *counts.entry((caller, callee)).or_default() += 1);
    }
    counts
}

fn counted(calls: u64) -> Vec<String> {
    if calls > 1 { vec![format!("{calls} calls")] } else { Vec::new() }
}

/// The plan of a drawing of procedures, callers before callees.
pub fn call_plan(system: &System) -> Plan {
    let counts = counts(system);
    let called: BTreeSet<usize> = counts.keys().map(|&(_, callee)| callee).collect();
    let nodes = system.procedures.iter().map(|name| {
        let name = name.chars().count().min(LONGEST_NAME);
        Extent { characters: name.max(LONGEST_STATE), lines: 2 }
    });
    Plan {
        nodes: nodes.collect(),
        arrows: counts.iter().map(|(&(from, to), &calls)| (from, to, Extent::of(&counted(calls)))).collect(),
        first: (0..system.procedures.len()).filter(|procedure| !called.contains(procedure)).collect(),
    }
}

/// The procedures with their calls; `known` says what is known of each, and what the last step has to do with it.
pub fn call_graph(system: &System, known: impl Fn(usize) -> (String, Mark)) -> Drawing {
    let nodes = system.procedures.iter().enumerate().map(|(index, name)| {
        let (known, mark) = known(index);
        let lines = vec![elided(name, LONGEST_NAME), elided(&known, LONGEST_STATE)];
        Node { index, lines, is_square: true, is_double: false, mark }
    });
    let arrow = |((from, to), calls)| Arrow { from, to, label: counted(calls), mark: Mark::Plain };
    Drawing { nodes: nodes.collect(), arrows: counts(system).into_iter().map(arrow).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(elided("IoCompleteRequest_entry#12 returned", 22), "IoCompleteR\u{2026}2 returned");
        assert_eq!(elided("IoCompleteRequest_entry#12 returned", 22).chars().count(), 22);
        assert_eq!(elided("\u{e4}\u{e4}", 2), "\u{e4}\u{e4}");
    }
}

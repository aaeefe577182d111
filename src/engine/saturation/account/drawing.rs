//! The automaton as a drawing.

use super::automaton::ShownAutomaton;
use super::step::{Increments, Step};
use crate::engine::account::{Arrow, Drawing, Mark, Node, Plan, StateKind, System};
use std::collections::{BTreeMap, BTreeSet};

/// How many characters of the symbols of one arrow are shown.
const LONGEST: usize = 26;

/// The states: control states first, and behind them what lies deeper on the stack.
pub(super) fn plan(steps: &[Step], system: &System) -> Plan {
    let edges = steps.iter().filter_map(|step| match step {
        Step::Grew { from, to, .. } => Some((*from, *to)),
        _ => None,
    });
    let states = system.states.iter().enumerate();
    let first = states.filter(|(_, state)| matches!(state.kind, StateKind::Control | StateKind::Inner));
    Plan {
        nodes: system.states.len(),
        edges: edges.collect(),
        first: first.map(|(index, _)| index).collect(),
        // Locations have long names.
        is_wide: !system.procedures.is_empty(),
    }
}

/// The automaton, with marks for what the last step is about.
pub(super) fn automaton(steps: &[Step], system: &System) -> Drawing {
    let automaton = ShownAutomaton::after(steps);
    let (mut new, mut premises) = (None, BTreeSet::new());
    match steps.last() {
        Some(Step::Grew { transition, premises: from, .. }) => {
            new = Some(*transition);
            premises.extend(from.iter().map(|&Increments { transition, .. }| transition));
        }
        Some(Step::Processed { transition }) => drop(premises.insert(*transition)),
        _ => {}
    }
    let mut arrows: BTreeMap<(usize, usize), (Vec<&str>, Mark)> = BTreeMap::new();
    for (number, transition) in automaton.transitions.iter().enumerate() {
        let mark = match number {
            _ if new == Some(number) => Mark::New,
            _ if premises.contains(&number) => Mark::Premise,
            _ => Mark::Plain,
        };
        let (labels, known) = arrows.entry((transition.from, transition.to)).or_default();
        labels.push(transition.symbol.map_or("\u{3b5}", |symbol| system.symbols[symbol].name.as_str()));
        *known = mark.max(*known);
    }
    // What no transition knows yet is not there yet.
    let mut numbers = BTreeMap::new();
    let mut nodes = Vec::new();
    for (index, state) in system.states.iter().enumerate() {
        let is_square = matches!(state.kind, StateKind::Control | StateKind::Inner);
        if is_square || arrows.keys().any(|&(from, to)| from == index || to == index) {
            numbers.insert(index, nodes.len());
            let lines = vec![state.name.clone()];
            nodes.push(Node { index, lines, is_square, is_double: state.is_final, mark: Mark::Plain });
        }
    }
    let arrows = arrows.into_iter().map(|((from, to), (labels, mark))| {
        let label = shortened(&labels);
        Arrow { from: numbers[&from], to: numbers[&to], label, mark }
    });
    Drawing { nodes, arrows: arrows.collect() }
}

/// The first of some symbols, and how many more there are.
fn shortened(labels: &[&str]) -> String {
    let mut text = String::new();
    for (index, label) in labels.iter().enumerate() {
        if index > 0 && text.chars().count() + label.chars().count() > LONGEST {
            return format!("{text}, +{}", labels.len() - index);
        }
        text += if index > 0 { ", " } else { "" };
        text += label;
    }
    text
}

//! The automaton as a drawing.

use super::automaton::ShownAutomaton;
use super::step::{Increments, Step};
use crate::engine::account::{
    Arrow, Drawing, Extent, LONGEST_LABEL, LONGEST_NAME, MOST_LABELS, Mark, Node, Plan, StateKind, System, elided,
};
use std::collections::{BTreeMap, BTreeSet};

/// Before a line stands a sign sometimes, and a blank.
const SIGN: usize = 2;

/// The states: control states first, and behind them what lies deeper on the stack.
pub(super) fn plan(steps: &[Step], system: &System) -> Plan {
    let mut symbols: BTreeMap<(usize, usize), BTreeSet<Option<usize>>> = BTreeMap::new();
    for step in steps {
        if let Step::Grew { from, symbol, to, .. } = step {
            symbols.entry((*from, *to)).or_default().insert(*symbol);
        }
    }
    let arrows = symbols.into_iter().map(|((from, to), symbols)| {
        let names = symbols.iter().map(|&symbol| name(system, symbol).chars().count());
        let more = if symbols.len() > MOST_LABELS { "and 1000 more".len() } else { 0 };
        let characters = names.max().unwrap_or(0).max(more);
        let extent = Extent { characters: characters.min(LONGEST_LABEL) + SIGN, lines: symbols.len().min(MOST_LABELS) };
        (from, to, extent)
    });
    let states = system.states.iter().enumerate();
    let first = states.filter(|(_, state)| matches!(state.kind, StateKind::Control | StateKind::Inner));
    Plan {
        nodes: system.states.iter().map(|state| Extent::of(&[elided(&state.name, LONGEST_NAME)])).collect(),
        arrows: arrows.collect(),
        first: first.map(|(index, _)| index).collect(),
    }
}

fn name(system: &System, symbol: Option<usize>) -> &str {
    symbol.map_or("\u{3b5}", |symbol| system.symbols[symbol].name.as_str())
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
    // The labels of an arrow, and its mark.
    type Labelled<'a> = (Vec<(Mark, &'a str)>, Mark);
    let mut arrows: BTreeMap<(usize, usize), Labelled<'_>> = BTreeMap::new();
    for (number, transition) in automaton.transitions.iter().enumerate() {
        let mark = match number {
            _ if new == Some(number) => Mark::New,
            _ if premises.contains(&number) => Mark::Premise,
            _ => Mark::Plain,
        };
        let (labels, known) = arrows.entry((transition.from, transition.to)).or_default();
        labels.push((mark, name(system, transition.symbol)));
        *known = mark.max(*known);
    }
    // What no transition knows yet is not there yet.
    let mut numbers = BTreeMap::new();
    let mut nodes = Vec::new();
    for (index, state) in system.states.iter().enumerate() {
        let is_square = matches!(state.kind, StateKind::Control | StateKind::Inner);
        if is_square || arrows.keys().any(|&(from, to)| from == index || to == index) {
            numbers.insert(index, nodes.len());
            let lines = vec![elided(&state.name, LONGEST_NAME)];
            nodes.push(Node { index, lines, is_square, is_double: state.is_final, mark: Mark::Plain });
        }
    }
    let arrows = arrows.into_iter().map(|((from, to), (labels, mark))| Arrow {
        from: numbers[&from],
        to: numbers[&to],
        label: shortened(labels),
        mark,
    });
    Drawing { nodes, arrows: arrows.collect() }
}

/// Some symbols, what the step is about first, and how many more there are.
fn shortened(mut labels: Vec<(Mark, &str)>) -> Vec<String> {
    let all = labels.len();
    let shown = if all > MOST_LABELS { MOST_LABELS - 1 } else { all };
    labels.sort_by_key(|&(mark, _)| std::cmp::Reverse(mark));
    let mut lines: Vec<String> = labels[..shown].iter().map(|(_, label)| elided(label, LONGEST_LABEL)).collect();
    lines.extend((shown < all).then(|| format!("and {} more", all - shown)));
    lines
}

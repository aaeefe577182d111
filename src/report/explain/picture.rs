//! What was known after a step, as nodes and arrows; [`super::svg`], [`super::tikz`] and [`super::dot`] draw it.

use super::words::procedure_state;
use crate::explain::{Automaton, Event, Increments, Layout, Log, StateKind, Summaries};
use crate::lang::program::Program;
use crate::validate::Replayed;
use crate::verdict::trace::RunId;
use std::collections::{BTreeMap, BTreeSet};

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// What it shows.
    pub title: String,
    /// How wide it is, in points.
    pub width: f64,
    /// How high.
    pub height: f64,
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The arrows, no two from the same node to the same node.
    pub arrows: Vec<Arrow>,
}

/// A node.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The middle, in points from the left and from the top.
    pub at: (f64, f64),
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
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    /// The index of the node where it begins.
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

/// How many characters of the symbols of one arrow are shown.
const LONGEST: usize = 26;

impl Picture {
    /// What was known after the first `step` events of a log, with marks for what the last of them is about, or, without marks, after all: the automaton, or who calls
    /// whom with what is known of each.
    pub fn of(log: &Log, step: Option<usize>) -> Picture {
        let mut picture = Picture::after(log, step.unwrap_or(usize::MAX));
        if step.is_none() {
            picture.nodes.iter_mut().for_each(|node| node.mark = Mark::Plain);
            picture.arrows.iter_mut().for_each(|arrow| arrow.mark = Mark::Plain);
        }
        picture
    }

    fn after(log: &Log, step: usize) -> Picture {
        let events = step.min(log.events.len());
        let title = format!("{} on {}, step {events} of {}", log.engine, log.input.path, log.events.len());
        let layout = Layout::of(log);
        let (nodes, arrows) = if log.system.states.is_empty() {
            procedures(log, events, &layout)
        } else {
            automaton(log, events, &layout)
        };
        Picture { title, width: layout.width, height: layout.height, nodes, arrows }
    }

    /// The runs of a trace, each with the runs that it calls. A run that occurs several times is one node.
    pub fn of_trace(program: &Program, replayed: &Replayed<'_>) -> Picture {
        let trace = replayed.trace();
        let first = trace.runs.len() - trace.stack;
        let mut calls: BTreeMap<(usize, usize), u64> = BTreeMap::new();
        for (index, run) in trace.runs.iter().enumerate() {
            for callee in run.steps.iter().filter_map(|step| step.call) {
                *calls.entry((index, callee.index())).or_default() += 1;
            }
            if index >= first && index + 1 < trace.runs.len() {
                calls.insert((index, index + 1), 1);
            }
        }
        let layout = Layout::layered(trace.runs.len(), calls.keys().copied(), [first]);
        let nodes = trace.runs.iter().zip(&layout.states).enumerate().map(|(index, (run, &at))| {
            let name = program.name(program[run.procedure].name).to_string();
            let length = &replayed.lengths()[RunId(index as u32).index()];
            let is_last = index + 1 == trace.runs.len();
            let mark = if index >= first { Mark::New } else { Mark::Plain };
            Node { at, lines: vec![name, format!("{length} steps")], is_square: true, is_double: is_last, mark }
        });
        let arrows = calls.into_iter().map(|((from, to), count)| {
            let label = if count > 1 { format!("{count} times") } else { String::new() };
            Arrow { from, to, label, mark: if from >= first && to >= first { Mark::New } else { Mark::Plain } }
        });
        let title = format!("{} steps in {} runs", replayed.length(), trace.runs.len());
        Picture { title, width: layout.width, height: layout.height, nodes: nodes.collect(), arrows: arrows.collect() }
    }
}

fn automaton(log: &Log, events: usize, layout: &Layout) -> (Vec<Node>, Vec<Arrow>) {
    let automaton = Automaton::after(log, events);
    let (mut new, mut premises) = (None, BTreeSet::new());
    match events.checked_sub(1).map(|last| &log.events[last]) {
        Some(Event::Grew { transition, premises: from, .. }) => {
            new = Some(*transition);
            premises.extend(from.iter().map(|&Increments { transition, .. }| transition));
        }
        Some(Event::Processed { transition }) => drop(premises.insert(*transition)),
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
        labels.push(transition.symbol.map_or("\u{3b5}", |symbol| log.system.symbols[symbol].name.as_str()));
        *known = mark.max(*known);
    }
    // What no transition knows yet is not there yet.
    let mut numbers = BTreeMap::new();
    let mut nodes = Vec::new();
    for (index, (state, &at)) in log.system.states.iter().zip(&layout.states).enumerate() {
        let is_square = matches!(state.kind, StateKind::Control | StateKind::Inner);
        if is_square || arrows.keys().any(|&(from, to)| from == index || to == index) {
            numbers.insert(index, nodes.len());
            let lines = vec![state.name.clone()];
            nodes.push(Node { at, lines, is_square, is_double: state.is_final, mark: Mark::Plain });
        }
    }
    let arrows = arrows.into_iter().map(|((from, to), (labels, mark))| {
        let label = shortened(&labels);
        Arrow { from: numbers[&from], to: numbers[&to], label, mark }
    });
    let arrows = arrows.collect();
    (nodes, arrows)
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

fn procedures(log: &Log, events: usize, layout: &Layout) -> (Vec<Node>, Vec<Arrow>) {
    let table = Summaries::after(log, events);
    let touched = match events.checked_sub(1).map(|last| &log.events[last]) {
        Some(Event::Refined { procedure } | Event::Nested { procedure, .. } | Event::Settled { procedure, .. }) => {
            Some(*procedure)
        }
        Some(
            Event::Asked { body, .. }
            | Event::Spurious { body, .. }
            | Event::Summarised { body, .. }
            | Event::Forgotten { body },
        ) => Some(body.procedure),
        Some(Event::Unrolled { head, .. } | Event::Closed { head }) => log.system.symbols[*head].procedure,
        _ => None,
    };
    let nodes = log.system.procedures.iter().zip(&layout.states).enumerate().map(|(index, (name, &at))| Node {
        at,
        lines: vec![name.clone(), procedure_state(&table, index)],
        is_square: true,
        is_double: false,
        mark: if touched == Some(index) { Mark::New } else { Mark::Plain },
    });
    let mut calls: BTreeMap<(usize, usize), u64> = BTreeMap::new();
    for (caller, callees) in Summaries::calls(log).iter().enumerate() {
        callees.iter().for_each(|&(_, callee)| *calls.entry((caller, callee)).or_default() += 1);
    }
    let arrows = calls.into_iter().map(|((from, to), count)| Arrow {
        from,
        to,
        label: if count > 1 { format!("{count} calls") } else { String::new() },
        mark: Mark::Plain,
    });
    (nodes.collect(), arrows.collect())
}

//! What was known after a step, as nodes and arrows; [`super::svg`], [`super::tikz`] and [`super::dot`] draw it.

pub use crate::engine::account::Mark;
use crate::engine::account::{self, Drawing, Extent, LONGEST_NAME, Plan, elided};
use crate::explain::{Layout, Log};
pub(crate) use crate::explain::{Place, Route};
use crate::lang::program::Program;
use crate::validate::Replayed;
use crate::verdict::trace::RunId;
use std::collections::BTreeMap;

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The title: what the picture shows.
    pub(crate) title: String,
    /// How wide it is, in points.
    pub(crate) width: f64,
    /// How high it is, in points.
    pub(crate) height: f64,
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The arrows, no two from the same node to the same node.
    pub arrows: Vec<Arrow>,
}

/// An arrow.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    /// The index of the node where it begins.
    pub from: usize,
    /// The index of the node where it ends.
    pub to: usize,
    /// What is said beside it, in lines.
    pub label: Vec<String>,
    /// What the last step has to do with it.
    pub mark: Mark,
    /// Its way.
    pub(crate) route: Route,
}

/// A node.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Where it stands, in points from the left and from the top.
    pub(crate) place: Place,
    /// The name, and what is said below it.
    pub lines: Vec<String>,
    /// Whether it has corners: control states and procedures do.
    pub(crate) is_square: bool,
    /// Whether its border is double: final states.
    pub(crate) is_double: bool,
    /// What the last step has to do with it.
    pub(crate) mark: Mark,
}

impl Node {
    /// Its middle, in points from the left and from the top.
    pub fn at(&self) -> (f64, f64) {
        (self.place.x, self.place.y)
    }
}

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
        let steps = log.events.steps();
        let events = step.min(steps);
        let title = format!("{} on {}, step {events} of {steps}", log.engine, log.input.path);
        Picture::drawn(title, &Layout::of(&log.events.plan(log.scene())), log.events.drawing(log.scene(), events))
    }

    fn drawn(title: String, layout: &Layout, Drawing { nodes, arrows }: Drawing) -> Picture {
        let arrows = arrows.into_iter().map(|account::Arrow { from, to, label, mark }| {
            let route = layout.routes[&(nodes[from].index, nodes[to].index)].clone();
            Arrow { from, to, label, mark, route }
        });
        let arrows = arrows.collect();
        let nodes = nodes.into_iter().map(|node| {
            let account::Node { index, lines, is_square, is_double, mark } = node;
            Node { place: layout.nodes[index], lines, is_square, is_double, mark }
        });
        Picture { title, width: layout.width, height: layout.height, nodes: nodes.collect(), arrows }
    }

    /// The runs of a trace, each with the runs that it calls. A run that occurs several times is one node.
    pub fn of_trace(program: &Program, replayed: &Replayed) -> Picture {
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
        let nodes = trace.runs.iter().enumerate().map(|(index, run)| {
            let name = elided(program.name(program[run.procedure].name), LONGEST_NAME);
            let length = &replayed.lengths()[RunId(index as u32).index()];
            let is_last = index + 1 == trace.runs.len();
            let mark = if index >= first { Mark::New } else { Mark::Plain };
            let lines = vec![name, format!("{length} steps")];
            account::Node { index, lines, is_square: true, is_double: is_last, mark }
        });
        let arrows = calls.into_iter().map(|((from, to), count)| {
            let label = if count > 1 { vec![format!("{count} times")] } else { Vec::new() };
            let mark = if from >= first && to >= first { Mark::New } else { Mark::Plain };
            account::Arrow { from, to, label, mark }
        });
        let drawing = Drawing { nodes: nodes.collect(), arrows: arrows.collect() };
        let plan = Plan {
            nodes: drawing.nodes.iter().map(|node| Extent::of(&node.lines)).collect(),
            arrows: drawing.arrows.iter().map(|arrow| (arrow.from, arrow.to, Extent::of(&arrow.label))).collect(),
            first: vec![first],
        };
        let title = format!("{} steps in {} runs", replayed.length(), trace.runs.len());
        Picture::drawn(title, &Layout::of(&plan), drawing)
    }
}

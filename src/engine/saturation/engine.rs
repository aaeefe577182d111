//! The engine: searches with one order of columns after the other, until one ends within its nodes.

use super::order::{Order, hypergraph};
use super::relations::Relations;
use super::relations::frames::{Frames, Vertex};
use super::relations::live::Live;
use super::search::{Post, Pre, Search};
use super::tries::Tries;
use crate::budget::{Budget, StopReason};
use crate::engine::{Engine, Extent, Finding, Findings, Observer, Stats};
use crate::logic::bdd::{BddStats, Limits};
use crate::pds::passes::Prepared;
use crate::pds::{Slot, SymbolicPds, Target};
use serde::Serialize;

/// From where to where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// post*: from the initial configurations.
    #[default]
    Post,
    /// pre*: from the targets.
    Pre,
}

impl Direction {
    /// Both.
    pub const ALL: [Direction; 2] = [Direction::Post, Direction::Pre];

    /// Its name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Direction::Post => "post",
            Direction::Pre => "pre",
        }
    }
}

/// Saturation by BDDs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Saturation {
    /// Where it begins.
    pub direction: Direction,
    /// The order of columns that is tried first.
    pub order: Order,
}

/// Counters of the saturation engine.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct SaturationStats {
    /// Transitions of the automaton.
    pub transitions: usize,
    /// How often a transition's weight grew.
    pub increments: usize,
    /// Of the diagrams.
    pub bdd: DiagramStats,
}

/// Counters of the diagrams.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct DiagramStats {
    /// Of the last try.
    #[serde(flatten)]
    pub manager: BddStats,
    /// The order of columns with which it ended.
    pub order: &'static str,
    /// How often another order was tried because there were too many nodes.
    pub reorders: usize,
}

impl Engine for Saturation {
    fn name(&self) -> &'static str {
        match self.direction {
            Direction::Post => "saturation:post",
            Direction::Pre => "saturation:pre",
        }
    }

    fn run(
        &mut self,
        system: &Prepared,
        targets: &[Target],
        extent: Extent,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Findings {
        let live = Live::of(system);
        let control = system.pds.control();
        let mut tries = Tries::new(self.order, budget, system.pds.rules().len());
        let mut stats = SaturationStats::default();
        let mut known: Vec<Option<Finding>> = vec![None; targets.len()];
        loop {
            let (order, nodes) = tries.next();
            let frames = Frames::new(&system.pds, &columns(&system.pds, &live, order, Columns::Read));
            let limits = Limits { budget: budget.clone(), nodes };
            let relations = frames.and_then(|frames| Relations::new(&system.pds, live.clone(), frames, limits));
            let relations = match relations {
                Ok(relations) => relations,
                Err(too_many) => {
                    let unknown = Finding::Unknown(StopReason::Unsupported(too_many.to_string()));
                    return Findings { targets: vec![unknown; targets.len()], stats: Stats::Saturation(stats) };
                }
            };
            let (findings, counts) = match self.direction {
                Direction::Post => {
                    let post = Post::new(&system.pds, &control, targets);
                    Search::new(relations, post, &known).run(extent, observer)
                }
                Direction::Pre => {
                    let pre = Pre::new(&system.pds, &control, targets);
                    Search::new(relations, pre, &known).run(extent, observer)
                }
            };
            stats = counts;
            (stats.bdd.order, stats.bdd.reorders) = (order.name(), tries.reorders());
            for (known, finding) in known.iter_mut().zip(findings) {
                if !matches!(known, Some(Finding::Reached(_))) {
                    *known = Some(finding);
                }
            }
            let again = known.iter().any(|known| matches!(known, Some(Finding::Unknown(StopReason::Nodes))));
            if !again || tries.is_over() {
                break;
            }
        }
        Findings { targets: known.into_iter().flatten().collect(), stats: Stats::Saturation(stats) }
    }
}

/// Which variables get columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Columns {
    /// Those that some rule reads: no other matters for a verdict.
    Read,
    /// All.
    All,
}

/// The variables that get columns, in order.
pub(super) fn columns(pds: &SymbolicPds, live: &Live<'_>, order: Order, which: Columns) -> Vec<Vertex> {
    let read = (which == Columns::Read).then(|| live.read());
    let (graph, vertices) = hypergraph(pds);
    let vertex = |number| match vertices.slot(number) {
        (Slot::Global(index), _) => Some(Vertex::Global(index)),
        (Slot::Local(index), Some(procedure)) => Some(Vertex::Local(procedure, index)),
        (Slot::Result(index), Some(procedure)) => Some(Vertex::Result(procedure, index)),
        _ => None,
    };
    let ordered = super::order::order(&graph, order).into_iter().filter_map(vertex);
    ordered.filter(|vertex| read.as_ref().is_none_or(|read| read.contains(vertex))).collect()
}

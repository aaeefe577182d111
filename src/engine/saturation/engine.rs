//! The engine: post* of a symbolic pushdown system over relations, until its targets are decided.

use super::automaton::{Automaton, Edge};
use super::order::{Order, hypergraph, order};
use super::post::PostStar;
use super::ranks::ranks;
use super::relations::Relations;
use super::relations::derive::derivation;
use super::relations::frames::{Frames, Vertex};
use super::relations::live::Live;
use crate::budget::{Budget, StopReason};
use crate::engine::{Engine, Event, Extent, Finding, Findings, Observer, Stats};
use crate::logic::bdd::{BddId, BddStats, Limits};
use crate::pds::control::Control;
use crate::pds::passes::Prepared;
use crate::pds::{Slot, SymbolicPds, Target};
use crate::verdict::Evidence;
use serde::Serialize;

/// Saturation by BDDs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Saturation;

/// Counters of the saturation engine.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct SaturationStats {
    /// Transitions of the automaton.
    pub transitions: usize,
    /// How often a transition's weight grew.
    pub increments: usize,
    /// Of the diagrams.
    pub bdd: BddStats,
}

/// The control state.
const CONTROL: u32 = 0;
/// The state of the automaton in which the entry procedure's activation is.
const BOTTOM: u32 = 1;

impl Engine for Saturation {
    fn name(&self) -> &'static str {
        "saturation:post"
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
        let pds = &system.pds;
        let limits = Limits { budget: budget.clone(), ..Limits::default() };
        let frames = Frames::new(pds, &columns(pds, &live));
        let relations = frames.and_then(|frames| Relations::new(pds, &live, frames, limits));
        match relations {
            Ok(relations) => {
                let control = pds.control();
                Search::new(relations, &control, targets).run(extent, observer)
            }
            Err(too_many) => {
                let unknown = Finding::Unknown(StopReason::Unsupported(too_many.to_string()));
                Findings { targets: vec![unknown; targets.len()], stats: Stats::Saturation(SaturationStats::default()) }
            }
        }
    }
}

/// The variables that get columns, in order.
fn columns(pds: &SymbolicPds, live: &Live<'_>) -> Vec<Vertex> {
    let read = live.read();
    let (graph, vertices) = hypergraph(pds);
    let vertex = |number| match vertices.slot(number) {
        (Slot::Global(index), _) => Some(Vertex::Global(index)),
        (Slot::Local(index), Some(procedure)) => Some(Vertex::Local(procedure, index)),
        (Slot::Result(index), Some(procedure)) => Some(Vertex::Result(procedure, index)),
        _ => None,
    };
    order(&graph, Order::Hier).into_iter().filter_map(vertex).filter(|vertex| read.contains(vertex)).collect()
}

/// A search under way.
struct Search<'a, 'p> {
    relations: Relations<'p>,
    post: PostStar<'a, BddId>,
    /// For each location the targets that it belongs to.
    watched: Vec<Vec<usize>>,
    /// For each target the increment that reached it first.
    reached: Vec<Option<u32>>,
    /// How many increments have been looked at.
    seen: usize,
}

impl<'a, 'p> Search<'a, 'p> {
    fn new(relations: Relations<'p>, control: &'a Control, targets: &[Target]) -> Search<'a, 'p> {
        let pds = relations.pds;
        let mut watched = vec![Vec::new(); pds.locations.len()];
        for (index, target) in targets.iter().enumerate() {
            target.locations.iter().for_each(|location| watched[location.index()].push(index));
        }
        let post = PostStar::new(control, Automaton::new(2, vec![BOTTOM]), ranks(pds));
        Search { relations, post, watched, reached: vec![None; targets.len()], seen: 0 }
    }

    fn run(mut self, extent: Extent, observer: &mut dyn Observer) -> Findings {
        let stopped = match self.saturate(extent, observer) {
            Ok(stopped) => stopped,
            Err(reason) => Some(reason),
        };
        let targets = (0..self.reached.len()).map(|target| self.finding(target, &stopped)).collect();
        let automaton = self.post.automaton();
        let stats = SaturationStats {
            transitions: automaton.transitions().len(),
            increments: automaton.increments().len(),
            bdd: self.relations.stats(),
        };
        Findings { targets, stats: Stats::Saturation(stats) }
    }

    /// Works until nothing grows, or all targets are reached, or the first one is if that is enough.
    fn saturate(&mut self, extent: Extent, observer: &mut dyn Observer) -> Result<Option<StopReason>, StopReason> {
        let pds = self.relations.pds;
        let entry = pds.procedures[pds.entry.index()].entry.index() as u32;
        let initial = self.relations.initial()?;
        let begin = Edge { from: CONTROL, symbol: Some(entry), to: BOTTOM };
        self.post.given(&mut self.relations, begin, initial)?;
        loop {
            let news = self.look(observer);
            let open = self.reached.iter().any(Option::is_none);
            if !open {
                return Ok(None);
            }
            if news && extent == Extent::First {
                return Ok(Some(StopReason::NotDecided));
            }
            if self.post.advance(&mut self.relations)?.is_none() {
                return Ok(None);
            }
        }
    }

    /// Looks at what has grown; whether a target was reached.
    fn look(&mut self, observer: &mut dyn Observer) -> bool {
        let automaton = self.post.automaton();
        let mut news = false;
        for (number, increment) in automaton.increments().iter().enumerate().skip(self.seen) {
            let edge = automaton.transition(increment.transition).edge;
            let (CONTROL, Some(symbol)) = (edge.from, edge.symbol) else { continue };
            for &target in &self.watched[symbol as usize] {
                if self.reached[target].is_none() {
                    self.reached[target] = Some(number as u32);
                    observer.event(&Event::Reached { target });
                    news = true;
                }
            }
        }
        self.seen = automaton.increments().len();
        news
    }

    fn finding(&mut self, target: usize, stopped: &Option<StopReason>) -> Finding {
        match (self.reached[target], stopped) {
            (Some(increment), _) => match derivation(&mut self.relations, self.post.automaton(), increment) {
                Ok(derivation) => Finding::Reached(Box::new(derivation)),
                Err(reason) => Finding::Unknown(reason),
            },
            (None, Some(reason)) => Finding::Unknown(reason.clone()),
            (None, None) => {
                Finding::Unreachable(Evidence::None("the saturation engine writes no certificate yet".into()))
            }
        }
    }
}

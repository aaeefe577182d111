//! One search: post* over relations with one order of columns, until the targets are decided or a limit strikes.

use super::automaton::{Automaton, Edge};
use super::post::PostStar;
use super::ranks::ranks;
use super::relations::Relations;
use super::relations::derive::{NoRun, derivation};
use super::{DiagramStats, SaturationStats};
use crate::budget::StopReason;
use crate::engine::{Event, Extent, Finding, Observer};
use crate::logic::bdd::BddId;
use crate::pds::Target;
use crate::pds::control::Control;
use crate::verdict::Evidence;

/// The control state.
const CONTROL: u32 = 0;
/// The state of the automaton in which the entry procedure's activation is.
const BOTTOM: u32 = 1;

/// A search under way.
pub(super) struct Search<'a, 'p> {
    relations: Relations<'p>,
    post: PostStar<'a, BddId>,
    /// For each location the targets that it belongs to.
    watched: Vec<Vec<usize>>,
    /// For each target the increment that reached it first.
    reached: Vec<Option<u32>>,
    /// For each target whether the observer knows already that it is reached.
    told: Vec<bool>,
    /// How many increments have been looked at.
    seen: usize,
}

impl<'a, 'p> Search<'a, 'p> {
    /// Begins a search with these columns.
    pub(super) fn new(relations: Relations<'p>, control: &'a Control, targets: &[Target]) -> Search<'a, 'p> {
        let pds = relations.pds;
        let mut watched = vec![Vec::new(); pds.locations.len()];
        for (index, target) in targets.iter().enumerate() {
            target.locations.iter().for_each(|location| watched[location.index()].push(index));
        }
        let post = PostStar::new(control, Automaton::new(2, vec![BOTTOM]), ranks(pds));
        Search { relations, post, watched, reached: vec![None; targets.len()], told: Vec::new(), seen: 0 }
    }

    /// What is found about each target, and what it cost. Of targets that are known to be reached nothing is told.
    pub(super) fn run(
        mut self,
        extent: Extent,
        known: &[Option<Finding>],
        observer: &mut dyn Observer,
    ) -> (Vec<Finding>, SaturationStats) {
        let is_known = |known: &Option<Finding>| matches!(known, Some(Finding::Reached(_)));
        self.told = known.iter().map(is_known).collect();
        let stopped = match self.saturate(extent, observer) {
            Ok(stopped) => stopped,
            Err(reason) => Some(reason),
        };
        let targets = (0..self.reached.len()).map(|target| self.finding(target, &stopped)).collect();
        let automaton = self.post.automaton();
        let stats = SaturationStats {
            transitions: automaton.transitions().len(),
            increments: automaton.increments().len(),
            bdd: DiagramStats { manager: self.relations.stats(), ..DiagramStats::default() },
        };
        (targets, stats)
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
            if self.relations.garbage_due() {
                self.relations.collect(self.post.weights());
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
                    if !std::mem::replace(&mut self.told[target], true) {
                        observer.event(&Event::Reached { target });
                    }
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
                Err(NoRun::Stopped(reason)) => Finding::Unknown(reason),
                Err(NoRun::Lost(what)) => Finding::Lost(what.to_string()),
            },
            (None, Some(reason)) => Finding::Unknown(reason.clone()),
            (None, None) => {
                Finding::Unreachable(Evidence::None("the saturation engine writes no certificate yet".into()))
            }
        }
    }
}

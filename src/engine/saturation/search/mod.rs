//! One search: saturation over relations with one order of columns, until the targets are decided or a limit strikes.

mod backward;
mod backward_proof;
mod forward;
mod forward_proof;
#[cfg(test)]
mod tests;

pub(super) use backward::Pre;
pub(super) use forward::{Post, Watched};

use super::automaton::{Automaton, Edge};
use super::relations::derive::NoRun;
use super::relations::{Relations, Sample};
use super::tell::Teller;
use super::{DiagramStats, SaturationStats};
use crate::budget::{Budget, StopReason};
use crate::engine::saturation::step::Weight;
use crate::engine::{Event, Extent, Finding, NoProof, Observer, Question};
use crate::logic::bdd::BddId;
use crate::pds::analysis::Functions;
use crate::pds::derivation::Derivation;
use crate::pds::proof::Proof;

/// Saturation of a program in one direction.
pub(super) trait Directed {
    /// Adds the transitions with which it begins.
    fn begin(&mut self, relations: &mut Relations<'_>) -> Result<(), StopReason>;

    /// Processes one transition that grew; `None` if none is left.
    fn advance(&mut self, relations: &mut Relations<'_>) -> Result<Option<Edge>, StopReason>;

    /// What a transition's weight says of the activation that it is about, as it can be shown; `None` if it is about none.
    fn shown(&self, relations: &Relations<'_>, edge: Edge, weight: BddId) -> Option<Weight>;

    /// The automaton so far.
    fn automaton(&self) -> &Automaton<BddId>;

    /// All weights that are still needed.
    fn weights(&self) -> impl Iterator<Item = BddId> + '_;

    /// The targets that are known to be reached by an increment.
    fn reached(&self, relations: &mut Relations<'_>, increment: u32) -> Result<&[usize], StopReason>;

    /// The run to a target that an increment reaches; those of functions need not be found.
    fn derivation(
        &self,
        relations: &mut Relations<'_>,
        functions: &Functions,
        increment: u32,
    ) -> Result<Derivation, NoRun>;

    /// What it says of all runs, if nothing grows any more: that they come to no target that is not reached.
    fn prove(self, relations: &mut Relations<'_>, cuts: &[bool], reached: &[bool]) -> Result<Proof, NoProof>;
}

/// A search under way.
pub(super) struct Search<'p, 't, S> {
    relations: Relations<'p>,
    saturation: S,
    /// For each target the increment that reached it first.
    reached: Vec<Option<u32>>,
    /// For each target whether the observer knows already that it is reached.
    told: &'t mut [bool],
    /// How many increments have been looked at.
    seen: usize,
}

/// What a search leads to.
pub(super) struct Searched {
    /// What is found about each target.
    pub(super) targets: Vec<Finding>,
    /// Why those are not that are not reached.
    pub(super) proof: Option<Result<Proof, NoProof>>,
    /// Counters of the search.
    pub(super) stats: SaturationStats,
    /// Some of its diagrams, if it needed too many nodes.
    pub(super) sample: Option<Sample>,
}

impl<'p, 't, S: Directed> Search<'p, 't, S> {
    /// Begins a search for targets, of which some may have been told of by another search: not again.
    pub(super) fn new(relations: Relations<'p>, saturation: S, told: &'t mut [bool]) -> Search<'p, 't, S> {
        Search { relations, saturation, reached: vec![None; told.len()], told, seen: 0 }
    }

    /// What is found, what proves it at the cuts of the system, and what it cost.
    pub(super) fn run(mut self, question: &Question<'_>, budget: &Budget, observer: &mut dyn Observer) -> Searched {
        let stopped = match self.saturate(question.extent, budget, observer) {
            Ok(stopped) => stopped,
            Err(reason) => Some(reason),
        };
        let sample = (stopped == Some(StopReason::Nodes)).then(|| self.relations.sample());
        let targets =
            (0..self.reached.len()).map(|target| self.finding(target, &question.system.functions, &stopped)).collect();
        let is_proved = question.wants_proof && stopped.is_none() && self.reached.iter().any(Option::is_none);
        let reached: Vec<bool> = self.reached.iter().map(Option::is_some).collect();
        for target in (0..reached.len()).filter(|&target| is_proved && !reached[target]) {
            observer.event(&Event::Unreachable { target });
        }
        let automaton = self.saturation.automaton();
        let (transitions, increments) = (automaton.transitions().len(), automaton.increments().len());
        let proof = is_proved.then(|| self.saturation.prove(&mut self.relations, &question.system.cuts.all, &reached));
        let bdd = DiagramStats { manager: self.relations.stats(), ..DiagramStats::default() };
        Searched { targets, proof, stats: SaturationStats { transitions, increments, bdd }, sample }
    }

    /// Works until nothing grows, or all targets are reached, or the first one is if that is enough.
    fn saturate(
        &mut self,
        extent: Extent,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Option<StopReason>, StopReason> {
        self.saturation.begin(&mut self.relations)?;
        let (mut teller, mut processed) = (Teller::default(), None);
        loop {
            let Search { saturation, relations, .. } = &*self;
            let show = |edge, weight: &BddId| saturation.shown(relations, edge, *weight);
            teller.tell(processed, saturation.automaton(), observer, show);
            budget.check()?;
            let news = self.look(observer)?;
            let open = self.reached.iter().any(Option::is_none);
            if !open {
                return Ok(None);
            }
            if news && extent == Extent::First {
                return Ok(Some(StopReason::NotDecided));
            }
            processed = self.saturation.advance(&mut self.relations)?;
            if processed.is_none() {
                return Ok(None);
            }
            if self.relations.garbage_due() {
                self.relations.keep(self.saturation.weights());
            }
            let transitions = self.saturation.automaton().transitions().len();
            let nodes = self.relations.stats().nodes_live;
            observer.event(&Event::Progress(&format_args!("{transitions} transitions, {nodes} nodes")));
        }
    }

    /// Looks at what has grown; whether a target was reached.
    fn look(&mut self, observer: &mut dyn Observer) -> Result<bool, StopReason> {
        let mut news = false;
        for number in self.seen..self.saturation.automaton().increments().len() {
            for &target in self.saturation.reached(&mut self.relations, number as u32)? {
                if self.reached[target].is_none() {
                    self.reached[target] = Some(number as u32);
                    if !std::mem::replace(&mut self.told[target], true) {
                        observer.event(&Event::Reached { target });
                    }
                    news = true;
                }
            }
            self.seen = number + 1;
        }
        Ok(news)
    }

    fn finding(&mut self, target: usize, functions: &Functions, stopped: &Option<StopReason>) -> Finding {
        match (self.reached[target], stopped) {
            (Some(increment), _) => match self.saturation.derivation(&mut self.relations, functions, increment) {
                Ok(derivation) => Finding::Reached(Box::new(derivation)),
                Err(NoRun::Stopped(reason)) => Finding::Unknown(reason),
                Err(NoRun::Lost(what)) => Finding::Lost(what.to_string()),
            },
            (None, Some(reason)) => Finding::Unknown(reason.clone()),
            (None, None) => Finding::Unreachable,
        }
    }
}

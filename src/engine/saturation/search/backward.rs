//! pre*: from the targets back to all configurations from which one can be reached.
//!
//! Each target has a state of its own in which everything is accepted: what is on the stack below a target does not matter.

use super::{Directed, backward_proof};
use crate::budget::StopReason;
use crate::engine::NoProof;
use crate::engine::saturation::CONTROL;
use crate::engine::saturation::automaton::{Automaton, Edge};
use crate::engine::saturation::pre::PreStar;
use crate::engine::saturation::relations::Relations;
use crate::engine::saturation::relations::derive::NoRun;
use crate::engine::saturation::relations::unfold::unfold;
use crate::engine::saturation::step::Weight;
use crate::logic::bdd::BddId;
use crate::pds::analysis::Functions;
use crate::pds::derivation::Derivation;
use crate::pds::proof::Proof;
use crate::pds::{RuleKind, SymbolicPds, Target};
use crate::relational::ranks;
use std::collections::BTreeSet;

/// A pre* under way.
pub(in crate::engine::saturation) struct Pre<'a> {
    pre: PreStar<'a, SymbolicPds, BddId>,
    pds: &'a SymbolicPds,
    targets: &'a [Target],
    /// The first location of the entry procedure.
    entry: u32,
    /// The indices of the targets.
    numbers: Vec<usize>,
}

impl<'a> Pre<'a> {
    /// Nothing leads to a target yet.
    pub fn new(pds: &'a SymbolicPds, targets: &'a [Target]) -> Pre<'a> {
        let states = 1 + targets.len() as u32;
        let automaton = Automaton::new(states, (1..states).collect());
        let pre = PreStar::new(pds, automaton, ranks::backward(pds));
        let entry = pds.procedures[pds.entry.index()].entry.index() as u32;
        Pre { pre, pds, targets, entry, numbers: (0..targets.len()).collect() }
    }
}

impl Directed for Pre<'_> {
    fn begin(&mut self, relations: &mut Relations<'_>) -> Result<(), StopReason> {
        self.pre.begin(relations)?;
        let waiting = self.pds.rules().iter().filter_map(|rule| match rule.kind {
            RuleKind::Expansion { to, .. } => Some(to.index() as u32),
            _ => None,
        });
        let waiting: BTreeSet<u32> = waiting.collect();
        for (index, target) in self.targets.iter().enumerate() {
            let end = 1 + index as u32;
            let here = target.locations.iter().map(|location| (CONTROL, location.index() as u32));
            let below = waiting.iter().map(|&symbol| (end, symbol));
            for (from, symbol) in here.chain(below) {
                let all = relations.target();
                self.pre.given(relations, Edge { from, symbol: Some(symbol), to: end }, all)?;
            }
        }
        Ok(())
    }

    fn advance(&mut self, relations: &mut Relations<'_>) -> Result<Option<Edge>, StopReason> {
        self.pre.advance(relations)
    }

    fn shown(&self, _: &Relations<'_>, _: Edge, _: BddId) -> Option<Weight> {
        None
    }

    fn automaton(&self) -> &Automaton<BddId> {
        self.pre.automaton()
    }

    fn weights(&self) -> impl Iterator<Item = BddId> + '_ {
        self.pre.weights()
    }

    fn reached(&self, relations: &mut Relations<'_>, increment: u32) -> Result<&[usize], StopReason> {
        let automaton = self.pre.automaton();
        let increment = &automaton.increments()[increment as usize];
        match automaton.transition(increment.transition).edge {
            Edge { from: CONTROL, symbol: Some(symbol), to } if symbol == self.entry && to != CONTROL => {
                let target = to as usize - 1;
                let begins = relations.is_initial(increment.weight)?;
                Ok(if begins { &self.numbers[target..=target] } else { &[] })
            }
            _ => Ok(&[]),
        }
    }

    fn derivation(
        &self,
        relations: &mut Relations<'_>,
        functions: &Functions,
        increment: u32,
    ) -> Result<Derivation, NoRun> {
        unfold(relations, self.pre.automaton(), functions, increment)
    }

    fn prove(self, relations: &mut Relations<'_>, cuts: &[bool], reached: &[bool]) -> Result<Proof, NoProof> {
        backward_proof::prove(self.pre.into_automaton(), self.targets, reached, relations, cuts)
    }
}

//! post*: from the initial configurations to all that can be reached.

use super::Saturation;
use crate::budget::StopReason;
use crate::engine::NoProof;
use crate::engine::saturation::automaton::{Automaton, Edge, Transition};
use crate::engine::saturation::post::PostStar;
use crate::engine::saturation::relations::Relations;
use crate::engine::saturation::relations::derive::{NoRun, derivation};
use crate::engine::saturation::{BOTTOM, CONTROL, ranks};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::bdd::BddId;
use crate::pds::SymbolicPds;
use crate::pds::Target;
use crate::pds::control::Control;
use crate::pds::derivation::Derivation;
use crate::pds::proof::{First, Interface, Proof};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A post* under way.
pub(in crate::engine::saturation) struct Post<'a> {
    post: PostStar<'a, BddId>,
    /// For each location the targets that it belongs to.
    watched: Vec<Vec<usize>>,
}

/// Weights of transitions that end in states of callees, or in that of the activation with which runs begin.
#[derive(Default)]
struct Weighted {
    at: BTreeMap<LocId, BddId>,
    entries: BTreeMap<ProcId, BddId>,
    exits: BTreeMap<ProcId, BddId>,
}

impl<'a> Post<'a> {
    /// Nothing is known to be reached yet.
    pub fn new(pds: &SymbolicPds, control: &'a Control, targets: &[Target]) -> Post<'a> {
        let mut watched = vec![Vec::new(); pds.locations.len()];
        for (index, target) in targets.iter().enumerate() {
            target.locations.iter().for_each(|location| watched[location.index()].push(index));
        }
        let post = PostStar::new(control, Automaton::new(2, vec![BOTTOM]), ranks::forward(pds));
        Post { post, watched }
    }

    /// What was found.
    pub fn into_automaton(self) -> Automaton<BddId> {
        self.post.into_automaton()
    }
}

impl Saturation for Post<'_> {
    fn begin(&mut self, relations: &mut Relations<'_>) -> Result<(), StopReason> {
        let pds = relations.pds;
        let entry = pds.procedures[pds.entry.index()].entry.index() as u32;
        let initial = relations.initial()?;
        self.post.given(relations, Edge { from: CONTROL, symbol: Some(entry), to: BOTTOM }, initial)
    }

    fn advance(&mut self, relations: &mut Relations<'_>) -> Result<bool, StopReason> {
        Ok(self.post.advance(relations)?.is_some())
    }

    fn automaton(&self) -> &Automaton<BddId> {
        self.post.automaton()
    }

    fn weights(&self) -> impl Iterator<Item = BddId> + '_ {
        self.post.weights()
    }

    fn reached(&self, _: &mut Relations<'_>, increment: u32) -> Result<&[usize], StopReason> {
        let automaton = self.post.automaton();
        let edge = automaton.transition(automaton.increments()[increment as usize].transition).edge;
        Ok(match edge {
            Edge { from: CONTROL, symbol: Some(symbol), .. } => &self.watched[symbol as usize],
            _ => &[],
        })
    }

    fn derivation(&self, relations: &mut Relations<'_>, increment: u32) -> Result<Derivation, NoRun> {
        derivation(relations, self.post.automaton(), increment)
    }

    fn prove(&self, relations: &mut Relations<'_>, cuts: &[bool]) -> Result<Proof, NoProof> {
        let pds = relations.pds;
        let entry_of: FxHashMap<u32, ProcId> = (pds.procedures.iter().enumerate())
            .map(|(index, procedure)| (procedure.entry.index() as u32, ProcId::from_index(index)))
            .collect();
        let mut weights = Weighted::default();
        let mut first = Weighted::default();
        let mut callee_of: FxHashMap<u32, ProcId> = FxHashMap::default();
        let transitions = self.post.automaton().transitions().iter();
        let transitions = transitions.filter(|transition| transition.edge.from == CONTROL);
        for Transition { edge, weight, .. } in transitions.clone() {
            let Some(symbol) = edge.symbol else { continue };
            let all = if edge.to == BOTTOM { &mut first } else { &mut weights };
            if cuts[symbol as usize] {
                all.at.insert(LocId::from_index(symbol as usize), *weight);
            }
            if let Some(&procedure) = entry_of.get(&symbol) {
                all.entries.insert(procedure, *weight);
                callee_of.insert(edge.to, procedure);
            }
        }
        for Transition { edge, weight, .. } in transitions.filter(|transition| transition.edge.symbol.is_none()) {
            if let Some(&procedure) = callee_of.get(&edge.to).filter(|_| edge.to != BOTTOM) {
                weights.exits.insert(procedure, *weight);
            }
        }
        let mut proof = Proof::new(pds, cuts.to_vec());
        let formulas = &mut proof.formulas;
        for (procedure, weight) in weights.entries {
            let entry = relations.proved_entry(formulas, procedure, weight)?;
            let left = weights.exits.get(&procedure).copied().unwrap_or(BddId::FALSE);
            let exit = relations.proved_exit(formulas, procedure, left);
            proof.procedures[procedure.index()] = Some(Interface { entry, exit });
        }
        for (location, weight) in weights.at {
            proof.at.insert(location, relations.proved_at(formulas, location, weight));
        }
        for (procedure, weight) in first.entries {
            let entry = relations.proved_entry(formulas, procedure, weight)?;
            let at = first.at.iter();
            let at =
                at.map(|(&location, &weight)| (location, relations.proved_at(formulas, location, weight))).collect();
            proof.first = Some(First { entry, at });
        }
        Ok(proof)
    }
}

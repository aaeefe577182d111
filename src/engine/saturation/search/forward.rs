//! post*: from the initial configurations to all that can be reached.

use super::{Directed, forward_proof};
use crate::budget::StopReason;
use crate::engine::NoProof;
use crate::engine::saturation::automaton::{Automaton, Edge};
use crate::engine::saturation::post::PostStar;
use crate::engine::saturation::relations::derive::{NoRun, derivation};
use crate::engine::saturation::relations::{PATIENCE, Relations};
use crate::engine::saturation::step::Weight;
use crate::engine::saturation::{BOTTOM, CONTROL};
use crate::lang::cfg::LocId;
use crate::logic::bdd::BddId;
use crate::pds::SymbolicPds;
use crate::pds::analysis::Functions;
use crate::pds::derivation::Derivation;
use crate::pds::proof::Proof;
use crate::pds::{Target, TargetMap};
use crate::relational::ranks;

/// The targets that each location belongs to, as increments reach them.
pub(in crate::engine::saturation) struct Watched(TargetMap);

impl Watched {
    /// The locations of these targets.
    pub fn new(pds: &SymbolicPds, targets: &[Target]) -> Watched {
        Watched(pds.target_map(targets))
    }

    /// Whether a location belongs to a target.
    pub fn is_target(&self, location: u32) -> bool {
        !self.at(location).is_empty()
    }

    /// The targets that an increment reaches; `top` tells where the activation on top of the stack is that a transition is about.
    pub fn reached(
        &self,
        automaton: &Automaton<BddId>,
        increment: u32,
        top: impl FnOnce(Edge) -> Option<u32>,
    ) -> &[usize] {
        let transition = automaton.increments()[increment as usize].transition;
        top(automaton.transition(transition).edge).map_or(&[], |location| self.at(location))
    }

    fn at(&self, location: u32) -> &[usize] {
        self.0.at(LocId::from_index(location as usize))
    }
}

/// A post* under way.
pub(in crate::engine::saturation) struct Post<'a> {
    post: PostStar<'a, SymbolicPds, BddId>,
    targets: &'a [Target],
    watched: Watched,
}

impl<'a> Post<'a> {
    /// Nothing is known to be reached yet.
    pub fn new(pds: &'a SymbolicPds, targets: &'a [Target]) -> Post<'a> {
        let post = PostStar::new(pds, Automaton::new(2, vec![BOTTOM]), ranks::forward(pds));
        Post { post, targets, watched: Watched::new(pds, targets) }
    }

    /// The callees that were entered: where they begin, each with its state of the automaton.
    pub fn callees(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.post.callees().map(|((_, symbol), state)| (symbol, state))
    }

    /// The P-automaton as far as it was saturated.
    pub fn into_automaton(self) -> Automaton<BddId> {
        self.post.into_automaton()
    }
}

impl Directed for Post<'_> {
    fn begin(&mut self, relations: &mut Relations<'_>) -> Result<(), StopReason> {
        let pds = relations.pds;
        let entry = pds.procedures[pds.entry.index()].entry.index() as u32;
        let initial = relations.initial()?;
        relations.widen(self.targets, PATIENCE);
        self.post.given(relations, Edge { from: CONTROL, symbol: Some(entry), to: BOTTOM }, initial)
    }

    fn advance(&mut self, relations: &mut Relations<'_>) -> Result<Option<Edge>, StopReason> {
        self.post.advance(relations)
    }

    fn shown(&self, relations: &Relations<'_>, edge: Edge, weight: BddId) -> Option<Weight> {
        top(edge).map(|location| relations.shown(LocId::from_index(location as usize), weight))
    }

    fn automaton(&self) -> &Automaton<BddId> {
        self.post.automaton()
    }

    fn weights(&self) -> impl Iterator<Item = BddId> + '_ {
        self.post.weights()
    }

    fn reached(&self, _: &mut Relations<'_>, increment: u32) -> Result<&[usize], StopReason> {
        Ok(self.watched.reached(self.post.automaton(), increment, top))
    }

    fn derivation(
        &self,
        relations: &mut Relations<'_>,
        functions: &Functions,
        increment: u32,
    ) -> Result<Derivation, NoRun> {
        derivation(relations, self.post.automaton(), functions, increment)
    }

    fn prove(self, relations: &mut Relations<'_>, cuts: &[bool], _: &[bool]) -> Result<Proof, NoProof> {
        forward_proof::prove(self.post.into_automaton(), relations, cuts)
    }
}

/// Where the activation on top of the stack is that a transition is about.
fn top(edge: Edge) -> Option<u32> {
    edge.symbol.filter(|_| edge.from == CONTROL)
}

//! A violation with as few steps as possible, on another path than given ones.

mod post;
mod queue;

use super::automaton::{Automaton, Edge};
use super::engine::saturate;
use super::relations::Relations;
use super::relations::derive::{NoRun, derivation};
use super::search::{Directed, Search, Watched};
use super::step::Weight;
use crate::budget::{Budget, StopReason};
use crate::engine::paths::Paths;
use crate::engine::{Engine, Findings, NoProof, Observer, Question};
use crate::lang::cfg::LocId;
use crate::logic::bdd::BddId;
use crate::pds::analysis::Functions;
use crate::pds::derivation::Derivation;
use crate::pds::passes::{Pass, PassSet};
use crate::pds::proof::Proof;
use crate::pds::{SymbolicPds, Target};
use post::ShortestPost;

/// post* in the order of length ([`post`]): the run that it finds to a target has the fewest steps of all that come there, and do not go one of the
/// forbidden paths. That there is none it says on its own word.
#[derive(Clone, Debug, Default)]
pub struct Shortest {
    /// The paths that the run may not go. If there are any, there is one target only.
    pub forbidden: Paths,
}

impl Engine for Shortest {
    fn name(&self) -> &'static str {
        "saturation:shortest"
    }

    /// Those by which a run keeps its steps.
    fn passes(&self, wanted: PassSet) -> PassSet {
        wanted.both([Pass::Unreachable, Pass::Constants, Pass::Liveness, Pass::ModRef].into_iter().collect())
    }

    fn run(&mut self, question: &Question<'_>, budget: &Budget, observer: &mut dyn Observer) -> Findings {
        let question = Question { wants_proof: false, ..*question };
        let pds = &question.system.pds;
        saturate(&question, (&[], None), budget, observer, |relations, told, observer| {
            let nearest = Nearest::new(pds, &self.forbidden, question.targets);
            Search::new(relations, nearest, told).run(&question, budget, observer)
        })
    }
}

/// The search of a [`Shortest`].
struct Nearest<'a> {
    post: ShortestPost<'a>,
    watched: Watched,
    /// Whether runs end where they come to a target: where paths do.
    has_ends: bool,
}

impl<'a> Nearest<'a> {
    fn new(pds: &'a SymbolicPds, forbidden: &'a Paths, targets: &[Target]) -> Nearest<'a> {
        let post = ShortestPost::new(pds, forbidden);
        Nearest { post, watched: Watched::new(pds, targets), has_ends: forbidden.begin().is_some() }
    }
}

impl Directed for Nearest<'_> {
    fn begin(&mut self, relations: &mut Relations<'_>) -> Result<(), StopReason> {
        let initial = relations.initial()?;
        self.post.begin(initial);
        Ok(())
    }

    fn advance(&mut self, relations: &mut Relations<'_>) -> Result<Option<Edge>, StopReason> {
        let Nearest { post, watched, has_ends } = self;
        post.advance(relations, |location| *has_ends && watched.is_target(location))
    }

    fn shown(&self, relations: &Relations<'_>, edge: Edge, weight: BddId) -> Option<Weight> {
        self.post.top(edge).map(|location| relations.shown(LocId::from_index(location as usize), weight))
    }

    fn automaton(&self) -> &Automaton<BddId> {
        self.post.automaton()
    }

    fn weights(&self) -> impl Iterator<Item = BddId> + '_ {
        self.post.weights()
    }

    fn reached(&self, _: &mut Relations<'_>, increment: u32) -> Result<&[usize], StopReason> {
        Ok(self.watched.reached(self.post.automaton(), increment, |edge| self.post.top(edge)))
    }

    fn derivation(
        &self,
        relations: &mut Relations<'_>,
        functions: &Functions,
        increment: u32,
    ) -> Result<Derivation, NoRun> {
        derivation(relations, self.post.automaton(), functions, increment)
    }

    fn prove(self, _: &mut Relations<'_>, _: &[bool], _: &[bool]) -> Result<Proof, NoProof> {
        Err(NoProof::NotInductive)
    }
}

//! Lemmas about predicates as a proof.

use super::{Relations, executed};
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::logic::sat::Backend;
use crate::pds::proof::Proof;
use crate::summaries::bodies::{Bodies, entries, exits};
use crate::summaries::claims;
use crate::summaries::predicate::Predicate;

impl Relations<'_> {
    /// What the arguments of a predicate are in lemmas: the values at the entry, and those at the exit or at the loop head; inputs.
    pub fn arguments(&mut self, predicate: Predicate) -> Vec<Formula> {
        let Relations { graph, view, segments, .. } = self;
        let procedure = predicate.procedure();
        let mut arguments = entries(graph, view, procedure);
        match predicate {
            Predicate::Returns(_) => arguments.extend(exits(graph, view, procedure)),
            Predicate::At(_, head) => {
                let segments = segments[procedure.index()].iter();
                arguments.extend(segments.flat_map(|segments| &segments.heads[head].before));
            }
            Predicate::Hits(_) => {}
        }
        arguments
    }

    /// What all these lemmas prove, which follow from each other and from what leaves relate: hits are what they exclude. `heads` are the loop
    /// heads of the system.
    pub fn proof(&mut self, heads: &[bool], lemmas: impl IntoIterator<Item = (Predicate, Formula)>) -> Proof {
        let mut bodies = Bodies::new(heads, Backend::default());
        let procedures: Vec<ProcId> = executed(&self.segments).map(|(procedure, _)| procedure).collect();
        for procedure in procedures {
            bodies.segments(&mut self.graph, &self.view, procedure);
            if self.is_leaf[procedure.index()] {
                bodies.add(Predicate::Returns(procedure), self.relation(procedure));
            }
        }
        lemmas.into_iter().for_each(|(predicate, lemma)| bodies.add(predicate, lemma));
        claims::proof(&mut self.graph, &self.view, &mut bodies, heads)
    }
}

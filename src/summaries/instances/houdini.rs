//! Of lemmas that may hold, those that follow from each other (C. Flanagan, K. R. M. Leino, "Houdini, an Annotation Assistant for ESC/Java", FME 2001).
//!
//! A lemma that the body of its predicate does not imply, though all atoms obey all lemmas that are left, is dropped, until none is. What is left
//! is the greatest set that is inductive beside the store.

use super::known::Known;
use super::store::Store;
use crate::budget::{Budget, StopReason};
use crate::logic::formula::Formula;
use crate::logic::sat::{Backend, SatStats};
use crate::summaries::predicate::PredicateId;
use crate::symbolic::solvers::Solvers;
use std::collections::{BTreeMap, BTreeSet};

/// Lemmas, by the predicates that they are about.
pub type Lemmas = BTreeMap<PredicateId, Vec<Formula>>;

/// A solver for each body; each remembers how many summaries of each of its atoms it has.
pub struct Houdini {
    solvers: Solvers<PredicateId, Vec<usize>>,
}

impl Default for Houdini {
    fn default() -> Houdini {
        Houdini { solvers: Solvers::new(Backend::default()) }
    }
}

impl Houdini {
    /// Those of these lemmas that follow from each other and from the store.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn greatest(
        &mut self,
        known: &mut Known<'_>,
        store: &Store,
        mut lemmas: Lemmas,
        budget: &Budget,
    ) -> Result<Lemmas, StopReason> {
        let mut users: BTreeMap<PredicateId, BTreeSet<PredicateId>> = BTreeMap::new();
        for &predicate in lemmas.keys() {
            for atom in &known.relations.body(predicate).atoms {
                users.entry(atom.predicate).or_default().insert(predicate);
            }
        }
        let mut open: BTreeSet<PredicateId> = lemmas.keys().copied().collect();
        while let Some(predicate) = open.pop_first() {
            budget.poll()?;
            let before = lemmas[&predicate].len();
            let kept = self.implied(known, store, predicate, &lemmas, budget)?;
            if kept.len() < before {
                open.extend(users.get(&predicate).into_iter().flatten());
            }
            lemmas.insert(predicate, kept);
        }
        Ok(lemmas)
    }

    /// Those of the lemmas of a predicate that its body implies.
    fn implied(
        &mut self,
        known: &mut Known<'_>,
        store: &Store,
        predicate: PredicateId,
        lemmas: &Lemmas,
        budget: &Budget,
    ) -> Result<Vec<Formula>, StopReason> {
        let mut assumed = Vec::new();
        let atoms = known.relations.body(predicate).atoms.clone();
        for (index, atom) in atoms.iter().enumerate() {
            let arguments = known.arguments(atom.predicate);
            let graph = &mut known.relations.graph;
            let mut obeyed = |lemma: Formula| {
                let pairs = arguments.iter().copied().zip(atom.arguments.iter().copied());
                let lemma = graph.replaced(lemma, pairs);
                graph.formulas.implies(atom.guard, lemma)
            };
            let summaries = store.of(atom.predicate);
            let (_, read) = self.solvers.of(predicate);
            read.resize(atoms.len(), 0);
            let known: Vec<Formula> = summaries[read[index]..].iter().map(|summary| obeyed(summary.lemma)).collect();
            read[index] = summaries.len();
            assumed.extend(lemmas.get(&atom.predicate).into_iter().flatten().map(|&lemma| obeyed(lemma)));
            let (query, _) = self.solvers.of(predicate);
            known.into_iter().for_each(|known| query.assert(&graph.formulas, known));
        }
        let own = known.arguments(predicate);
        let body = known.relations.body(predicate);
        let (run, ends) = (body.run, body.arguments.clone());
        let graph = &mut known.relations.graph;
        let mut left: Vec<(Formula, Formula)> = Vec::new();
        for &lemma in &lemmas[&predicate] {
            let held = graph.replaced(lemma, own.iter().copied().zip(ends.iter().copied()));
            left.push((lemma, graph.formulas.and(run, !held)));
        }
        loop {
            let broken = left.iter().fold(Formula::FALSE, |any, &(_, broken)| graph.formulas.or(any, broken));
            if broken == Formula::FALSE {
                break;
            }
            assumed.push(broken);
            known.counts.inductive += 1;
            let (query, _) = self.solvers.of(predicate);
            let Some(found) = query.ask(&graph.formulas, &assumed, budget)? else { break };
            assumed.pop();
            let mut values = found.values(&graph.formulas);
            left.retain(|&(_, broken)| !values.of(broken));
        }
        Ok(left.into_iter().map(|(lemma, _)| lemma).collect())
    }

    /// What its solvers have done.
    pub fn sat(&self) -> SatStats {
        self.solvers.stats()
    }
}

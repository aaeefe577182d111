//! What is known of predicates: summaries, each a lemma over the arguments (2012-sery, Definition 5, without its bound).
//!
//! All hold of all derivations at any depth: all summaries together are *inductive*, which means that the body of a predicate implies each of its own, if
//! its atoms obey theirs. So one may stand for any instance. What says that a procedure returns, or comes to a loop head, is true
//! whatever is watched; what says that it hits is of one watch, which has a predicate of its own for it.

use super::houdini::Lemmas;
use super::known::Known;
use super::template::Clauses;
use crate::budget::{Budget, StopReason};
use crate::logic::formula::Formula;
use crate::logic::sat::{Backend, SatStats};
use crate::summaries::predicate::PredicateId;
use crate::symbolic::solvers::Solvers;

/// A summary.
pub struct Summary {
    /// Over the arguments.
    pub lemma: Formula,
    /// For nodes of trees.
    pub clauses: Clauses,
}

/// All summaries. They are only ever added.
pub struct Store {
    of: Vec<Vec<Summary>>,
    /// Whether something says more than what is known; each remembers how many summaries it has.
    solvers: Solvers<PredicateId, usize>,
}

impl Default for Store {
    fn default() -> Store {
        Store { of: Vec::new(), solvers: Solvers::new(Backend::default()) }
    }
}

impl Store {
    /// The summaries of a predicate.
    pub fn of(&self, predicate: PredicateId) -> &[Summary] {
        self.of.get(predicate.index()).map_or(&[], Vec::as_slice)
    }

    /// All of a predicate, as one.
    pub fn all(&self, known: &mut Known<'_>, predicate: PredicateId) -> Formula {
        let formulas = &mut known.relations.graph.formulas;
        self.of(predicate).iter().fold(Formula::TRUE, |all, summary| formulas.and(all, summary.lemma))
    }

    /// Those of some lemmas that say more than what is known.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn new_among(&mut self, known: &mut Known<'_>, lemmas: Lemmas, budget: &Budget) -> Result<Lemmas, StopReason> {
        let mut new = Lemmas::new();
        for (predicate, lemmas) in lemmas {
            for lemma in lemmas {
                if !self.implies(known, predicate, lemma, budget)? {
                    new.entry(predicate).or_default().push(lemma);
                }
            }
        }
        Ok(new)
    }

    /// Whether a lemma says nothing that is not known of the predicate.
    fn implies(
        &mut self,
        known: &mut Known<'_>,
        predicate: PredicateId,
        lemma: Formula,
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        let Store { of, solvers } = self;
        let summaries = of.get(predicate.index()).map_or(&[][..], Vec::as_slice);
        if summaries.iter().any(|summary| summary.lemma == lemma) {
            return Ok(true);
        }
        known.counts.implied += 1;
        let formulas = &known.relations.graph.formulas;
        let (query, read) = solvers.of(predicate);
        summaries[*read..].iter().for_each(|summary| query.assert(formulas, summary.lemma));
        *read = summaries.len();
        Ok(query.ask(formulas, &[!lemma], budget)?.is_none())
    }

    /// Lemmas hold, too: all that are not known already of a set that is inductive beside what is known. Nothing stops this half-way, for a part of such a
    /// set need not be inductive.
    pub fn add(&mut self, known: &mut Known<'_>, lemmas: &Lemmas) {
        for (&predicate, lemmas) in lemmas {
            let arguments = known.arguments(predicate);
            if self.of.len() <= predicate.index() {
                self.of.resize_with(predicate.index() + 1, Vec::new);
            }
            for &lemma in lemmas {
                let clauses = Clauses::of_lemma(&known.relations.graph, &arguments, lemma);
                self.of[predicate.index()].push(Summary { lemma, clauses });
                known.counts.stored += 1;
            }
        }
    }

    /// What its solvers have done.
    pub fn sat(&self) -> SatStats {
        self.solvers.stats()
    }
}

//! What is known, and how more comes to be known: of lemmas that may hold those that do.

use super::houdini::{Houdini, Lemmas};
use super::known::Known;
use super::seeds::Seeds;
use super::store::Store;
use crate::budget::{Budget, StopReason};
use crate::logic::sat::SatStats;
use crate::summaries::predicate::PredicateId;

/// What is known of predicates, with what asks about that.
#[derive(Default)]
pub struct Memory {
    pub store: Store,
    houdini: Houdini,
    seeds: Seeds,
}

impl Memory {
    /// Those of some lemmas that follow from each other and from what is known; they are known then.
    ///
    /// # Errors
    /// The limit that was hit; then nothing more is known than before.
    pub fn inductive(&mut self, known: &mut Known<'_>, lemmas: Lemmas, budget: &Budget) -> Result<Lemmas, StopReason> {
        known.counts.tried += count(&lemmas);
        let kept = self.houdini.greatest(known, &self.store, lemmas, budget)?;
        known.counts.kept += count(&kept);
        let new = self.store.new_among(known, kept.clone(), budget)?;
        self.store.add(known, &new);
        Ok(kept)
    }

    /// Lemmas about two or three arguments of each of these predicates, callees first, if there are none yet; those that say something new are
    /// known then.
    ///
    /// # Errors
    /// The limit that was hit; then nothing more is known than before.
    pub fn seed(
        &mut self,
        known: &mut Known<'_>,
        predicates: &[PredicateId],
        budget: &Budget,
    ) -> Result<Lemmas, StopReason> {
        let lemmas = self.seeds.lemmas(known, &self.store, predicates, budget)?;
        let kept = self.inductive(known, lemmas, budget)?;
        self.seeds.end(predicates);
        Ok(kept)
    }

    /// What its solvers have done.
    pub fn sat(&self) -> SatStats {
        let mut sat = self.store.sat();
        sat += self.houdini.sat();
        sat += self.seeds.sat();
        sat
    }
}

fn count(lemmas: &Lemmas) -> u64 {
    lemmas.values().map(|lemmas| lemmas.len() as u64).sum()
}

//! What searches go by, and what comes of them.

use super::RddEngine;
use super::event::{Fate, tell_lemma};
use super::stats::RddStats;
use crate::budget::Budget;
use crate::engine::NoProof;
use crate::engine::teller::Teller;
use crate::logic::formula::Formula;
use crate::pds::derivation::Derivation;
use crate::summaries::calls::CallGraph;
use crate::summaries::instances::houdini::Lemmas;
use crate::summaries::instances::known::Known;
use crate::summaries::instances::memory::Memory;
use crate::summaries::predicate::PredicateId;

/// What came out.
pub(super) enum Decided {
    /// There is no run, and lemmas say why.
    Unreachable,
    /// There is no run, and this is why nothing says why.
    Unproved(NoProof),
    /// There is this one.
    Reached(Derivation),
}

/// What a search goes by.
pub(super) struct Context<'c, 'a> {
    pub engine: RddEngine,
    pub known: &'c mut Known<'a>,
    pub calls: &'c CallGraph,
    pub memory: &'c mut Memory,
    pub stats: &'c mut RddStats,
    pub teller: Teller<'a>,
    pub budget: &'c Budget,
    /// The index of the target.
    pub target: usize,
    /// Whether lemmas are wanted of what is not reached.
    pub wants_proof: bool,
}

/// A budget whose work is measured.
pub(super) struct Measured {
    pub budget: Budget,
    before: u64,
}

impl Measured {
    pub fn new(budget: &Budget) -> Measured {
        let budget = budget.clone().with_effort(u64::MAX);
        let before = budget.effort().unwrap_or_default();
        Measured { budget, before }
    }

    /// The work since it was read last.
    pub fn read(&mut self) -> u64 {
        let now = self.budget.effort().unwrap_or_default();
        std::mem::replace(&mut self.before, now) - now
    }
}

/// Tells what becomes of lemmas.
pub(super) fn tell(
    known: &mut Known<'_>,
    teller: Teller<'_>,
    lemmas: &Lemmas,
    fate: impl Fn(PredicateId, Formula) -> Fate,
) {
    for (&predicate, lemmas) in lemmas.iter().filter(|_| teller.tells()) {
        lemmas.iter().for_each(|&lemma| tell_lemma(teller, known, predicate, lemma, fate(predicate, lemma)));
    }
}

//! Lemmas to begin with: what two or three arguments of each predicate can be, the strongest such clauses that are inductive together.
//!
//! Nobody has to find a refutation from which they could be read off. At first nothing can be; each run of a body whose arguments were not seen
//! together adds what it shows, until there is no such run. A body is asked about alone, with what is said of its atoms, so there is no tree, and the
//! depth of the call graph does not matter. That a variable keeps its value, or how a lock behind follows from the lock before and a flag, are
//! such lemmas: of drivers they are most of what a proof needs.

mod seen;

use super::houdini::Lemmas;
use super::known::Known;
use super::store::Store;
use crate::budget::{Budget, StopReason};
use crate::logic::formula::Formula;
use crate::logic::sat::{Backend, SatStats};
use crate::summaries::predicate::{Predicate, PredicateId};
use crate::symbolic::solvers::Solvers;
use seen::Seen;
use std::collections::{BTreeMap, BTreeSet};

/// The search, which may be interrupted.
pub struct Seeds {
    /// A solver for each body.
    solvers: Solvers<PredicateId>,
    seen: BTreeMap<PredicateId, Seen>,
    /// The predicates whose lemmas were handed out.
    done: BTreeSet<PredicateId>,
}

impl Default for Seeds {
    fn default() -> Seeds {
        Seeds { solvers: Solvers::new(Backend::default()), seen: BTreeMap::new(), done: BTreeSet::new() }
    }
}

impl Seeds {
    /// Lemmas about those of these predicates, callees first, about which there were none yet; they follow from each other and from what is known of
    /// others.
    ///
    /// # Errors
    /// The limit that was hit; what was found up to then is found again sooner.
    pub fn lemmas(
        &mut self,
        known: &mut Known<'_>,
        store: &Store,
        predicates: &[PredicateId],
        budget: &Budget,
    ) -> Result<Lemmas, StopReason> {
        let new: Vec<PredicateId> = predicates.iter().copied().filter(|one| !self.done.contains(one)).collect();
        let mut users: BTreeMap<PredicateId, BTreeSet<usize>> = BTreeMap::new();
        for (place, &predicate) in new.iter().enumerate() {
            let body = known.relations.body(predicate);
            self.seen.entry(predicate).or_insert_with(|| Seen::none(body.arguments.len()));
            for atom in &body.atoms {
                users.entry(atom.predicate).or_default().insert(place);
            }
        }
        let mut open: BTreeSet<usize> = (0..new.len()).collect();
        while let Some(place) = open.pop_first() {
            if self.grow(known, store, new[place], budget)? {
                open.extend(users.get(&new[place]).into_iter().flatten());
            }
        }
        let mut lemmas = Lemmas::new();
        for &predicate in &new {
            let arguments = known.arguments(predicate);
            let clauses = self.seen[&predicate].clauses(&mut known.relations.graph.formulas, &arguments);
            lemmas.insert(predicate, clauses);
        }
        // Of what never returns here a pass may have cut the return, since nothing behind it matters; the program still has it.
        let is_hit = |predicate: &PredicateId| matches!(known.relations.body(*predicate).predicate, Predicate::Hits(_));
        lemmas.retain(|predicate, clauses| {
            !clauses.is_empty() && (is_hit(predicate) || !clauses.contains(&Formula::FALSE))
        });
        Ok(lemmas)
    }

    /// The predicates of these lemmas have theirs.
    pub fn end(&mut self, predicates: &[PredicateId]) {
        for predicate in predicates {
            self.seen.remove(predicate);
            self.done.insert(*predicate);
        }
    }

    /// Adds what runs of a body show, until no run shows more. Whether there was something.
    fn grow(
        &mut self,
        known: &mut Known<'_>,
        store: &Store,
        predicate: PredicateId,
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        let body = known.relations.body(predicate);
        let (run, ends, atoms) = (body.run, body.arguments.clone(), body.atoms.clone());
        let mut obeyed = Vec::with_capacity(atoms.len());
        for atom in &atoms {
            let summary = store.all(known, atom.predicate);
            let arguments = known.arguments(atom.predicate);
            let graph = &mut known.relations.graph;
            obeyed.push(graph.replaced(summary, arguments.iter().copied().zip(atom.arguments.iter().copied())));
        }
        let mut has_grown = false;
        while !self.seen[&predicate].is_given_up() {
            budget.poll()?;
            let formulas = &mut known.relations.graph.formulas;
            let mut assumed = Vec::with_capacity(atoms.len() + 1);
            for (atom, &obeyed) in atoms.iter().zip(&obeyed) {
                let clauses = self.seen.get(&atom.predicate).map(|seen| seen.clauses(formulas, &atom.arguments));
                let all = clauses.into_iter().flatten().fold(obeyed, |all, clause| formulas.and(all, clause));
                assumed.push(formulas.implies(atom.guard, all));
            }
            let said = self.seen[&predicate].clauses(formulas, &ends).into_iter();
            let all = said.fold(Formula::TRUE, |all, clause| formulas.and(all, clause));
            assumed.push(formulas.and(run, !all));
            known.counts.inductive += 1;
            let Some(found) = self.solvers.ask(predicate, formulas, &assumed, budget)? else { break };
            let mut values = found.values(formulas);
            let values: Vec<bool> = ends.iter().map(|&end| values.of(end)).collect();
            self.seen.entry(predicate).and_modify(|seen| seen.add(&values));
            has_grown = true;
        }
        Ok(has_grown)
    }

    /// What its solvers have done.
    pub fn sat(&self) -> SatStats {
        self.solvers.stats()
    }
}

//! Lemmas of another system, or of an earlier version of this one (O. Sery, G. Fedyukovich, N. Sharygina, "Incremental Upgrade Checking by Means of
//! Interpolation-based Function Summaries", FMCAD 2012): those that follow from each other here are summaries, whoever has learnt them.

use super::event::{Fate, tell_lemma};
use crate::budget::{Budget, StopReason};
use crate::engine::teller::Teller;
use crate::lang::cfg::LocId;
use crate::logic::fold::{Memo, Transplant};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::pds::Slot;
use crate::pds::lemmas::{About, Lemma, Lemmas};
use crate::pds::proof::Moment;
use crate::summaries::instances::houdini::Lemmas as Candidates;
use crate::summaries::instances::known::Known;
use crate::summaries::instances::memory::Memory;
use crate::summaries::instances::said::said;
use crate::summaries::predicate::{Predicate, PredicateId};
use crate::summaries::relations::{Relations, Watched};
use rustc_hash::FxHashMap;

/// Lemmas that were given.
pub struct Recall<'a> {
    given: &'a Lemmas,
    /// For each whether it holds, if that was tried.
    pub held: Vec<Option<bool>>,
}

impl<'a> Recall<'a> {
    /// None is tried yet.
    pub fn new(given: &'a Lemmas) -> Recall<'a> {
        Recall { given, held: vec![None; given.all.len()] }
    }

    /// Tries those that were not tried: what does not depend on what is watched, and what is said of hits of a target, by its index.
    ///
    /// # Errors
    /// The limit that was hit; then none of them was tried.
    pub fn attempt(
        &mut self,
        known: &mut Known<'_>,
        memory: &mut Memory,
        (target, watched): (usize, &Watched),
        teller: Teller<'_>,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        let mut tried: Vec<(usize, PredicateId, Formula)> = Vec::new();
        let Recall { given, held } = self;
        for (index, lemma) in given.all.iter().enumerate().filter(|&(index, _)| held[index].is_none()) {
            let predicate = match lemma.about {
                About::Hits(procedure, of) if of == target => watched.hits.get(&procedure).copied(),
                About::Hits(..) => None,
                About::Returns(procedure) => known.relations.number(Predicate::Returns(procedure)),
                About::At(at) => head(&known.relations, at),
            };
            let Some(predicate) = predicate else { continue };
            if let Some(formula) = stated(known, &given.formulas, predicate, lemma) {
                tried.push((index, predicate, formula));
            }
        }
        let mut candidates = Candidates::new();
        for &(_, predicate, formula) in &tried {
            candidates.entry(predicate).or_default().push(formula);
        }
        let kept = memory.inductive(known, candidates, budget)?;
        for (index, predicate, formula) in tried {
            let holds = kept.get(&predicate).is_some_and(|kept| kept.contains(&formula));
            if holds {
                tell_lemma(teller, known, predicate, formula, Fate::Carried);
            }
            held[index] = Some(holds);
        }
        Ok(())
    }
}

/// The predicate of a loop head.
fn head(relations: &Relations<'_>, at: LocId) -> Option<PredicateId> {
    let procedure = relations.view.pds.procedure_of(at);
    let heads = &relations.segments[procedure.index()].as_ref()?.heads;
    relations.number(Predicate::At(procedure, heads.iter().position(|head| head.at == at)?))
}

/// A lemma over the arguments of a predicate; none if it speaks of something else. What a procedure does not modify is what it was at the entry.
fn stated(known: &mut Known<'_>, formulas: &Formulas, predicate: PredicateId, lemma: &Lemma) -> Option<Formula> {
    let moments = known.relations.moments(predicate);
    let arguments = known.arguments(predicate);
    let terms: FxHashMap<Moment, Formula> = moments.into_iter().zip(arguments.iter().copied()).collect();
    let term = |input: Input| {
        let moment = Moment::of(input);
        let kept = match moment {
            Moment::Now(slot @ Slot::Global(_)) => terms.get(&Moment::Entered(slot)),
            _ => None,
        };
        terms.get(&moment).or(kept).copied()
    };
    if formulas.support([lemma.formula]).into_iter().any(|input| term(input).is_none()) {
        return None;
    }
    let by = |_: &mut Formulas, input: Input| term(input).unwrap_or(Formula::FALSE);
    let into = &mut known.relations.graph.formulas;
    Some(Memo::sparse().value(&mut Transplant { from: formulas, into, by }, lemma.formula))
}

/// What is known of predicates, of hits for watches of targets by their indices.
pub(super) fn learnt(known: &mut Known<'_>, memory: &Memory, watches: &[(usize, &Watched)]) -> Lemmas {
    let mut lemmas = Lemmas::default();
    let hits =
        watches.iter().flat_map(|&(target, watched)| watched.hits.values().map(move |&hits| (hits, Some(target))));
    let common = known.relations.common().iter().map(|&predicate| (predicate, None));
    for (predicate, target) in common.chain(hits).collect::<Vec<_>>() {
        let about = match (known.relations.body(predicate).predicate, target) {
            (Predicate::Hits(procedure), Some(target)) => About::Hits(procedure, target),
            (Predicate::Hits(_), None) => continue,
            (Predicate::Returns(procedure), _) => About::Returns(procedure),
            (Predicate::At(procedure, head), _) => match &known.relations.segments[procedure.index()] {
                Some(segments) => About::At(segments.heads[head].at),
                None => continue,
            },
        };
        let Lemmas { formulas, all } = &mut lemmas;
        let mut said = said(known, predicate, formulas);
        all.extend(memory.store.of(predicate).iter().map(|summary| Lemma { about, formula: said(summary.lemma) }));
    }
    lemmas
}

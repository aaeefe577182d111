//! Lemmas in terms of the system, so that they can be told.

use super::known::Known;
use crate::logic::fold::{Memo, Transplant};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::pds::proof::Moment;
use crate::summaries::predicate::PredicateId;
use rustc_hash::FxHashMap;

/// What a lemma says.
#[derive(Clone, Debug)]
pub struct Said {
    /// The graph of the formula, over [`Moment`]s.
    pub formulas: Formulas,
    /// The formula.
    pub formula: Formula,
}

impl Said {
    /// What a lemma says about a predicate.
    pub fn of(known: &mut Known<'_>, predicate: PredicateId, lemma: Formula) -> Said {
        let mut formulas = Formulas::default();
        let formula = said(known, predicate, &mut formulas)(lemma);
        Said { formulas, formula }
    }
}

/// Says lemmas about a predicate in terms of the system.
pub fn said<'k>(
    known: &'k mut Known<'_>,
    predicate: PredicateId,
    into: &'k mut Formulas,
) -> impl FnMut(Formula) -> Formula + 'k {
    let arguments = known.arguments(predicate);
    let moments = known.relations.moments(predicate);
    let graph = &known.relations.graph;
    let inputs: FxHashMap<Input, Moment> =
        arguments.iter().map(|&argument| graph.number_of(argument)).zip(moments).collect();
    let mut memo = Memo::sparse();
    move |lemma| {
        let by = |into: &mut Formulas, input: Input| into.input(inputs[&input].input());
        memo.value(&mut Transplant { from: &graph.formulas, into: &mut *into, by }, lemma)
    }
}

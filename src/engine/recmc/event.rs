//! The steps that the engine tells.

use super::clauses::Level;
use super::cube::Cube;
use super::fact::FactId;
use super::knowledge::Knowledge;
use crate::logic::fold::{Memo, Transplant};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::pds::Slot;
use crate::pds::proof::Moment;
use crate::summaries::predicate::{Named, PredicateId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Something that happened in the engine.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    /// The engine turns to some targets.
    Turn {
        /// Their indices.
        targets: Vec<usize>,
    },
    /// A bound is asked about.
    Level {
        /// Which.
        bound: Level,
    },
    /// A deep bound was tried.
    Probed {
        /// Which.
        bound: Level,
        /// Whether it was answered, with the questions that it was allowed.
        has_ended: bool,
    },
    /// A predicate is asked about. A single step.
    Asked {
        /// Which.
        predicate: Named,
        /// Within which bound.
        bound: Level,
        /// For a point with these values.
        cube: Vec<Value>,
    },
    /// A predicate has a fact more. A single step.
    Fact {
        /// Which.
        predicate: Named,
        /// What it says.
        said: Arc<Said>,
    },
    /// A predicate has a clause more. A single step.
    Blocked {
        /// Which.
        predicate: Named,
        /// Up to which bound the clause holds; `None` for good.
        level: Option<Level>,
        /// The values that it excludes.
        cube: Vec<Value>,
    },
    /// The clauses of a level were tried at the next one.
    Pushed {
        /// Which.
        level: Level,
        /// How many hold there.
        moved: usize,
    },
    /// What holds above a level follows from itself.
    Inductive {
        /// Which; `None` if what holds for good is enough.
        level: Option<Level>,
    },
}

/// That a variable has a value at the entry, or behind.
pub(crate) type Value = (Moment, bool);

/// What a fact says, as formulas over the values at the entry.
#[derive(Clone, Debug)]
pub struct Said {
    /// The graph of the formulas, over [`Moment`]s.
    pub formulas: Formulas,
    /// For which entries.
    pub guard: Formula,
    /// The values behind; `None` for any.
    pub values: Vec<(Slot, Option<Formula>)>,
}

/// A cube as it is told.
pub(super) fn values(known: &Knowledge<'_>, predicate: PredicateId, cube: &Cube) -> Vec<Value> {
    let moments = known.relations.moments(predicate);
    cube.literals().iter().map(|literal| (moments[literal.argument as usize], literal.value)).collect()
}

/// A fact as it is told.
pub(super) fn said(known: &Knowledge<'_>, fact: FactId) -> Said {
    let fact = &known.facts[fact];
    let moments = known.relations.moments(fact.predicate);
    let entered: FxHashMap<Input, Moment> =
        known.facts.entered(fact.predicate).iter().copied().zip(moments.iter().copied()).collect();
    let mut formulas = Formulas::default();
    let mut memo = Memo::sparse();
    let mut moved = |formula: Formula| {
        let by = |into: &mut Formulas, input: Input| into.input(entered[&input].input());
        memo.value(&mut Transplant { from: &known.relations.graph.formulas, into: &mut formulas, by }, formula)
    };
    let guard = moved(fact.guard);
    let behind = moments[entered.len()..].iter().zip(&fact.values);
    let values = behind.filter_map(|(moment, value)| match *moment {
        Moment::Now(slot) => Some((slot, value.map(&mut moved))),
        Moment::Entered(_) => None,
    });
    let values = values.collect();
    Said { formulas, guard, values }
}

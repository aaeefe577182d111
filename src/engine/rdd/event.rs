//! The steps that the engine tells.

use crate::engine::teller::Teller;
use crate::logic::formula::Formula;
use crate::summaries::instances::known::Known;
use crate::summaries::instances::said::Said;
use crate::summaries::instances::tree::NodeId;
use crate::summaries::predicate::{Named, PredicateId};
use std::sync::Arc;

/// Something that happened in the engine.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    /// The engine turns to a target; it goes on where it left it.
    Turn {
        /// Its index.
        target: usize,
    },
    /// A tree begins: its first instance is a leaf. A single step.
    Begun {
        /// What it is an instance of.
        first: Named,
        /// The depth up to which recursion is assumed to end, if that is a helper assertion.
        helper: Option<u32>,
    },
    /// A question about the tree. A single step.
    Asked {
        /// Whether all leaves are blocked.
        is_blocked: bool,
        /// Whether there is a run.
        is_found: bool,
        /// The leaves that it begins, by their numbers in the tree; without a run those that had to be blocked.
        leaves: Vec<NodeId>,
    },
    /// A leaf got its body. A single step.
    Inlined {
        /// Its number.
        node: NodeId,
        /// The chain of calls that ends at it.
        chain: u32,
        /// The number of its first child.
        first: NodeId,
        /// What its children are instances of.
        children: Vec<Named>,
    },
    /// A lemma was learnt. A single step.
    Lemma {
        /// Of which predicate.
        predicate: Named,
        /// What it says.
        said: Arc<Said>,
        /// What becomes of it.
        fate: Fate,
    },
    /// What follows from the blocked question was not looked for any longer. A single step.
    LeftOut,
    /// A helper assertion was proved, or given up. A single step.
    Helper {
        /// The depth up to which it assumes that recursion ends.
        depth: u32,
        /// The cubes that say so.
        cubes: usize,
        /// Whether it holds.
        holds: bool,
    },
}

/// What becomes of a lemma.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It holds: no leaf had to be blocked below it.
    Sure,
    /// It was a candidate, and follows from itself.
    Inductive,
    /// It was a candidate, and does not.
    Dropped,
}

/// That a lemma was learnt.
pub fn tell_lemma(teller: Teller<'_>, known: &mut Known<'_>, predicate: PredicateId, lemma: Formula, fate: Fate) {
    teller.step(|| {
        let said = Arc::new(Said::of(known, predicate, lemma));
        Event::Lemma { predicate: known.relations.named(predicate), said, fate }
    });
}

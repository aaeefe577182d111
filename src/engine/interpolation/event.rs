//! The steps that the engine tells.

use crate::engine::teller::Teller;
use crate::logic::formula::Formula;
use crate::summaries::instances::houdini::Lemmas;
use crate::summaries::instances::known::Known;
use crate::summaries::instances::said::Said;
use crate::summaries::instances::tree::{NodeId, Tree};
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
    /// The tree of a target begins, with one leaf.
    Begun {
        /// What that is an instance of.
        predicate: Named,
    },
    /// There is a run that begins these leaves, so far as the tree knows. A single step.
    Run {
        /// Their numbers, and what they are instances of; none, if the run is real.
        leaves: Vec<(NodeId, Named)>,
    },
    /// There is no run. A single step.
    NoRun {
        /// The leaves that had to be blocked for that.
        blocked: Vec<(NodeId, Named)>,
    },
    /// A leaf got its body. A single step.
    Expanded {
        /// Its number, and that of its first child; the others follow.
        node: NodeId,
        first: NodeId,
        /// What it is an instance of.
        predicate: Named,
        /// How many nodes there are from the first one to it.
        depth: u32,
        /// Its children, and whether something is known of each.
        children: Vec<(Named, bool)>,
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
    /// The tree is begun again, with what is known now. A single step.
    Again,
}

/// What becomes of a lemma.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It holds: no blocked leaf is below it.
    Sure,
    /// It holds up to blocked leaves, and for good, as it turns out.
    Kept,
    /// It holds up to blocked leaves only.
    Dropped,
    /// It was known of another version, and holds.
    Carried,
    /// It is one of those to begin with, and holds.
    Seed,
}

/// That a run begins some leaves, or what else there is to say of them.
pub fn tell_of(
    teller: Teller<'_>,
    known: &Known<'_>,
    tree: &Tree,
    leaves: &[NodeId],
    event: impl FnOnce(Vec<(NodeId, Named)>) -> Event,
) {
    let named = |&leaf: &NodeId| (leaf, known.relations.named(tree.nodes[leaf].interface.predicate));
    teller.step(|| event(leaves.iter().map(named).collect()));
}

/// That a lemma was learnt.
pub fn tell_lemma(teller: Teller<'_>, known: &mut Known<'_>, predicate: PredicateId, lemma: Formula, fate: Fate) {
    teller.step(|| {
        let said = Arc::new(Said::of(known, predicate, lemma));
        Event::Lemma { predicate: known.relations.named(predicate), said, fate }
    });
}

/// Tells what becomes of lemmas.
pub fn tell(known: &mut Known<'_>, teller: Teller<'_>, lemmas: &Lemmas, fate: Fate) {
    for (&predicate, lemmas) in lemmas.iter().filter(|_| teller.tells()) {
        lemmas.iter().for_each(|&lemma| tell_lemma(teller, known, predicate, lemma, fate));
    }
}

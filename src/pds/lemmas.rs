//! What is said of single procedures of a system, so that it can be tried on another one: lemmas.
//!
//! A [`Proof`](super::proof::Proof) says what holds of runs from the start, all together. A lemma is about one procedure, whoever enters it
//! with whatever: what it leaves, what holds at one of its loop heads, or from which entries it comes to a target. Engines that learn lemmas give them away, and
//! try those that they are given: nothing depends on whether they hold.

use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::{Formula, Formulas};

/// What a lemma is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum About {
    /// An activation of the procedure that returns obeys it.
    Returns(ProcId),
    /// An activation that is at this loop head obeys it.
    At(LocId),
    /// An activation of the procedure that comes to the target with this index, in itself or in a callee, obeys it.
    Hits(ProcId, usize),
}

/// A lemma.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lemma {
    /// What it is about.
    pub about: About,
    /// Over the moments of a proof: *entered*, and of a return or a loop head *now*.
    pub formula: Formula,
}

/// Some lemmas.
#[derive(Clone, Debug, Default)]
pub struct Lemmas {
    /// The graph of their formulas.
    pub formulas: Formulas,
    /// The lemmas.
    pub all: Vec<Lemma>,
}

/// What has become of lemmas, and what there is now.
#[derive(Clone, Debug)]
pub struct Learnt {
    /// What is known: all of it holds of the system.
    pub lemmas: Lemmas,
    /// For each of those that were given whether it holds; `None` if that was not tried.
    pub held: Vec<Option<bool>>,
}

//! What is known of the states of a block: the interface of domains, and the domains.
//!
//! A *set* is a relation between what a block was entered with and what holds now, over what is tracked of both. Of the entered values
//! only those count that are tracked at the entry.

pub mod predicates;
mod single;
pub mod values;

use super::precision::Precision;
use super::stats::Cost;
use crate::budget::StopReason;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::{Formula, Formulas};
use std::hash::Hash;

/// What comes out of a step: nothing if no state does.
pub type Computed<S> = Result<Option<S>, StopReason>;

/// A domain of relations. Everything is exact over what is tracked: the image of a step is what it is on all states, projected to
/// that afterwards.
pub trait Domain {
    /// A set, never empty where it is kept.
    type Set: Clone;
    /// One pair of a set.
    type State: Clone + Eq + Hash;

    /// The entries with which runs begin.
    ///
    /// # Errors
    /// If a limit strikes, as everywhere here.
    fn initial(&mut self) -> Result<Self::Set, StopReason>;

    /// The relation at the first location of a block that is entered with these entries.
    fn begin(&mut self, block: ProcId, entries: &Self::Set) -> Result<Self::Set, StopReason>;

    /// A neutration or contraction.
    fn step(&mut self, rule: u32, set: &Self::Set) -> Computed<Self::Set>;

    /// An expansion: what the caller knows of itself while it waits, and with what it comes.
    fn wait(&mut self, rule: u32, set: &Self::Set) -> Computed<Self::Set>;

    /// *Reduce*: the entries with which a caller comes that waits.
    fn entries(&mut self, rule: u32, waiting: &Self::Set) -> Result<Self::Set, StopReason>;

    /// *Expand* and *rebuild*: the caller behind the return, with a summary of the block.
    fn resume(&mut self, rule: u32, waiting: &Self::Set, summary: &Self::Set) -> Computed<Self::Set>;

    /// The entered values of states in which a target is reached.
    fn hits(&mut self, set: &Self::Set) -> Result<Self::Set, StopReason>;

    /// The entered values of a caller that waits of which a target is reached in the callee, if it is reached from these.
    fn hits_within(&mut self, rule: u32, waiting: &Self::Set, hits: &Self::Set) -> Computed<Self::Set>;

    /// One of the entries with which runs begin, of which a target is reached in the entry procedure.
    fn first_hits(&mut self, hits: &Self::Set) -> Computed<Self::State>;

    /// What a set has that is not known.
    fn news(&mut self, known: &Self::Set, set: &Self::Set) -> Computed<Self::Set>;

    /// Two sets as one.
    fn join(&mut self, a: &Self::Set, b: &Self::Set) -> Result<Self::Set, StopReason>;

    /// Whether a set has a state.
    fn has(&mut self, set: &Self::Set, state: &Self::State) -> Result<bool, StopReason>;

    /// A state of a set from which a rule leads to another state.
    fn before(&mut self, set: &Self::Set, rule: u32, after: &Self::State) -> Computed<Self::State>;

    /// A state of a set from which a call leads to another state, by a state of a summary.
    fn before_return(
        &mut self,
        set: &Self::Set,
        rule: u32,
        summary: &Self::Set,
        after: &Self::State,
    ) -> Computed<(Self::State, Self::State)>;

    /// A state of a set at a location that was entered so.
    fn entered(&mut self, set: &Self::Set, location: LocId, entered: &Self::State) -> Computed<Self::State>;

    /// A state of a set that was entered so, and of hits one entry with which it may call.
    fn before_hit(
        &mut self,
        set: &Self::Set,
        rule: u32,
        hits: &Self::Set,
        entered: &Self::State,
    ) -> Computed<(Self::State, Self::State)>;

    /// More is tracked now. What comes out says whether all sets are worthless.
    fn refine(&mut self, precision: &Precision<'_>, changed: &Changed) -> Result<bool, StopReason>;

    /// Whether [`Domain::collect`] is worth its time.
    fn garbage_due(&self) -> bool;

    /// Forgets all sets but these.
    fn collect(&mut self, needed: Vec<Self::Set>);

    /// What holds at a location of those that are not entered with hits.
    fn proved_at(
        &mut self,
        formulas: &mut Formulas,
        location: LocId,
        set: &Self::Set,
        hits: Option<&Self::Set>,
    ) -> Result<Formula, StopReason>;

    /// The same at the exit.
    fn proved_exit(
        &mut self,
        formulas: &mut Formulas,
        block: ProcId,
        set: &Self::Set,
        hits: Option<&Self::Set>,
    ) -> Result<Formula, StopReason>;

    /// The same of entries.
    fn proved_entry(
        &mut self,
        formulas: &mut Formulas,
        block: ProcId,
        entries: &Self::Set,
        hits: Option<&Self::Set>,
    ) -> Result<Formula, StopReason>;

    /// What it cost.
    fn cost(&self) -> Cost;
}

/// Which places and blocks a refinement has changed.
#[derive(Clone, Debug, Default)]
pub struct Changed {
    /// By the number of the place, whether more is tracked there.
    pub places: Vec<bool>,
    /// By block, whether more is tracked at its entry of what it is entered with.
    pub anew: Vec<bool>,
}

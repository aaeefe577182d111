//! The driver of engines that look for invariants: a procedure is executed once, acyclically, in *segments*.
//!
//! A segment leads from a **source**, the entry or a loop head, to a **sink**: the next loop head, a return, or a hit of the target.
//! An edge into a loop head ends there. Nothing is unrolled and nothing is left out: what is true of all runs follows from what is true of
//! all segments (2014-komuravelli, section 3: the body β of a procedure, with one formula for all its paths).
//!
//! A call is an *atom*: what the callee leaves, and whether it hits, are inputs, and whoever asks says what is known of the callee. Where
//! the target is a place at which runs go on, a label, the input *stop* says whether the run ends there.
//!
//! The values at the entry and the inputs determine one run from one source to one sink: sources are chosen by selectors as rules are, and what
//! meets at a location excludes each other. So in a model at most one sink is taken, and the steps that are taken are its run.

mod execute;
#[cfg(test)]
mod tests;

use super::graph::Graph;
use super::machine::Applied;
use super::view::View;
use crate::budget::Budget;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::{Formula, Input};
use crate::pds::Slot;
use rustc_hash::FxHashMap;

/// A procedure in segments: formulas over the values at the entry, and inputs of its own.
#[derive(Clone, Default)]
pub struct Segments {
    /// The source is the entry.
    pub entered: Formula,
    /// The loop heads.
    pub heads: Vec<Head>,
    /// The calls, in the order of runs, but for those whose callee is copied.
    pub calls: Vec<CallAtom>,
    /// The calls whose callee is copied, by their place and the callee: the inputs of its segments, each with what stands for it here.
    pub copies: FxHashMap<(LocId, ProcId), Vec<(Input, Formula)>>,
    /// For each place of the target whether a run that comes there ends: inputs.
    pub stops: Vec<(LocId, Formula)>,
    /// The rules that are applied, in the order of runs.
    pub steps: Vec<Applied>,
    /// The sink behind the procedure, with what it leaves, in the order of the interface.
    pub returns: Sink,
    /// The sink at the target, here or in a callee.
    pub hits: Formula,
}

/// A loop head: a source and a sink.
#[derive(Clone)]
pub struct Head {
    /// The location of the head.
    pub at: LocId,
    /// What a state there consists of: what is live, but for what is as it was at the entry since the procedure and its callees never write
    /// it.
    pub slots: Vec<Slot>,
    /// The source is here.
    pub source: Formula,
    /// With these values of the slots.
    pub before: Vec<Formula>,
    /// The run comes here again, or for the first time, with these values of the slots.
    pub sink: Sink,
}

/// An end of segments.
#[derive(Clone, Default)]
pub struct Sink {
    /// The run ends here.
    pub taken: Formula,
    /// The values there, in the order of the slots or of the interface.
    pub values: Vec<Formula>,
}

/// A call: the run makes it, and then, if the callee hits, ends.
#[derive(Clone)]
pub struct CallAtom {
    /// Where it is made.
    pub at: LocId,
    /// The run makes it.
    pub taken: Formula,
    /// The procedure that is called.
    pub callee: ProcId,
    /// With what the callee is entered, in the order of its interface.
    pub ins: Vec<Formula>,
    /// What it leaves if it does not hit, in the order of its interface: inputs.
    pub outs: Vec<Formula>,
    /// It hits: an input, or false if it cannot.
    pub hits: Formula,
}

/// The segments of *leaves*: of procedures that are copied where they are called, as a part of the caller.
pub type Leaves<'a> = &'a dyn Fn(ProcId) -> Option<&'a Segments>;

impl Segments {
    /// The segments of a procedure. Each circle of its control flow has to go through a head. Linear in the procedure, up to the sizes of
    /// states and leaves. Work is told to the budget; limits are not looked at.
    pub fn of(
        graph: &mut Graph,
        view: &View<'_>,
        procedure: ProcId,
        is_head: impl Fn(LocId) -> bool,
        leaves: Leaves<'_>,
        budget: &Budget,
    ) -> Segments {
        execute::execute((graph, view), procedure, &is_head, leaves, budget)
    }

    /// Whether all that it does is to return: it has no loop, makes no call that is an atom, and the target is not in it.
    pub fn is_leaf(&self) -> bool {
        self.heads.is_empty() && self.calls.is_empty() && self.stops.is_empty() && self.hits == Formula::FALSE
    }
}

//! What engines tell while they work.

use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;

/// Something that happened in an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// The target with this index is reached.
    Reached {
        /// The index of the target.
        target: usize,
    },
    /// How far the explicit engine is; told every so often.
    Explored {
        /// Path edges found.
        path_edges: u64,
        /// Summary edges found.
        summaries: u64,
    },
    /// How far the saturation engine is with the order of columns at work; told after each transition that it processed.
    Saturated {
        /// Transitions found.
        transitions: usize,
        /// Nodes of all diagrams.
        nodes: usize,
    },
    /// The summary engine turns to some targets, which it checks as one. What it tells from here on is of this check, which goes on
    /// where it was left; or begins anew, if the entry procedure is looked into again.
    Turn {
        /// Their indices.
        targets: Vec<usize>,
    },
    /// The summary engine looks into a procedure that was over-approximated up to now.
    Refined {
        /// Which one.
        procedure: ProcId,
    },
    /// A call is no longer over-approximated, though others of the same procedure may be.
    Replaced {
        /// Where it is.
        at: LocId,
        /// Who is called.
        callee: ProcId,
    },
    /// The summary engine unrolls a component of a procedure's control flow.
    Unrolled {
        /// The first location in it where back edges lead.
        head: LocId,
        /// How many back edges it follows now.
        rounds: u32,
    },
    /// The summary engine knows as a relation what any number of rounds of a component can make of a state.
    Closed {
        /// The first location in it where back edges lead.
        head: LocId,
    },
    /// The summary engine nests the procedures that are recursive together with one deeper.
    Nested {
        /// The one.
        procedure: ProcId,
        /// How deep.
        depth: u32,
    },
    /// It is known whether they need not be nested deeper.
    Completed {
        /// One of the procedures that are recursive together.
        procedure: ProcId,
        /// False if what was known is no longer true.
        holds: bool,
    },
    /// The summary engine has decided a label: whether a procedure, entered with certain values, can end in a certain way.
    Settled {
        /// Which procedure.
        procedure: ProcId,
        /// Whether it can.
        is_real: bool,
    },
}

/// Hears events.
pub trait Observer {
    /// Called for each event, in order, on the engine's thread.
    fn event(&mut self, event: &Event);
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn event(&mut self, _: &Event) {}
}

//! What engines tell while they work.

use super::saturation::automaton::{Cause, Edge};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::pds::Slot;
use num_bigint::BigUint;

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
    /// The saturation engine begins, with its columns in this order, if it has any: what it told of an earlier try is forgotten.
    Saturating {
        /// The name of the order.
        order: Option<&'static str>,
    },
    /// The saturation engine takes a transition that grew from its list of work. What follows from it grows next. A single step.
    Processed {
        /// Which.
        edge: Edge,
    },
    /// The weight of a transition of the saturation engine grows; it is new, if it did not grow before. A single step.
    Grew {
        /// Which.
        edge: Edge,
        /// Why. Transitions have numbers in the order in which they were new.
        cause: Cause,
        /// By what.
        weight: Option<Weight>,
    },
    /// The summary engine turns to some targets, which it checks as one. What it tells from here on is of this check, which goes on
    /// where it was left; or begins anew, if the entry procedure is looked into again.
    Turn {
        /// Their indices.
        targets: Vec<usize>,
    },
    /// The summary engine asks whether a body has a run. A single step.
    Asked {
        /// The body.
        body: Body,
        /// Whether what is over-approximated may be taken.
        is_open: bool,
        /// How many nodes the formula of the body has.
        nodes: usize,
        /// Whether there is one.
        is_found: bool,
    },
    /// The summary engine knows what a body relates, as its callers use it. A single step.
    Summarised {
        /// The body.
        body: Body,
        /// How many nodes it has.
        nodes: usize,
        /// Whether inputs were projected away; if not, each call has a copy.
        is_projected: bool,
    },
    /// What the summary engine knew of a body is no longer what the body does. A single step.
    Forgotten {
        /// The body.
        body: Body,
    },
    /// The run that the summary engine found in a body is not real, since it takes these. A single step.
    Spurious {
        /// The body.
        body: Body,
        /// The locations that it comes to, in order.
        path: Vec<LocId>,
        /// What is over-approximated in it.
        taken: Vec<Taken>,
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

/// The weight of a transition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Weight {
    /// The length of a shortest run.
    Length(BigUint),
    /// A relation, as partial valuations that are joined: the first ones, and whether there are more.
    Relation(Vec<Vec<(When, Slot, bool)>>, bool),
}

/// When a variable has a value, for the activation that a transition is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum When {
    /// When it was entered.
    Entered,
    /// Now.
    Now,
}

/// What the summary engine executes: a procedure, or, if that is recursive, what is left of it at a depth of nesting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Body {
    /// The procedure.
    pub procedure: ProcId,
    /// How deep the calls in it may be nested, from 1; 0 if it is not recursive.
    pub level: u32,
    /// Whether calls that are nested deeper never return, instead of being over-approximated.
    pub is_closed: bool,
}

/// Something over-approximated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Taken {
    /// Further rounds of a loop.
    Rounds {
        /// The first location in it where back edges lead.
        head: LocId,
    },
    /// A call.
    Call {
        /// Where.
        at: LocId,
        /// Of whom.
        callee: ProcId,
    },
}

/// Hears events.
pub trait Observer {
    /// Called for each event, in order, on the engine's thread.
    fn event(&mut self, event: &Event);

    /// Whether single steps are to be told, too. If nobody asks for them they cost nothing.
    fn wants_steps(&self) -> bool {
        false
    }
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn event(&mut self, _: &Event) {}
}

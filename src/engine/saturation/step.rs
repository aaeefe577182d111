//! The steps that the engine tells.

use super::automaton::{Cause, Edge};
use crate::pds::Slot;
use num_bigint::BigUint;

/// Something that happened in the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// The engine begins, with its columns in this order, if it has any: what it told of an earlier try is forgotten.
    Saturating {
        /// The name of the order.
        order: Option<&'static str>,
    },
    /// The engine takes a transition that grew from its list of work. What follows from it grows next. A single step.
    Processed {
        /// The transition.
        edge: Edge,
    },
    /// The weight of a transition of the engine grows; it is new, if it did not grow before. A single step.
    Grew {
        /// The transition.
        edge: Edge,
        /// Why. Increments have numbers from 0, in the order in which they are told after [`Event::Saturating`].
        cause: Cause,
        /// The difference by which it grows.
        weight: Option<Weight>,
    },
}

/// The weight of a transition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Weight {
    /// The length of a shortest run.
    Length(BigUint),
    /// A relation, as partial valuations that are joined: the first ones, and whether there are more.
    Relation(Vec<Cube>, bool),
}

/// A partial valuation: variables, when they have their values, and which.
pub type Cube = Vec<(When, Slot, bool)>;

/// When a variable has a value, for the activation that a transition is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum When {
    /// When it was entered.
    Entered,
    /// Now.
    Now,
}

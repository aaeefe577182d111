//! The steps of saturation as an account has them: transitions have numbers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Step {
    /// Saturation begins; what was found before is forgotten.
    Saturating {
        /// The order of columns of the decision diagrams, if there are any.
        order: Option<String>,
    },
    /// Saturation takes a transition from its list of work; what follows from it comes next.
    Processed {
        /// The index of the transition.
        transition: usize,
    },
    /// A transition was found, or its weight grew.
    Grew {
        /// The index of the transition, from 0 in the order in which transitions are found.
        transition: usize,
        /// The state in which it begins.
        from: usize,
        /// The symbol that it reads; null for none.
        symbol: Option<usize>,
        /// The state in which it ends.
        to: usize,
        /// The step of the algorithm by which it grows.
        cause: StepCause,
        /// The rule, if it was one.
        rule: Option<usize>,
        /// What it follows from: transitions, with those of their increments that are meant.
        premises: Vec<Increments>,
        /// By what the weight grew, in words, if that says anything.
        weight: Option<String>,
    },
    /// A target is reached.
    Reached {
        /// The index of the target.
        target: usize,
    },
}

/// Why a transition grew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Cause")]
pub enum StepCause {
    /// It was there at the beginning.
    Given,
    /// post*: a rule that pushes nothing or one symbol.
    Step,
    /// post*: a rule that pushes two, the upper one: a callee begins.
    Enter,
    /// post*: a rule that pushes two, the lower one: its caller waits.
    Wait,
    /// post*: a callee returned to what waits.
    Resume,
    /// pre*: a rule that pushes nothing.
    Returning,
    /// pre*: a rule that pushes one symbol.
    Before,
    /// pre*: a rule that pushes two.
    Calling,
}

/// Some increments of a transition: how its weight grew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Increments {
    /// The transition.
    pub transition: usize,
    /// The first one, from 0.
    pub first: u32,
    /// The one behind the last.
    pub end: u32,
}

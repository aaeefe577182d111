//! The steps of the engine as an account has them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Step {
    /// A target is reached.
    Reached {
        /// The index of the target.
        target: usize,
    },
    /// The summary engine turns to some targets; it goes on where it left this check, or begins anew.
    Turn {
        /// The indices of the targets.
        targets: Vec<usize>,
    },
    /// A question about a body was answered by the SAT solver.
    Asked {
        /// The body.
        #[serde(flatten)]
        body: StepBody,
        /// Whether what is over-approximated may be taken.
        is_open: bool,
        /// The size of the formula, in nodes.
        nodes: usize,
        /// Whether there is a run.
        is_found: bool,
    },
    /// A run that was found is not real.
    Spurious {
        /// The body.
        #[serde(flatten)]
        body: StepBody,
        /// The locations that it comes to.
        path: Vec<usize>,
        /// The locations of calls, and of heads of loops, at which it takes what is over-approximated.
        taken: Vec<usize>,
    },
    /// A procedure is looked into that was Σ★ up to now.
    Refined {
        /// The procedure.
        procedure: usize,
    },
    /// One call is no longer Σ★.
    Replaced {
        /// The location of the call.
        at: usize,
        /// The procedure that is called.
        callee: usize,
    },
    /// A loop is unrolled further.
    Unrolled {
        /// The location where it begins.
        head: usize,
        /// How many of its back edges are followed now.
        rounds: u32,
    },
    /// Any number of rounds of a loop is known as a relation.
    Closed {
        /// The location where it begins.
        head: usize,
    },
    /// A recursion is nested deeper.
    Nested {
        /// A procedure of it.
        procedure: usize,
        /// The depth, in calls.
        depth: u32,
    },
    /// Whether it need not be nested deeper.
    Completed {
        /// A procedure of the recursion.
        procedure: usize,
        /// False if what was known is no longer true.
        holds: bool,
    },
    /// It is decided whether a body, entered with certain values, can end in a certain way.
    Settled {
        /// The procedure.
        procedure: usize,
        /// Whether it can.
        is_real: bool,
    },
    /// What a body does is known, as its callers use it.
    Summarised {
        /// The body.
        #[serde(flatten)]
        body: StepBody,
        /// The size, in nodes.
        nodes: usize,
        /// Whether it is a relation; else each call has a copy of the body's formulas.
        is_projected: bool,
    },
    /// What was known of a body is no longer true.
    Forgotten {
        /// The body.
        #[serde(flatten)]
        body: StepBody,
    },
}

/// What the summary engine executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Body")]
pub struct StepBody {
    /// The procedure.
    pub procedure: usize,
    /// Of a recursive procedure how deep the calls in it may be nested; else 0.
    pub level: u32,
    /// Whether deeper calls never return, instead of being over-approximated.
    pub is_closed: bool,
}

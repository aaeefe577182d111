//! The steps of the engine as an account has them.

use crate::engine::account::StepPredicate;
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
    /// The engine turns to a target; it goes on where it left it.
    Property {
        /// The index of the target.
        target: usize,
    },
    /// A tree of instances begins: instance 0 is a leaf.
    Begun {
        /// What it is an instance of.
        #[serde(flatten)]
        predicate: StepPredicate,
        /// Of a helper assertion the depth at which recursion is assumed to end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        helper: Option<u32>,
    },
    /// There is a run, so far as the tree knows.
    Run {
        /// Whether all leaves were blocked.
        blocked: bool,
        /// The leaves that it begins, by their numbers; none if it is real.
        begins: Vec<usize>,
    },
    /// There is no run.
    NoRun {
        /// Whether all leaves were blocked.
        blocked: bool,
        /// The leaves that have to be blocked for that; none if it holds for good.
        without: Vec<usize>,
    },
    /// A leaf got its body.
    Inlined {
        /// Its number.
        instance: usize,
        /// How many calls of its recursive component end at it, with it.
        chain: u32,
        /// The number of its first child.
        first: usize,
        /// What its children are instances of.
        children: Vec<StepPredicate>,
    },
    /// A lemma was learnt.
    Lemma {
        /// What it is about.
        #[serde(flatten)]
        predicate: StepPredicate,
        /// What becomes of it.
        fate: LemmaFate,
        /// What it says, as a formula over the values at the entry, `old(…)`, and behind.
        says: String,
        /// What names in it stand for, if there are some.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        r#where: Vec<String>,
    },
    /// What follows from the blocked question is not looked for any longer at this level.
    LeftOut,
    /// A helper assertion was proved, or given up.
    Helper {
        /// The depth at which it assumes that recursion ends.
        depth: u32,
        /// The cubes of entries that say so.
        cubes: usize,
        /// Whether it holds.
        holds: bool,
    },
}

/// What becomes of a lemma.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RddLemmaFate")]
#[serde(rename_all = "snake_case")]
pub enum LemmaFate {
    /// It holds at any depth.
    Sure,
    /// It was a candidate, and follows from itself.
    Inductive,
    /// It holds up to some depth only.
    Dropped,
}

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
    /// The tree of a target begins, with one instance that has no body.
    Root {
        /// Of what.
        #[serde(flatten)]
        predicate: StepPredicate,
    },
    /// There is a run, so far as the tree of instances knows.
    Run {
        /// The numbers in the tree of the instances that follow.
        leaves: Vec<usize>,
        /// The instances without a body that it begins; none if it is real.
        begins: Vec<StepPredicate>,
    },
    /// There is no run.
    NoRun {
        /// The numbers in the tree of the instances that follow.
        leaves: Vec<usize>,
        /// The instances without a body that are left out for that; none if it holds for good.
        without: Vec<StepPredicate>,
    },
    /// An instance got its body.
    Expanded {
        /// Of what.
        #[serde(flatten)]
        predicate: StepPredicate,
        /// Its number in the tree; that of the first one is 0.
        instance: usize,
        /// The number of the first of its children; the others follow.
        first: usize,
        /// How deep it is in the tree; the first one is at 1.
        depth: u32,
        /// The instances that it may begin.
        children: Vec<StepPredicate>,
        /// For each of them whether a summary stands for it, or nothing.
        summary: Vec<bool>,
    },
    /// An interpolant, or a part of one.
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
    /// The tree is begun again with what is known now.
    Again,
}

/// What becomes of a lemma.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LemmaFate {
    /// It holds, and is a summary.
    Sure,
    /// It follows from itself, and is a summary.
    Kept,
    /// It holds up to some depth only.
    Dropped,
    /// It was known of another version, and holds here, too.
    Carried,
    /// It is about two or three variables, and was found before there was a tree.
    Seed,
}

impl Step {
    /// What it is about.
    pub fn predicates(&self) -> Vec<StepPredicate> {
        match self {
            Step::Run { begins: predicates, .. } | Step::NoRun { without: predicates, .. } => predicates.clone(),
            Step::Expanded { predicate, children, .. } => {
                [*predicate].into_iter().chain(children.iter().copied()).collect()
            }
            Step::Root { predicate } | Step::Lemma { predicate, .. } => vec![*predicate],
            Step::Reached { .. } | Step::Property { .. } | Step::Again => Vec::new(),
        }
    }
}

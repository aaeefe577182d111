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
    /// The engine turns to some targets; it goes on where it left them.
    Turn {
        /// The indices of the targets.
        targets: Vec<usize>,
    },
    /// A bound is asked about: how many rounds of loops and recursion runs may make.
    Level {
        /// The bound.
        bound: u32,
    },
    /// A deeper bound was tried.
    Probed {
        /// The bound.
        bound: u32,
        /// Whether it was answered.
        is_answered: bool,
    },
    /// A predicate is asked about.
    Asked {
        /// The predicate.
        #[serde(flatten)]
        predicate: StepPredicate,
        /// Within how many rounds.
        bound: u32,
        /// What an activation is entered with.
        entered: Vec<String>,
        /// The values where it returns, or at the loop head.
        now: Vec<String>,
    },
    /// A predicate has a fact more: something that is real.
    Fact {
        /// The predicate.
        #[serde(flatten)]
        predicate: StepPredicate,
        /// For which entries, as a formula; null for all.
        entered: Option<String>,
        /// The values where it returns, or at the loop head, over those at the entry.
        now: Vec<String>,
        /// What names in these formulas stand for, if there are some.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        r#where: Vec<String>,
    },
    /// A predicate has a clause more: something that is impossible.
    Clause {
        /// The predicate.
        #[serde(flatten)]
        predicate: StepPredicate,
        /// Within how many rounds it is; null for good.
        level: Option<u32>,
        /// Entered with these values,
        entered: Vec<String>,
        /// there are none like these where it returns, or at the loop head.
        now: Vec<String>,
    },
    /// What is impossible within some rounds was tried with one more.
    Pushed {
        /// The rounds.
        level: u32,
        /// How many clauses hold within one round more.
        moved: usize,
    },
    /// What is impossible within more rounds than these follows from itself.
    Inductive {
        /// The rounds; null if what is impossible for good is enough.
        level: Option<u32>,
    },
}

impl Step {
    /// The predicate that it is about.
    pub fn predicate(&self) -> Option<StepPredicate> {
        match *self {
            Step::Asked { predicate, .. } | Step::Fact { predicate, .. } | Step::Clause { predicate, .. } => {
                Some(predicate)
            }
            _ => None,
        }
    }
}

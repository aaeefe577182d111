//! The steps of the engine as an account has them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
#[schemars(rename = "BamStep")]
pub enum Step {
    /// A target is reached.
    Reached {
        /// The index of the target.
        target: usize,
    },
    /// A search begins.
    Round {
        /// Its number, from 1.
        round: usize,
    },
    /// A block is called.
    Entered {
        /// The index of the procedure.
        block: usize,
        /// Whether its table does not have all of these entries yet.
        new: bool,
    },
    /// The search is over.
    Explored {
        /// The blocks that were entered, with the sizes of their tables.
        tables: Vec<TableSize>,
    },
    /// A run of the abstract program that hits a target is none of the program.
    Spurious {
        /// The index of the target.
        target: usize,
        /// The procedures on its stack, the entry procedure's first.
        stack: Vec<usize>,
        /// How many steps had to be written down to see that.
        steps: usize,
    },
    /// A variable is tracked from now on.
    Tracks {
        /// Its name.
        variable: String,
        /// The index of the procedure in which it is tracked, if not everywhere.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        block: Option<usize>,
        /// The index of the location at which it is tracked, if not at all of that procedure.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<usize>,
    },
    /// What survives that.
    Kept {
        /// Increments that stay in the tables.
        kept: usize,
        /// Increments that are dropped.
        dropped: usize,
    },
}

/// How large a table is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableSize {
    /// The index of the procedure.
    pub block: usize,
    /// How many increments it has.
    pub increments: usize,
}

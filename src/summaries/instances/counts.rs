//! What is counted of instances and lemmas.

use serde::{Deserialize, Serialize};

/// Counters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Questions whether a tree has a run, with all leaves open.
    pub open: u64,
    /// With some blocked.
    pub blocked: u64,
    /// Whether lemmas follow from each other.
    pub inductive: u64,
    /// Whether a lemma says something new.
    pub implied: u64,
    /// Nodes of trees, but for the first of each.
    pub nodes: usize,
    /// Those of all nodes that were expanded.
    pub expanded: usize,
    /// The longest way from a first node to an expanded one, both counted.
    pub depth: u32,
    /// Interpolants that say something.
    pub interpolants: u64,
    /// Their nodes, together.
    pub interpolant_nodes: usize,
    /// Resolutions of all refutations.
    pub resolutions: usize,
    /// Lemmas that hold up to a depth, and were tried whether they hold without it.
    pub tried: u64,
    /// Those of these that do.
    pub kept: u64,
    /// Summaries that were stored.
    pub stored: u64,
    /// Summaries that were written into nodes, where a run did not obey them.
    pub obeyed: u64,
}

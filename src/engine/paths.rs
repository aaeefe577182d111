//! Ways that a run may not go: as a tree of turns, in which a run is followed as long as it goes one of them.

use crate::lang::program::Place;
use rustc_hash::FxHashMap;

/// Where control goes by a step: what tells two ways through a program from each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// To a place: another of the procedure, or the first one of a callee.
    To(Place),
    /// Back to the caller.
    Back,
    /// Nowhere: the `assert` or `abortif` here is violated.
    Violation,
}

/// How far a run has gone the same way as one of the [`Paths`]: a node of their tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node(pub(crate) u32);

/// Paths from the first place of a program to a violation of one property.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// The tree: from each node by a turn to the next. Node 0 is the beginning, if there are any.
    next: FxHashMap<(u32, Turn), u32>,
    /// For each node whether a path ends there.
    is_end: Vec<bool>,
}

impl Paths {
    /// Adds a path; whether it is a new one.
    pub fn add(&mut self, path: impl IntoIterator<Item = Turn>) -> bool {
        if self.is_end.is_empty() {
            self.is_end.push(false);
        }
        let end = path.into_iter().fold(0, |node, turn| {
            let fresh = self.is_end.len() as u32;
            let next = *self.next.entry((node, turn)).or_insert(fresh);
            if next == fresh {
                self.is_end.push(false);
            }
            next
        });
        !std::mem::replace(&mut self.is_end[end as usize], true)
    }

    /// The number of nodes.
    pub(crate) fn nodes(&self) -> u32 {
        self.is_end.len() as u32
    }

    /// Where runs begin; nothing if there are no paths.
    pub(crate) fn begin(&self) -> Option<Node> {
        (!self.is_end.is_empty()).then_some(Node(0))
    }

    /// Where a turn leads; nothing if no path takes it.
    pub(crate) fn follow(&self, node: Node, turn: Turn) -> Option<Node> {
        self.next.get(&(node.0, turn)).copied().map(Node)
    }

    /// Whether a path ends there.
    pub(crate) fn ends(&self, node: Node) -> bool {
        self.is_end[node.0 as usize]
    }
}

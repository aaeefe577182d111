//! Equal calls within each other are left out (`nest=on`).
//!
//! A smallest derivation has no instance within another one of the same predicate with the same arguments: the inner one could stand for the outer one.
//! So such runs may be excluded, and then every tree ends, for there are finitely many arguments. These clauses are of two instances at any distance, so
//! they belong to no part of the refutation: no interpolant, and no lemma, comes out of it.

use crate::logic::sat::Lit;
use crate::summaries::instances::template::Interface;
use crate::summaries::instances::tree::{NodeId, Tree};

/// What is excluded in a tree.
#[derive(Debug, Default)]
pub(super) struct Nest {
    /// The nodes that were read.
    read: NodeId,
    /// How many pairs of nodes are excluded to be equal.
    pub clauses: u64,
}

impl Nest {
    /// New nodes are not equal to those above them, if that is wanted.
    pub fn read(&mut self, tree: &mut Tree, is_on: bool) {
        if !is_on {
            return;
        }
        for node in self.read..tree.nodes.len() {
            let own = tree.nodes[node].interface.clone();
            let mut above = tree.nodes[node].parent;
            while let Some(ancestor) = above {
                let other = tree.nodes[ancestor].interface.clone();
                if other.predicate == own.predicate {
                    differ(tree, &own, &other);
                    self.clauses += 1;
                }
                above = tree.nodes[ancestor].parent;
            }
        }
        self.read = tree.nodes.len();
    }
}

/// If both are begun, some argument differs.
fn differ(tree: &mut Tree, own: &Interface, other: &Interface) {
    let mut some: Vec<Lit> = vec![!own.start, !other.start];
    for (&a, &b) in own.arguments.iter().zip(&other.arguments) {
        let differs = tree.fresh();
        tree.exclude(&[!differs, a, b]);
        tree.exclude(&[!differs, !a, !b]);
        some.push(differs);
    }
    tree.exclude(&some);
}

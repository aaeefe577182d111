//! Labels at all nodes of a tree, and whether the interpolants that they give fit together.
//!
//! That the clauses of a node and the interpolants of its children imply its own takes two conditions, for each
//! variable:
//!
//! 1. *monotone*: where it is shared at a node and at its parent, the label at the node is not above the one at the
//!    parent (b < ab < a);
//! 2. *siblings*: where it is shared at two children of a node, one has b, or both have ab.
//!
//! mcmillan, pudlak, ps and ps-strong meet both on every tree: counts add up along it, so what has a majority at a
//! child has one at its parent, and no two siblings have one. ps-weak and dual do not, nor does a system for each node,
//! where siblings share variables, or a variable is shared at several nodes of a path. On a path there are no siblings;
//! where each variable is in one node, or in a node and its parent, both conditions are empty.

use super::interface::Interfaces;
use super::system::{Label, System};
use super::tree::Tree;
use crate::logic::sat::cnf::Partition;

/// Which system labels variables at which node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Labels {
    /// One at all.
    One(System),
    /// The one in the place of the node.
    PerNode(Vec<System>),
}

/// Why there are no interpolants: the labels, or the tree, do not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfit {
    /// A leaf of the proof is of a partition that the tree does not have.
    #[error("no node of the tree has partition {}", .0.0)]
    Partition(Partition),
    /// There is not one system a node.
    #[error("there are {systems} systems for {nodes} nodes")]
    Systems {
        /// Systems.
        systems: usize,
        /// Nodes.
        nodes: usize,
    },
    /// A label is above the one at the parent.
    #[error(
        "variable {variable} has label {} at node {child} and {} at its parent {parent}: \
         at the child it may not be above (b < ab < a)",
        labels[0], labels[1]
    )]
    NotMonotone {
        /// The number of the variable, from 0.
        variable: usize,
        /// The node.
        child: usize,
        /// Its parent.
        parent: usize,
        /// The labels at the two.
        labels: [Label; 2],
    },
    /// Two siblings have labels that do not go together.
    #[error(
        "variable {variable} has label {} at node {} and {} at its sibling {}: one has to be b, or both ab",
        labels[0], siblings[0], labels[1], siblings[1]
    )]
    Siblings {
        /// The number of the variable, from 0.
        variable: usize,
        /// The nodes.
        siblings: [usize; 2],
        /// Their labels.
        labels: [Label; 2],
    },
}

impl Labels {
    /// The system at a node.
    fn system(&self, node: usize) -> System {
        match self {
            Labels::One(system) => *system,
            Labels::PerNode(systems) => systems[node],
        }
    }

    /// The labels of the shared variables of a node, in the order of variables.
    pub(super) fn at<'a>(
        &'a self,
        interfaces: &'a Interfaces,
        node: usize,
    ) -> impl Iterator<Item = (usize, Label)> + 'a {
        let system = self.system(node);
        (interfaces.shared[node].iter())
            .map(move |&shared| (shared.variable, system.label(shared.uses, interfaces.uses_outside(shared))))
    }

    /// Checks both conditions. Linear in the shared variables of all nodes.
    ///
    /// # Errors
    /// The first thing that breaks one.
    pub(super) fn check(&self, interfaces: &Interfaces, tree: &Tree, variables: usize) -> Result<(), Unfit> {
        if let Labels::PerNode(systems) = self
            && systems.len() != tree.nodes()
        {
            return Err(Unfit::Systems { systems: systems.len(), nodes: tree.nodes() });
        }
        // What the parent says of a variable, and the child that says something else than b.
        let mut above: Vec<Option<Label>> = vec![None; variables];
        let mut beside: Vec<Option<(usize, Label)>> = vec![None; variables];
        for &parent in tree.order() {
            self.at(interfaces, parent).for_each(|(variable, label)| above[variable] = Some(label));
            for &child in tree.children(parent) {
                for (variable, label) in self.at(interfaces, child) {
                    if let Some(over) = above[variable].filter(|&over| over < label) {
                        return Err(Unfit::NotMonotone { variable, child, parent, labels: [label, over] });
                    }
                    match beside[variable] {
                        _ if label == Label::B => {}
                        Some((sibling, other)) if (other, label) != (Label::Ab, Label::Ab) => {
                            let (siblings, labels) = ([sibling, child], [other, label]);
                            return Err(Unfit::Siblings { variable, siblings, labels });
                        }
                        _ => beside[variable] = Some((child, label)),
                    }
                }
            }
            self.at(interfaces, parent).for_each(|(variable, _)| above[variable] = None);
            let below = tree.children(parent).iter().flat_map(|&child| &interfaces.shared[child]);
            below.for_each(|shared| beside[shared.variable] = None);
        }
        Ok(())
    }
}

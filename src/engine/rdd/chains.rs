//! Chains of calls in a tree: what ν counts (2015-fedyukovich, section 3).
//!
//! A chain is made of the instances on the way from the root to an instance that are calls of procedures of one recursive component. An instance of a
//! loop head belongs to the call in which it is, so it lengthens no chain (footnote 1 of the paper takes loops for recursion; see the README).

use super::stats::RddStats;
use crate::summaries::calls::CallGraph;
use crate::summaries::instances::known::Known;
use crate::summaries::instances::tree::{FIRST, NodeId, Tree};
use crate::summaries::predicate::Predicate;

/// The chains that end at an instance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Chain {
    /// Calls of procedures that are recursive together with that of the instance.
    pub component: u32,
    /// Calls of its own procedure.
    pub procedure: u32,
}

/// The chains of all nodes of a tree.
#[derive(Debug, Default)]
pub(super) struct Chains {
    of: Vec<Chain>,
}

impl Chains {
    /// Those of the nodes that are new.
    pub fn read(&mut self, known: &Known<'_>, calls: &CallGraph, tree: &Tree) {
        for node in self.of.len()..tree.nodes.len() {
            let chain = self.chain(known, calls, tree, node);
            self.of.push(chain);
        }
    }

    fn chain(&self, known: &Known<'_>, calls: &CallGraph, tree: &Tree, node: NodeId) -> Chain {
        let own = predicate(known, tree, node);
        let procedure = own.procedure();
        let is_call = u32::from(!matches!(own, Predicate::At(..)));
        let (mut in_component, mut in_procedure) = (None, None);
        let mut above = tree.nodes[node].parent;
        while let Some(node) = above {
            let other = predicate(known, tree, node).procedure();
            if other == procedure || calls.are_mutually_recursive(other, procedure) {
                in_component.get_or_insert(self.of[node].component);
            }
            if other == procedure {
                in_procedure = Some(self.of[node].procedure);
                break;
            }
            above = tree.nodes[node].parent;
        }
        Chain {
            component: in_component.unwrap_or_default() + is_call,
            procedure: in_procedure.unwrap_or_default() + is_call,
        }
    }

    /// The chain that ends at a node.
    pub fn of(&self, node: NodeId) -> Chain {
        self.of[node]
    }

    /// How deep a node is unwound if it gets its body: the longer one of the chain and of the heads of one loop on the way.
    pub fn depth(&self, known: &Known<'_>, tree: &Tree, node: NodeId) -> u32 {
        match predicate(known, tree, node) {
            Predicate::At(..) => tree.nodes[node].instances,
            _ => self.of[node].component,
        }
    }

    /// Counts what is unwound in a tree that nobody needs any more.
    pub fn count(&self, known: &Known<'_>, tree: &Tree, stats: &mut RddStats) {
        for (node, chain) in self.of.iter().enumerate() {
            if tree.nodes[node].expanded.is_none() {
                stats.leaves += 1;
                continue;
            }
            let procedure = match predicate(known, tree, node) {
                Predicate::At(..) => {
                    stats.heads += 1;
                    continue;
                }
                predicate => predicate.procedure(),
            };
            stats.instances += 1;
            if node != FIRST {
                stats.nu = stats.nu.max(chain.component);
            }
            let of = stats.procedures.entry(procedure.index().to_string()).or_default();
            of.nu = of.nu.max(chain.procedure);
            of.instances += 1;
        }
    }
}

fn predicate(known: &Known<'_>, tree: &Tree, node: NodeId) -> Predicate {
    known.relations.body(tree.nodes[node].interface.predicate).predicate
}

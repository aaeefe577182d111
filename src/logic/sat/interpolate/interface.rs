//! Which variables the clauses below a node share with the rest, by the leaves of a proof.

use super::proof::{ClauseId, Proof};
use super::tree::Tree;
use crate::logic::sat::cnf::Partition;

/// A variable that the two sides of a node have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shared {
    pub(super) variable: usize,
    /// How many leaves below the node have it.
    leaves: u64,
    /// How often these are used.
    pub(super) uses: u64,
}

/// The variables of a proof, and where in a tree they are. What takes room is that a variable is shared at a node.
pub(super) struct Interfaces {
    /// The leaves of each node.
    pub(super) leaves: Vec<Vec<ClauseId>>,
    /// The shared variables of each node, in order.
    pub(super) shared: Vec<Vec<Shared>>,
    /// The lowest node that has a variable nowhere but below it.
    home: Vec<Option<usize>>,
    /// How often the leaves with a variable are used.
    uses: Vec<u64>,
}

impl Interfaces {
    /// Of this proof and this tree. Linear in the proof, and in the shared variables of all nodes together.
    ///
    /// # Errors
    /// A partition that no node has.
    pub(super) fn new(proof: &Proof, tree: &Tree) -> Result<Interfaces, Partition> {
        let variables = proof.variables();
        let mut uses_of = vec![0; proof.len()];
        for (_, _, origin) in proof.clauses() {
            origin.premises().for_each(|premise| uses_of[premise.index()] += 1);
        }
        let mut all = vec![[0u64; 2]; variables];
        let mut leaves = vec![Vec::new(); tree.nodes()];
        for (id, literals, leaf) in proof.leaves() {
            leaves[tree.node(leaf.partition).ok_or(leaf.partition)?].push(id);
            for lit in literals {
                add(&mut all[lit.variable()], [1, uses_of[id.index()]]);
            }
        }
        let mut shared: Vec<Vec<Shared>> = vec![Vec::new(); tree.nodes()];
        let mut home = vec![None; variables];
        let mut below = vec![[0u64; 2]; variables];
        for &node in tree.order() {
            let mut touched = Vec::new();
            let mut touch = |variable: usize, more: [u64; 2]| {
                if below[variable] == [0; 2] {
                    touched.push(variable);
                }
                add(&mut below[variable], more);
            };
            for &id in &leaves[node] {
                for lit in proof.arena.literals(id) {
                    touch(lit.variable(), [1, uses_of[id.index()]]);
                }
            }
            for entry in tree.children(node).iter().flat_map(|&child| &shared[child]) {
                touch(entry.variable, [entry.leaves, entry.uses]);
            }
            touched.sort_unstable();
            for variable in touched {
                let [leaves, uses] = std::mem::take(&mut below[variable]);
                if leaves == all[variable][0] {
                    home[variable] = Some(node);
                } else {
                    shared[node].push(Shared { variable, leaves, uses });
                }
            }
        }
        Ok(Interfaces { leaves, shared, home, uses: all.into_iter().map(|[_, uses]| uses).collect() })
    }

    /// How often leaves that are not below the node are used that have the variable.
    pub(super) fn uses_outside(&self, shared: Shared) -> u64 {
        self.uses[shared.variable] - shared.uses
    }

    /// Whether a variable that is not shared at the node is one of its side, rather than of the rest.
    pub(super) fn is_inside(&self, tree: &Tree, variable: usize, node: usize) -> bool {
        self.home[variable].is_some_and(|home| tree.is_within(home, node))
    }
}

fn add(sum: &mut [u64; 2], more: [u64; 2]) {
    sum[0] += more[0];
    sum[1] += more[1];
}

//! Diagrams whose columns can change places: a copy of some diagrams of a manager, to find out in which order they would be
//! smaller.
//!
//! All its nodes are shared, and two neighbouring columns change places without any other node being touched ([`swap`]). So a
//! block of columns can be moved through all places and put where the forest is smallest ([`sift`]): R. Rudell, *Dynamic variable
//! ordering for ordered binary decision diagrams*, ICCAD 1993. The manager knows nothing of this: its order is fixed.

mod sift;
mod swap;

use super::diagram::Diagram;
use super::{Bdds, Column};
use rustc_hash::FxHashMap;

/// Shared diagrams in an order that can change.
pub(crate) struct Forest {
    /// The nodes; 0 and 1 are the terminals.
    nodes: Vec<Node>,
    /// Places of nodes that are gone.
    free: Vec<u32>,
    /// The columns that occur, in the order of the manager; a *variable* is an index into them.
    columns: Vec<Column>,
    /// The nodes of each variable, by their children.
    tables: Vec<FxHashMap<[u32; 2], u32>>,
    /// The variables, from top to bottom.
    order: Vec<u32>,
    /// How many nodes were looked at to change their places.
    work: usize,
}

/// An inner node; terminals have a variable that there is not.
#[derive(Clone, Copy)]
struct Node {
    variable: u32,
    children: [u32; 2],
    /// How many nodes and roots lead here.
    parents: u32,
}

impl Bdds {
    /// A copy of the largest diagrams that together have no more nodes than this.
    pub(crate) fn forest(&self, most: usize) -> Forest {
        let mut diagrams: Vec<&Diagram> = self.store.diagrams().filter(|diagram| diagram.size() <= most).collect();
        diagrams.sort_by_key(|diagram| std::cmp::Reverse(diagram.size()));
        let mut room = most;
        diagrams.retain(|diagram| {
            let fits = diagram.size() <= room;
            room -= if fits { diagram.size() } else { 0 };
            fits
        });
        Forest::of(&diagrams)
    }
}

impl Forest {
    fn of(diagrams: &[&Diagram]) -> Forest {
        let nodes = || diagrams.iter().flat_map(|diagram| diagram.nodes());
        let mut columns: Vec<Column> = nodes().map(|node| node.column).collect();
        columns.sort_unstable();
        columns.dedup();
        let terminal = Node { variable: u32::MAX, children: [0, 0], parents: 0 };
        let mut forest = Forest {
            nodes: vec![terminal; 2],
            free: Vec::new(),
            tables: vec![FxHashMap::default(); columns.len()],
            order: (0..columns.len() as u32).collect(),
            columns,
            work: 0,
        };
        for diagram in diagrams {
            let mut made = vec![0, 1];
            for node in diagram.nodes() {
                let variable = forest.columns.partition_point(|&column| column < node.column) as u32;
                let children = [node.low, node.high].map(|child| made[child as usize]);
                made.push(forest.node(variable, children));
            }
            forest.nodes[made[diagram.root() as usize] as usize].parents += 1;
        }
        forest
    }

    /// The number of inner nodes.
    pub(crate) fn size(&self) -> usize {
        self.nodes.len() - 2 - self.free.len()
    }

    /// The node of a variable that stands above its children. Its parents are the caller's business.
    fn node(&mut self, variable: u32, children: [u32; 2]) -> u32 {
        if children[0] == children[1] {
            return children[0];
        }
        if let Some(&known) = self.tables[variable as usize].get(&children) {
            return known;
        }
        let node = Node { variable, children, parents: 0 };
        let at = match self.free.pop() {
            Some(at) => {
                self.nodes[at as usize] = node;
                at
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        };
        children.into_iter().for_each(|child| self.nodes[child as usize].parents += 1);
        self.tables[variable as usize].insert(children, at);
        at
    }

    /// A parent of a node has another child now.
    fn leave(&mut self, node: u32) {
        let mut left = vec![node];
        while let Some(at) = left.pop() {
            let Node { variable, children, parents } = &mut self.nodes[at as usize];
            *parents -= 1;
            if *parents == 0 && *variable != u32::MAX {
                self.tables[*variable as usize].remove(children);
                left.extend(*children);
                self.free.push(at);
            }
        }
    }
}

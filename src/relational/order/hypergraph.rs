//! Which variables belong together.

use super::WIDEST;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::hash::BuildHasher;

/// Variables, and what ties them.
#[derive(Clone, Debug, Default)]
pub struct Hypergraph {
    /// How many vertices there are.
    pub vertices: usize,
    /// Variables that one value or one condition speaks of.
    pub data: Vec<Hyperedge>,
    /// Conditions with what is done where they hold.
    pub control: Vec<Hyperedge>,
    /// For each vertex its place in a number, if it is a bit of one; those without an entry are none.
    pub places: Vec<Option<u8>>,
}

impl Hypergraph {
    /// Whether most vertices are bits of numbers.
    pub fn is_of_numbers(&self) -> bool {
        2 * self.places.iter().flatten().count() > self.vertices
    }
}

/// A hyperedge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hyperedge {
    /// Sorted and distinct; at least two.
    pub vertices: SmallVec<[u32; 4]>,
    /// How often the program says so.
    pub weight: u32,
}

/// Edges, equal ones merged, in the order in which they were first met.
#[derive(Default)]
pub(super) struct EdgeSet {
    edges: Vec<Hyperedge>,
    index: HashTable<u32>,
}

impl EdgeSet {
    /// Adds an edge and leaves `pins` empty. Edges of one vertex or of more than [`WIDEST`] say nothing and are left out.
    pub(super) fn add(&mut self, pins: &mut Vec<u32>) {
        pins.sort_unstable();
        pins.dedup();
        if (2..=WIDEST).contains(&pins.len()) {
            let EdgeSet { edges, index } = self;
            let hash = |pins: &[u32]| FxBuildHasher.hash_one(pins);
            let same = |&known: &u32| edges[known as usize].vertices.as_slice() == pins.as_slice();
            match index.entry(hash(pins), same, |&known| hash(&edges[known as usize].vertices)) {
                Entry::Occupied(known) => {
                    let weight = &mut edges[*known.get() as usize].weight;
                    *weight = weight.saturating_add(1);
                }
                Entry::Vacant(free) => {
                    free.insert(edges.len() as u32);
                    edges.push(Hyperedge { vertices: SmallVec::from_slice(pins), weight: 1 });
                }
            }
        }
        pins.clear();
    }

    /// The edges.
    pub(super) fn into_edges(self) -> Vec<Hyperedge> {
        self.edges
    }
}

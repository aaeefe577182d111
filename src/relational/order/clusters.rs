//! Clusters of variables that stand side by side in the order.

use super::Hyperedge;
use super::arrangement::Arrangement;
use super::csr::Csr;
use crate::budget::{Budget, StopReason};

/// A unit of strength; see [`strength`].
const UNIT: i64 = 1 << 10;

/// How much an edge ties two of its vertices: its weight, divided by the square of one less than its width, since a wide edge
/// says little about each pair. A whole number, so that sums are exact.
pub(super) fn strength(edge: &Hyperedge) -> i64 {
    let others = edge.vertices.len() as i64 - 1;
    (i64::from(edge.weight) * UNIT / (others * others)).max(1)
}

/// A partition of the vertices into clusters, each in the order in which its vertices are to stand. Clusters
/// only ever merge, so what was put together early stays together.
pub(super) struct Clusters {
    sequences: Csr,
    /// The cluster of each vertex.
    of: Vec<u32>,
}

impl Clusters {
    /// Each vertex alone.
    pub(super) fn singletons(vertices: usize) -> Clusters {
        let mut sequences = Csr::default();
        (0..vertices as u32).for_each(|vertex| sequences.push([vertex]));
        Clusters::of_sequences(sequences)
    }

    /// The vertices, cluster by cluster.
    pub(super) fn into_order(self) -> Vec<u32> {
        self.sequences.items().to_vec()
    }

    /// Merges the clusters that these sets of vertices connect; inside the new clusters the old ones are arranged so that the
    /// given edges are short.
    ///
    /// # Errors
    /// The limit that was hit.
    pub(super) fn merge<'a>(
        self,
        ties: impl Iterator<Item = &'a [u32]>,
        edges: &[&Hyperedge],
        budget: &Budget,
    ) -> Result<Clusters, StopReason> {
        budget.check()?;
        let components = self.components(ties);
        let count = components.iter().copied().max().map_or(0, |last| last as usize + 1);
        let members = Csr::bucketed(count, || components.iter().copied().zip(0..));
        // The number of each old cluster among those of its component.
        let mut number = vec![0; components.len()];
        for row in members.rows() {
            row.iter().zip(0..).for_each(|(&cluster, index)| number[cluster as usize] = index);
        }
        let nets = self.nets(&components, edges);
        let nets_of = Csr::bucketed(count, || nets.component.iter().copied().zip(0..));
        let mut sequences = Csr::default();
        for (members, own) in members.rows().zip(nets_of.rows()) {
            let lengths = members.iter().map(|&cluster| self.sequences[cluster as usize].len() as u32).collect();
            let mut local = Csr::default();
            for &net in own {
                local.push(nets.pins[net as usize].iter().map(|&cluster| number[cluster as usize]));
            }
            let weights = own.iter().map(|&net| nets.weights[net as usize]).collect();
            let order = Arrangement::new(lengths, local, weights).solve(budget)?;
            let clusters = order.iter().map(|&index| members[index as usize] as usize);
            sequences.push(clusters.flat_map(|cluster| self.sequences[cluster].iter().copied()));
        }
        Ok(Clusters::of_sequences(sequences))
    }

    fn of_sequences(sequences: Csr) -> Clusters {
        let mut of = vec![0; sequences.items().len()];
        for (row, cluster) in sequences.rows().zip(0..) {
            row.iter().for_each(|&vertex| of[vertex as usize] = cluster);
        }
        Clusters { sequences, of }
    }

    /// For each cluster the component it is in, numbered in the order of their first clusters.
    fn components<'a>(&self, ties: impl Iterator<Item = &'a [u32]>) -> Vec<u32> {
        let mut parent: Vec<u32> = (0..self.sequences.len() as u32).collect();
        for tie in ties {
            let mut clusters = tie.iter().map(|&vertex| self.of[vertex as usize]);
            let Some(first) = clusters.next() else { continue };
            for other in clusters {
                let (a, b) = (root(&mut parent, first), root(&mut parent, other));
                parent[a.max(b) as usize] = a.min(b);
            }
        }
        // The root of a component is its first cluster: seen before all others.
        let mut component = vec![0; parent.len()];
        let mut count = 0;
        for cluster in 0..parent.len() as u32 {
            let root = root(&mut parent, cluster);
            component[cluster as usize] = if root == cluster { count } else { component[root as usize] };
            count += u32::from(root == cluster);
        }
        component
    }

    /// What the edges tie inside each component.
    fn nets(&self, components: &[u32], edges: &[&Hyperedge]) -> Nets {
        let mut nets = Nets::default();
        let mut pins: Vec<(u32, u32)> = Vec::new();
        for edge in edges {
            pins.clear();
            pins.extend(edge.vertices.iter().map(|&vertex| {
                let cluster = self.of[vertex as usize];
                (components[cluster as usize], cluster)
            }));
            pins.sort_unstable();
            pins.dedup();
            for pins in pins.chunk_by(|a, b| a.0 == b.0).filter(|pins| pins.len() > 1) {
                nets.component.push(pins[0].0);
                nets.pins.push(pins.iter().map(|&(_, cluster)| cluster));
                nets.weights.push(strength(edge));
            }
        }
        nets
    }
}

/// Nets between clusters, each inside one component.
#[derive(Default)]
struct Nets {
    component: Vec<u32>,
    pins: Csr,
    weights: Vec<i64>,
}

/// The root of a tree of the union-find forest; halves the path to it.
fn root(parent: &mut [u32], mut at: u32) -> u32 {
    while parent[at as usize] != at {
        parent[at as usize] = parent[parent[at as usize] as usize];
        at = parent[at as usize];
    }
    at
}
